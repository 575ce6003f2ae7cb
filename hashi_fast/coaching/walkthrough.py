"""The whole way to the solution, round by round."""
from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from hashi_fast.board import html
from hashi_fast.board.drawing import draw
from hashi_fast.board.puzzle import Puzzle, check_puzzle
from hashi_fast.board.rating import Step
from hashi_fast.board.solution import Bridge
from hashi_fast.board.svg import Marks, draw_svg
from hashi_fast.coaching.budget import Budget
from hashi_fast.coaching.climb import Climb
from hashi_fast.coaching.diagnosis import Diagnosis, diagnose_within
from hashi_fast.coaching.layout import Layout
from hashi_fast.coaching.sentences import OBVIOUS, Telling, tell
from hashi_fast.deduction.techniques import TECHNIQUES, WEIGHTS
from hashi_fast.errors import BudgetExceeded
from hashi_fast.levels import DIFFICULTIES

Status = Literal["unique", "none", "multiple", "unknown"]
Draw = Callable[[Iterable[Bridge]], str]

_LEVELS = {technique.name: DIFFICULTIES.index(technique.level) for technique in TECHNIQUES}
_WIDTH = 100
_ENDS: dict[Status, str] = {
    "none": "There is no solution.",
    "multiple": "This is as far as logic goes: from here there are several solutions.",
    "unknown": "The budget ran out here, so the rest is unknown.",
}
_CONVENTIONS = (
    "Rows and columns are numbered from 1. Obvious steps are left out: an island with all its bridges takes no more,"
    " and nothing crosses a bridge."
)


class Explanation(str):
    """What `explain` returns: text, which notebooks show as steps with small boards."""

    _way: Walkthrough

    @classmethod
    def of(cls, text: str, way: Walkthrough) -> Explanation:
        """Return the text of a walkthrough."""
        made = cls(text)
        made._way = way
        return made

    def __reduce__(self) -> tuple[object, ...]:
        return str, (str(self),)

    def _repr_html_(self) -> str:
        return self._way.html()


def explain(puzzle: Puzzle, *, time_limit: float | None = None, node_limit: int | None = None) -> Explanation:
    """Return the whole way to the solution as text: every step with its reason, with drawings in between.

    If there is no solution, or several, the text says why; if the budget runs out, how far it got. Notebooks show the
    steps with small boards.

    >>> from hashi_fast import explain, loads
    >>> print(explain(loads("3x1:2a2")))
    Rows and columns are numbered from 1. Obvious steps are left out: an island with all its bridges
    takes no more, and nothing crosses a bridge.
    <BLANKLINE>
    1. Full island
       - The 2 at row 1, column 1 has only one neighbour. Both bridges it needs must go to the 2 on the
         right.
       - The 2 at row 1, column 3 has only one neighbour. Both bridges it needs must go to the 2 on the
         left.
    <BLANKLINE>
    Solved, with nothing harder than full island (easy):
    <BLANKLINE>
        2═══2
    """
    way = Walkthrough(puzzle, Budget(time_limit, node_limit))
    parts = [way.text(lambda bridges: draw(puzzle, bridges))]
    if way.diagnosis is not None:
        parts += [fill(way.diagnosis.reason), way.diagnosis.drawing]
    return Explanation.of("\n\n".join(parts), way)


class Round(NamedTuple):
    """All steps of the easiest technique that helps at one moment, in words, and the bridges of each edge before."""

    technique: str
    steps: tuple[tuple[Step, Telling], ...]
    counts: bytes


