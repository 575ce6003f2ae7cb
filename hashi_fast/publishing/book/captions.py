"""What stands above the board of a puzzle or an answer: number, size, score, id, stars, and rules of its own."""

from __future__ import annotations

from hashi_fast.levels import DIFFICULTIES, Difficulty
from hashi_fast.publishing.book.canvas import STAR_STEP, Canvas
from hashi_fast.publishing.book.contents import Contents, Entry
from hashi_fast.publishing.book.language import Language
from hashi_fast.publishing.book.layout import Spot, Style

# Font sizes.
_NUMBER = 11.0
_INFO = 7.5
_STAR = 6.0
_RULES_LINE = 10.0  # added to captions if some puzzle has its own rules
_ANSWER_NUMBER = 7.5
_PALE = 0.4
_SEPARATOR = "  ·  "


class Captions:
    """The captions of one book. `magnify` is how much larger than usual they are."""

    def __init__(
        self, canvas: Canvas, language: Language, contents: Contents, *, magnify: float, scores: bool, ids: bool
    ) -> None:
        self._canvas = canvas
        self._language = language
        self._usual = usual_bridges(contents)
        self._mixed_loops = len({entry.puzzle.loops for entry in contents.entries}) == 2
        self._magnify = magnify
        self._scores = scores
        self._ids = ids

    def style_for(self, entries: tuple[Entry, ...], style: Style) -> Style:
        """Return the style of a chapter, with room for rules if any of its puzzles has some of its own."""
        own_rules = any(map(self.rules, entries))
        return style._replace(caption=style.caption + _RULES_LINE * self._magnify) if own_rules else style

    def info(self, entry: Entry) -> str:
        """Return what is printed next to the number of a puzzle."""
        puzzle = entry.puzzle
        parts = [f"{puzzle.width} × {puzzle.height}"]  # noqa: RUF001  # the multiplication sign
        if self._scores and entry.score is not None:
            parts.append(self._language.score(entry.score))
        if self._ids and puzzle.id is not None:
            parts.append(self._canvas.fonts.checked(f"the id of puzzle {entry.number}", str(puzzle.id)))
        return _SEPARATOR.join(parts)

    def rules(self, entry: Entry) -> str:
        """Return how the rules of a puzzle differ from the usual ones. It gets its own line, as it may be long."""
        puzzle, parts = entry.puzzle, []
        if puzzle.max_bridges != self._usual:
            single = puzzle.max_bridges == 1
            parts.append(self._language.text("words.single_bridges") if single else self._up_to(puzzle.max_bridges))
        if self._mixed_loops and not puzzle.loops:
            parts.append(self._language.text("words.no_loops"))
        return _SEPARATOR.join(parts)

    def _up_to(self, bridges: int) -> str:
        return self._language.text("words.up_to", count=bridges)

    def width(self, entry: Entry) -> float:
        """Return how wide the caption of a puzzle is."""
        fonts, size = self._canvas.fonts, self._magnify
        stars = 0.0 if entry.level is None else size * 8 + width_of_stars(size * _STAR)
        number = fonts.width_of(str(entry.number), size * _NUMBER, "bold") + size * 6
        info, rules = (fonts.width_of(text, size * _INFO) for text in (self.info(entry), self.rules(entry)))
        return max(number + info + stars, rules)

    def answer_width(self, entry: Entry) -> float:
        """Return how wide the caption of an answer is."""
        return self._canvas.fonts.width_of(str(entry.number), self._magnify * _ANSWER_NUMBER, "bold")

    def draw(self, entry: Entry, spot: Spot, height: float) -> None:
        """Draw the caption of a puzzle above the board at this spot."""
        canvas, size = self._canvas, self._magnify
        base = spot.y - height + size * 12
        number = str(entry.number)
        canvas.text(spot.left, base, number, size * _NUMBER, face="bold")
        after = spot.left + canvas.fonts.width_of(number, size * _NUMBER, "bold") + size * 6
        canvas.text(after, base, self.info(entry), size * _INFO, grey=_PALE)
        if entry.level is not None:
            star = size * _STAR
            canvas.stars(spot.left + spot.width - width_of_stars(star), base - 0.5 * star, star, *stars_of(entry.level))
        if rules := self.rules(entry):
            canvas.text(spot.left, base + size * _RULES_LINE, rules, size * _INFO, grey=_PALE)

    def draw_answer(self, entry: Entry, spot: Spot) -> None:
        """Draw the caption of an answer above the board at this spot."""
        size = self._magnify
        self._canvas.text(spot.left, spot.y - size * 3, str(entry.number), size * _ANSWER_NUMBER, face="bold")


def usual_bridges(contents: Contents) -> int:
    """Return the most bridges per pair in puzzles that do not say otherwise."""
    found = {entry.puzzle.max_bridges for entry in contents.entries}
    return found.pop() if len(found) == 1 else 2


def stars_of(level: Difficulty) -> tuple[int, int]:
    """Return how many stars of a level are full, and how many there are in all."""
    return DIFFICULTIES.index(level) + 1, len(DIFFICULTIES)


def width_of_stars(size: float) -> float:
    """Return how wide the stars of a level are."""
    return size * STAR_STEP * len(DIFFICULTIES)
