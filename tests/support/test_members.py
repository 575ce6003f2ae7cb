"""Compressed files that grow: the same bytes however they came about, and what a kill leaves is cut off."""
import gzip
import random
from pathlib import Path

import pytest

from hashi_fast.support import members
from hashi_fast.support.members import Members, NotOurs, PlainText
from hashi_fast.support.sole_file import SoleFile

LINES = [b"%d %s\n" % (number, b"x" * (number * 7919 % 61)) for number in range(500)]


@pytest.fixture(autouse=True)
def small_members(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members, "MEMBER", 1000)
    monkeypatch.setattr(members, "_CHUNK", 300)


class Opened:
    """The file, open for lines up to 100 bytes; `found` is what was in it, `removed` what was cut off."""

    def __init__(self, path: Path) -> None:
        self._file = SoleFile(str(path), print)
        self.text = Members(self._file, 100)
        try:
            self.found = b"".join(self.text.read())
            self.removed = self.text.mend()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> "Opened":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def write(path: Path, lines: list[bytes], *, settle: bool = True) -> None:
    with Opened(path) as opened:
        for line in lines:
            opened.text.append(line)
        if settle:
            opened.text.settle()


@pytest.fixture
def whole(tmp_path: Path) -> bytes:
    """Return the bytes of the file that was written in one go."""
    write(tmp_path / "whole.gz", LINES)
    data = (tmp_path / "whole.gz").read_bytes()
    assert gzip.decompress(data) == b"".join(LINES)
    assert data.count(members._HEAD) == len(b"".join(LINES)) // 1030 + 1
    return data


@pytest.mark.parametrize("seed", range(5))
def test_the_same_bytes_in_any_number_of_runs(whole: bytes, seed: int, tmp_path: Path) -> None:
    path, rng = tmp_path / "file.gz", random.Random(seed)
    path.touch()
    done = 0
    while done < len(LINES):
        more = rng.randrange(60)
        with Opened(path) as opened:
            assert (opened.found, opened.removed) == (b"".join(LINES[:done]), 0)
            opened.text.append(b"".join(LINES[done : done + more]))
            opened.text.settle()
            if rng.random() < 0.5:
                opened.text.settle()
        done += more
        assert gzip.decompress(path.read_bytes()) == b"".join(LINES[:done])
    assert path.read_bytes() == whole


def test_a_file_cut_anywhere_loses_its_last_member_at_most(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "file.gz"
    text = b"".join(LINES)
    for size in range(0, len(whole), 37):
        for more in (b"", bytes(5), bytes(500)):
            path.write_bytes(whole[:size] + more)
            with Opened(path) as opened:
                assert text.startswith(opened.found)
                assert opened.found.endswith(b"\n") or not opened.found
                assert size - opened.text._whole <= 1000
                assert path.stat().st_size == size + len(more) - opened.removed
                opened.text.append(text[len(opened.found) :])
                opened.text.settle()
            assert path.read_bytes() == whole


def test_what_was_killed_before_it_settled_goes_on(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "file.gz"
    write(path, LINES[:200], settle=False)
    with Opened(path) as opened:
        assert 0 < opened.found.count(b"\n") < 200
        opened.text.append(b"".join(LINES)[len(opened.found) :])
        opened.text.settle()
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    "data",
    [
        b"my notes",
        gzip.compress(b"x" * 1200, mtime=0),
        gzip.compress(b"x" * 10**7, mtime=0),
        gzip.compress(b"short\n", mtime=0) + b"my notes",
        gzip.compress(b"a member of another writer", mtime=1234567890)[:-1],
    ],
)
def test_other_files_stay(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "file.gz"
    path.write_bytes(data)
    with pytest.raises(NotOurs, match="expected "):
        Opened(path)
    assert path.read_bytes() == data


def test_zeros_at_the_end_of_plain_text(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for zeros in (0, 1, 299, 300, 301, 4096):
        path.write_bytes(b"a\0line\nand" + bytes(zeros))
        file = SoleFile(str(path), print)
        text = PlainText(file)
        assert b"".join(text.read()) == b"a\0line\nand"
        assert text.mend() == zeros
        text.append(b" more\n")
        file.close()
        assert path.read_bytes() == b"a\0line\nand more\n"