class Walkthrough:
    """How a puzzle is worked out.

    status: how many solutions it has; "unknown" if the budget ran out.
    rounds: the steps, up to the solution or to where nothing more follows.
    bridges: those placed at the end.
    diagnosis: why there is no solution, or how several differ (None if the budget ran out before that was found).
    """

    def __init__(self, puzzle: Puzzle, budget: Budget) -> None:
        check_puzzle(puzzle)
        self.layout = Layout(puzzle)
        self.status: Status = "unknown"
        self.rounds: list[Round] = []
        self.bridges: tuple[Bridge, ...] = ()
        self.diagnosis: Diagnosis | None = None
        self._work_out(budget)
        if self.status in ("none", "multiple"):
            try:
                self.diagnosis = diagnose_within(puzzle, budget)
            except BudgetExceeded:
                self.diagnosis = None

    def _work_out(self, budget: Budget) -> None:
        climb = Climb(self.layout, {}, budget)
        verdicts: dict[str | None, Status] = {"unique": "unique", "none": "none", "multiple": "multiple"}
        self.status = verdicts.get(climb.to_the_end(), "unknown")
        if self.status == "none":
            return  # steps towards a contradiction would mislead; the diagnosis says why
        for steps in climb.rounds():
            told = tuple((step, tell(climb.state, step)) for step in steps)
            self.rounds.append(Round(steps[0].technique, told, bytes(climb.state.least)))
        self.bridges = self._bridges(climb.state.least)

    def _bridges(self, counts: Sequence[int]) -> tuple[Bridge, ...]:
        return tuple(self.layout.bridge(edge, count) for edge, count in enumerate(counts) if count)

    def text(self, drawing: Draw) -> str:
        """Return the rounds as text, without the diagnosis; `drawing` draws the board with given bridges."""
        return "\n\n".join(self._paragraphs(drawing))

    def html(self) -> str:
        """Return the rounds for notebooks, each with a small board on which its bridges are new."""
        return html.block(*self._html_parts())

    def _html_parts(self) -> Iterator[str]:
        told = self._told()
        if told:
            yield html.words(_CONVENTIONS)
        for number, round in enumerate(told, 1):
            text = html.bullets([telling.why for _, telling in round.steps])
            board = html.figure(self._picture(round))
            yield html.words(f"{number}. {round.technique.capitalize()}", bold=True)
            yield html.side_by_side([board, f'<div style="flex: 1 1 20em">{text}</div>'])
        if self.diagnosis is None:
            yield html.words(_ENDS[self.status] if self.status != "unique" else f"Solved{_hardest(told)}.", bold=True)
        if self.status != "none":
            yield html.figure(draw_svg(self.layout.puzzle, self.bridges, cell=html.SMALL))
        if self.diagnosis is not None:
            yield self.diagnosis._repr_html_()

    def _picture(self, round: Round) -> str:
        bridges = self._bridges(round.counts)
        before = {bridge[:4]: bridge[4] for bridge in bridges}
        found = [self.layout.bridge(edge, least) for step, _ in round.steps for edge, least, _ in step.conclusions]
        ends = [self.layout.bridge(e, 0)[:4] for step, _ in round.steps for e, _, most in step.conclusions if not most]
        marks = Marks(
            self.layout.cells(dict.fromkeys(i for _, telling in round.steps for i in telling.islands)),
            [bridge for bridge in found if bridge[4] > before.get(bridge[:4], 0)],
            crossed=ends,
        )
        return draw_svg(self.layout.puzzle, bridges, cell=html.SMALL, marks=marks)

    def _told(self) -> list[Round]:
        """Return the rounds that are not obvious."""
        return [round for round in self.rounds if round.technique != OBVIOUS]

    def _paragraphs(self, drawing: Draw) -> Iterator[str]:
        told = self._told()
        level = 0
        if told:
            yield fill(_CONVENTIONS)
        for number, round in enumerate(told, 1):
            if _LEVELS[round.technique] > level:
                level = _LEVELS[round.technique]
                if number > 1:
                    yield f"The board before the first {DIFFICULTIES[level]} step:"
                    yield textwrap.indent(drawing(self._bridges(round.counts)), "    ")
            lines = [f"{number}. {round.technique.capitalize()}"]
            for _, telling in round.steps:
                lines.append(fill(telling.why, "   - ", "     "))
            yield "\n".join(lines)
        yield _ENDS[self.status] if self.status != "unique" else f"Solved{_hardest(told)}:"
        if self.status != "none":
            yield textwrap.indent(drawing(self.bridges), "    ")


def _hardest(told: list[Round]) -> str:
    hardest = max((round.technique for round in told), key=WEIGHTS.__getitem__, default=None)
    return f", with nothing harder than {hardest} ({DIFFICULTIES[_LEVELS[hardest]]})" if hardest else ""


def fill(text: str, first: str = "", others: str = "") -> str:
    """Return a text in lines of limited width, the first and the others indented so, as `textwrap` would, but sooner.

    Its words, none as long as a line, are separated by single spaces, which are the only places where a line ends.

    >>> fill("The 2 at row 1, column 1 has only one neighbour.", "- ")
    '- The 2 at row 1, column 1 has only one neighbour.'
    """
    lines = []
    indent, begin = first, 0
    while len(indent) + len(text) - begin > _WIDTH:
        end = text.rindex(" ", begin, begin + _WIDTH - len(indent) + 1)
        lines.append(indent + text[begin:end])
        indent, begin = others, end + 1
    lines.append(indent + text[begin:])
    return "\n".join(lines)
