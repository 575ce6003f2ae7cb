"""Plays in a real browser: finds the board on the page, and uses mouse, keys and fingers as people do."""

from __future__ import annotations

import re
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any, NamedTuple

from playwright.sync_api import CDPSession, Page, expect

import hashi_fast as hf
from hashi_fast.formats import Record
from hashi_fast.web.entries import Entry, entry_of
from hashi_fast.web.page import Pack
from hashi_fast.web.server import PlayServer

ARROWS = ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft")
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))

# What is drawn: per edge the number of bridges, or x for a cross.
_EDGES = """() => [...document.querySelectorAll(".board .edge")].map((edge) =>
    edge.classList.contains("crossed") ? "x" : /\\bn(\\d)/.exec(edge.getAttribute("class"))?.[1] ?? "0").join("")"""
_ISLANDS = """() => [...document.querySelectorAll(".board .island")].map((island) => {
    const { x, y, width, height } = island.querySelector(".disc").getBoundingClientRect();
    const [label, look] = ["aria-label", "class"].map((name) => island.getAttribute(name));
    return { x: x + width / 2, y: y + height / 2, label, look };
})"""


class Spot(NamedTuple):
    """An island as the page shows it."""

    x: float
    y: float
    label: str
    look: str


def pack_of(*texts: str) -> list[Entry]:
    """Return entries for boards given as text."""
    return [entry_of(Record(hf.loads(text)), f"board {number}") for number, text in enumerate(texts, 1)]


@contextmanager
def serving(packs: Sequence[Pack], **options: Any) -> Iterator[PlayServer]:
    """Serve packs on any free port, or on a given one."""
    with PlayServer(packs, **{"port": 0, **options}) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


class Board:
    """A puzzle with its solution, and where its edges lead."""

    def __init__(self, puzzle: hf.Puzzle) -> None:
        self.puzzle = puzzle
        self.cells = [(row, col) for row, col, _ in puzzle.islands]
        self.edges = [(a, b) for a, b, _ in puzzle.topology.edge_list()]
        solution = hf.solve(puzzle).solution
        assert solution is not None
        self.solution = list(solution.edge_counts)

    @classmethod
    def of(cls, text: str) -> Board:
        return cls(hf.loads(text))

    def slot(self, a: int, b: int) -> int:
        """Return which way the second of two neighbours lies: up, right, down or left."""
        (r1, c1), (r2, c2) = self.cells[a], self.cells[b]
        return STEPS.index(((r2 > r1) - (r2 < r1), (c2 > c1) - (c2 < c1)))

    def path(self, start: int, end: int) -> list[int]:
        """Return the islands on a way from one to another along edges."""
        before = {start: start}
        waiting = deque([start])
        while waiting:
            here = waiting.popleft()
            for a, b in self.edges:
                for one, other in ((a, b), (b, a)):
                    if one == here and other not in before:
                        before[other] = here
                        waiting.append(other)
        way = [end]
        while way[-1] != start:
            way.append(before[way[-1]])
        return way[::-1]


