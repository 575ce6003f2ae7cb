"""The progress bar of long work, on standard error."""
from __future__ import annotations

import sys
import time
from typing import Any

PATIENCE = 0.5  # seconds before a bar appears: short work needs none, nor its import
INTERVAL = 0.1  # seconds between two updates


class Progress:
    """A bar over the bytes read or the puzzles made, with puzzles, their rate and the time left; only if `shown`.

    `total` is None if the size of the input is unknown; then the line has no bar, only the rest. `before` is what an
    earlier run has done: rate and time left do not count it. `noun` says what is counted.
    """

    def __init__(self, total: int | None, shown: bool, before: int = 0, noun: str = "puzzles") -> None:
        self._total = total
        self._shown = shown
        self._before = before
        self._noun = noun  # what is counted, in the plural
        self._began = time.perf_counter()
        self._next = self._began + PATIENCE
        self._bar: Any = None
        self._words = ""

    @property
    def is_visible(self) -> bool:
        """Whether there is a bar."""
        return self._bar is not None

    def is_due(self) -> bool:
        """Whether it is time for an update."""
        return self._shown and time.perf_counter() >= self._next

    def update(self, puzzles: int, position: int, note: str = "") -> None:
        """Show the number of puzzles done, the position on the way to the total, and a note."""
        now = time.perf_counter()
        self._next = now + INTERVAL
        elapsed = now - self._began
        rate = (puzzles - self._before) / elapsed
        if self._bar is None:
            self._bar = self._make_bar()
        noun = self._noun.removesuffix("s") if puzzles == 1 else self._noun
        self._words = f"{puzzles:,} {noun}, {rate:,.{int(rate < 10)}f}/s"
        self._bar.n = position
        self.tell(note)

    def tell(self, note: str) -> None:
        """Show another note beside the bar, which must be visible."""
        self._bar.set_description_str(f"{self._words}{note}", refresh=False)
        self._bar.refresh()

    def hide(self) -> None:
        """Clear the line of the bar, so that something else can be written there. The next update brings it back."""
        if self._bar is not None:
            self._bar.clear()

    def close(self) -> None:
        """Leave the bar as it is, and show no more updates."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None
        self._shown = False

    def _make_bar(self) -> Any:
        from tqdm import tqdm  # type: ignore[import-untyped]

        if self._total is None:
            layout = "{desc} [{elapsed}]"
        else:
            layout = "{percentage:3.0f}%|{bar}| {desc} [{elapsed}<{remaining}]"
        bar = tqdm(
            total=self._total,
            initial=self._before,
            file=sys.stderr,
            bar_format=layout,
            dynamic_ncols=True,
            smoothing=0,  # the time left is based on the rate that is shown
            delay=1e-3,  # nothing is shown before the first update, which comes at once
        )
        bar.delay = 0  # or a bar that lives shorter leaves no line of its own
        bar.start_t -= time.perf_counter() - self._began  # its clock shows the time since the work began
        return bar
