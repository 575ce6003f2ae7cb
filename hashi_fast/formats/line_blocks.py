"""Blocks of whole lines from a stream of bytes, as the scanner of `_jsonl_reader` wants them."""
from __future__ import annotations

from collections.abc import Callable, Iterator

BOM = b"\xef\xbb\xbf"
# A longer line is cut off: the json format would refuse it, and memory must not grow with the input.
LONGEST_LINE = (1 << 26) + 1


def line_blocks(read: Callable[[int], bytes], size: Callable[[], int]) -> Iterator[bytes]:
    r"""Yield whole lines, about `size()` bytes at a time, or fewer if `read` returns fewer.

    Every block ends with a newline, and all its lines end with newlines alone. A mark before UTF-8 is dropped.

    >>> import io
    >>> list(line_blocks(io.BytesIO(b"one\r\ntwo\nthree").read, lambda: 6))
    [b'one\n', b'two\n', b'three\n']
    """
    parts: list[bytes] = []
    bom = BOM
    while chunk := read(size()):
        chunk = chunk.removeprefix(bom)
        bom = b""
        # A carriage return at the very end may belong to a newline that is still to come.
        end = max(chunk.rfind(b"\n"), chunk.rfind(b"\r", 0, -1)) + 1
        if end:
            yield plain_lines(b"".join([*parts, chunk[:end]]))
            parts = []
        if sum(map(len, parts)) < LONGEST_LINE:
            parts.append(chunk[end:])
    if last := b"".join(parts):
        yield plain_lines(last + b"\n")


def plain_lines(block: bytes) -> bytes:
    """Return the lines with all line ends turned into newlines."""
    if b"\r" in block:
        block = block.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return block
