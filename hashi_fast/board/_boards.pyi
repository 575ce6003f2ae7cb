from typing import Any

class Boards:
    def __init__(
        self,
        width: Any,
        height: Any,
        offsets: Any,
        row: Any,
        col: Any,
        target: Any,
        max_bridges: Any,
        loops: Any,
    ) -> None: ...
    def check(self) -> None: ...
