"""Files with one writer: locks, where they are missing, and what others do to a file meanwhile."""
import errno
import os
import sys
from pathlib import Path

import pytest

from hashi_fast.support import sole_file
from hashi_fast.support.sole_file import NotAlone, SoleFile

needs_unix = pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps others away from open files")


def silent(_: str) -> None:
    pytest.fail("there are locks here")


def test_the_second_writer_is_refused_until_the_first_has_closed(tmp_path: Path) -> None:
    path = tmp_path / "file"
    first = SoleFile(str(path), silent)
    first.append(b"one")
    with pytest.raises(NotAlone, match=r"is being written by .*; a file has one writer at a time"):
        SoleFile(str(path), silent)
    first.append(b" two")
    first.close()
    second = SoleFile(str(path), silent)
    assert (second.size, second.read(99)) == (7, b"one two")
    second.append(b" three")
    second.close()
    assert path.read_bytes() == b"one two three"


@pytest.mark.skipif(not Path("/proc/locks").exists(), reason="only Linux tells who has a lock")
def test_the_first_writer_is_named(tmp_path: Path) -> None:
    first = SoleFile(str(tmp_path / "file"), silent)
    with pytest.raises(NotAlone, match=f"by process {os.getpid()};"):
        SoleFile(str(tmp_path / "file"), silent)
    first.close()


@needs_unix
@pytest.mark.parametrize("number", [errno.ENOLCK, errno.EOPNOTSUPP, errno.EINVAL])
def test_missing_locks_are_told(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(sole_file.fcntl, "flock", refuse)
    said: list[str] = []
    first = SoleFile(str(tmp_path / "file"), said.append)
    assert said == [f"{tmp_path / 'file'}: no locks on this file system; make sure that nobody else writes this file"]
    # What another writer does is noticed all the same.
    second = SoleFile(str(tmp_path / "file"), said.append)
    first.append(b"one")
    with pytest.raises(NotAlone, match="grew while it was being written, to 3 bytes; expected 0"):
        second.watch()
    with pytest.raises(NotAlone, match="grew"):
        second.append(b"two")
    with pytest.raises(NotAlone, match="grew"):
        second.cut(0)
    first.close()
    second.close()
    assert (tmp_path / "file").read_bytes() == b"one"


@needs_unix
def test_an_error_of_the_lock_is_none_of_another_writer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(sole_file.fcntl, "flock", refuse)
    with pytest.raises(OSError, match="Input/output error"):
        SoleFile(str(tmp_path / "file"), silent)


@needs_unix
def test_what_others_do_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for change, message in (
        (lambda: path.unlink(), "was deleted while it was being written, with all that it held"),
        (lambda: path.rename(tmp_path / "other"), "was renamed while it was being written, to .*/other; give it its"),
        (lambda: os.truncate(path, 2), "was cut while it was being written, to 2 bytes; expected 5"),
        (lambda: os.replace(tmp_path / "new", path), "was deleted"),
    ):
        (tmp_path / "new").write_bytes(b"fresh")
        file = SoleFile(str(path), silent)
        file.append(b"bytes")
        file.watch()
        change()
        for look in (file.watch, lambda file=file: file.cut(0)):
            with pytest.raises(NotAlone, match=message):
                look()
        file.close()
        path.unlink(missing_ok=True)


@needs_unix
def test_a_write_after_a_cut_leaves_no_hole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    file = SoleFile(str(path), silent)
    file.append(b"12345")
    os.truncate(path, 0)
    with pytest.raises(NotAlone, match="was cut"):
        file.append(b"678")
    with monkeypatch.context() as patch:
        patch.setattr(file, "_check_size", lambda: None)  # as if it were cut just after that
        file.append(b"678")
    assert path.read_bytes() == b"678"
    with pytest.raises(NotAlone, match="was cut while it was being written, to 3 bytes; expected 8"):
        file.watch()
    file.close()


@needs_unix
def test_a_write_that_was_interrupted_can_be_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    file = SoleFile(str(path), silent)
    file.append(b"whole\n")

    class Interrupted:
        """Writes half of it, and then comes Ctrl-C."""

        def write(self, data: memoryview) -> int:
            os.write(inner.fileno(), data[: len(data) // 2])
            raise KeyboardInterrupt

        def __getattr__(self, name: str) -> object:
            return getattr(inner, name)

    inner = file._file
    monkeypatch.setattr(file, "_file", Interrupted())
    with pytest.raises(KeyboardInterrupt):
        file.append(b"and half\n")
    monkeypatch.undo()
    assert (file.is_torn, path.read_bytes()) == (True, b"whole\nand ")
    file.watch()
    file.cut(6)
    assert (file.is_torn, path.read_bytes()) == (False, b"whole\n")
    file.close()


def test_file_and_folder_are_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    real = os.fsync

    def note(descriptor: int) -> None:
        synced.append(os.fstat(descriptor).st_ino)
        real(descriptor)

    monkeypatch.setattr(os, "fsync", note)
    file = SoleFile(str(tmp_path / "file"), silent)
    file.sync()
    file.close()
    expected = [(tmp_path / "file").stat().st_ino]
    assert synced == expected if sys.platform == "win32" else [*expected, tmp_path.stat().st_ino]