class Player:
    """Somebody at the page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._devtools: CDPSession | None = None

    # What is seen

    @property
    def edges(self) -> str:
        found: str = self.page.evaluate(_EDGES)
        return found

    @property
    def islands(self) -> list[Spot]:
        return [Spot(**island) for island in self.page.evaluate(_ISLANDS)]

    @property
    def focus(self) -> int:
        found: int = self.page.evaluate("() => Number(document.activeElement?.dataset?.id ?? -1)")
        return found

    @property
    def view(self) -> str:
        """Where the board is, and how large."""
        found: str = self.page.evaluate("() => document.querySelector('.board > g').getAttribute('transform')")
        return found

    @property
    def card(self) -> str:
        return self.page.locator(".card:not(.about) .words").inner_text()

    def toast(self, words: str | re.Pattern[str]) -> None:
        expect(self.page.locator(".toast")).to_contain_text(words)

    def expect_edges(self, wanted: str) -> None:
        self.page.wait_for_function(f"(wanted) => ({_EDGES})() === wanted", arg=wanted)

    def expect_solved(self) -> None:
        expect(self.page.locator(".card.win")).to_be_visible()
        expect(self.page.locator("#live")).to_contain_text("Solved!")

    # Mouse

    def click_pair(self, a: int, b: int, button: str = "left") -> None:
        spots = self.islands
        self.page.mouse.click(spots[a].x, spots[a].y)
        self.page.mouse.click(spots[b].x, spots[b].y, button=button)  # type: ignore[arg-type]

    def drag(self, a: int, b: int, part: float = 0.5, button: str = "left", drop: bool = True) -> None:
        """Drag from an island part of the way to another one."""
        spots, mouse = self.islands, self.page.mouse
        mouse.move(spots[a].x, spots[a].y)
        mouse.down(button=button)  # type: ignore[arg-type]
        x = spots[a].x + (spots[b].x - spots[a].x) * part
        y = spots[a].y + (spots[b].y - spots[a].y) * part
        mouse.move(x, y, steps=4)
        if drop:
            mouse.up(button=button)  # type: ignore[arg-type]

    def middle(self, a: int, b: int, part: float = 0.5) -> tuple[float, float]:
        spots = self.islands
        return (
            spots[a].x + (spots[b].x - spots[a].x) * part,
            spots[a].y + (spots[b].y - spots[a].y) * part,
        )

    def click_water(self, a: int, b: int, part: float = 0.5, button: str = "left") -> None:
        self.page.mouse.click(*self.middle(a, b, part), button=button)  # type: ignore[arg-type]

    # Keys

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def walk(self, board: Board, way: Sequence[int]) -> None:
        """Walk from island to island along edges."""
        for a, b in pairwise(way):
            self.press(ARROWS[board.slot(a, b)])

    # Fingers

    @property
    def devtools(self) -> CDPSession:
        if self._devtools is None:
            self._devtools = self.page.context.new_cdp_session(self.page)
        return self._devtools

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    def tap(self, x: float, y: float) -> None:
        # By the browser itself: between two calls of ours, a busy machine may make a hold of it.
        self.devtools.send("Input.synthesizeTapGesture", {"x": x, "y": y, "gestureSourceType": "touch"})

    def hold(self, x: float, y: float) -> None:
        self.touch("touchStart", (x, y))
        self.page.wait_for_timeout(600)
        self.touch("touchEnd")

    def swipe(self, start: tuple[float, float], end: tuple[float, float], *, drop: str = "touchEnd") -> None:
        (x1, y1), (x2, y2) = start, end
        self.touch("touchStart", start)
        for part in (0.25, 0.5, 0.75, 1.0):
            self.touch("touchMove", (x1 + (x2 - x1) * part, y1 + (y2 - y1) * part))
        self.touch(drop)

    def pinch(self, centre: tuple[float, float], before: float, after: float) -> None:
        """Move two fingers apart or together around a point."""
        x, y = centre

        def at(size: float) -> list[tuple[float, float]]:
            return [(x - size / 2, y), (x + size / 2, y)]

        self.touch("touchStart", at(before)[0])
        self.touch("touchStart", *at(before))
        for part in (0.25, 0.5, 0.75, 1.0):
            self.touch("touchMove", *at(before + (after - before) * part))
        self.touch("touchEnd", at(after)[0])
        self.touch("touchEnd")

    # The page around the board

    def menu(self, item: str) -> None:
        # A message with a button would be in the way of the mouse; people wait, or tap beside it.
        self.page.evaluate("() => document.getElementById('toasts').replaceChildren()")
        self.page.get_by_role("button", name="Menu", exact=True).click()
        self.page.get_by_role("dialog").get_by_role("button", name=re.compile(f"^{re.escape(item)}")).click()

    def button(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).first.click()

    def stored(self) -> dict[str, str]:
        found: dict[str, str] = self.page.evaluate("() => ({ ...localStorage })")
        return found
