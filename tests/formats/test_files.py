"""Files: one puzzle per line or one in all, compressed or not, bad lines, and writing all or nothing."""

import gzip
import io
import json
import os
import sys
import tracemalloc
from pathlib import Path

import pytest
from boards import puzzles
from hypothesis import given
from hypothesis import strategies as st

import hashi_fast as hf
from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.solution import Solution
from hashi_fast.errors import FormatError
from hashi_fast.formats import Record, dump, files, get, iter_load, line_reader, load, loads, names

TWO = Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)])
LINES = [
    '{"id": "a", "w": 3, "h": 1, "islands": [{"r": 0, "c": 0, "target": 2}, {"r": 0, "c": 2, "target": 2}]}',
    '{"w": 3, "h": 1, "task": "2a2"}',
    "3x1m2:2a2",
    "https://puzz.link/p?hashi/3/1/2g2",
    "pzprv3/hashikake/1/3/2 . 2 /",
    "2.2/...",
]


def read(text, format=None):
    """Return the records and the errors of a stream."""
    errors = []
    records = list(iter_load(io.StringIO(text), format, lambda line, error: errors.append((line, str(error)))))
    return records, errors


class TestLines:
    def test_any_mixture(self):
        for first in range(len(LINES)):
            lines = LINES[first:] + LINES[:first]
            records, errors = read("\n\n".join(lines) + "\n")
            assert not errors
            assert {record.puzzle.islands for record in records} == {TWO.islands}
            assert len(records) == len(LINES)

    @pytest.mark.parametrize("line", LINES)
    def test_one_kind(self, line):
        assert len(load(io.StringIO(f"{line}\n" * 3))) == 3
        assert len(load(io.StringIO(line))) == 1
        assert len(load(io.StringIO(f"\ufeff\n\n{line}\r\n{line}"))) == 2

    @pytest.mark.parametrize("text", ["", "\n", " \n\t\n", "\ufeff"])
    def test_nothing(self, text):
        for name in (None, "jsonl", "grid"):
            records, _ = read(text, name)
            assert records == []

    def test_bad_lines(self):
        text = "\n".join([LINES[0], "", "{", "hello", LINES[0], "2.2", "3x1:2?2", LINES[3], "https://puzz.link/p?hashi"])
        records, errors = read(text)
        assert len(records) == 3
        assert [line for line, _ in errors] == [3, 4, 6, 7, 9]
        assert errors[0][1].startswith("<stream>, line 3: json, character 2: Expecting property name")
        assert errors[1][1] == "<stream>, line 4: json, character 1: Expecting value"
        assert errors[2][1].startswith("<stream>, line 6: json, character ")
        assert errors[3][1].startswith("<stream>, line 7: tatham, character 6: expected ")

    @pytest.mark.parametrize("bad", ["{", "hello", "{}", LINES[0][:-1], '{"w": 3,', "1", "pzprv3", "<a>", "begin"])
    def test_a_bad_first_line_does_not_hide_the_others(self, bad):
        records, errors = read("\n".join([bad, LINES[0], LINES[0]]))
        assert len(records) == 2
        assert [line for line, _ in errors] == [1]

    def test_errors_are_raised_unless_asked_for(self):
        stream = iter_load(io.StringIO(f"{LINES[0]}\n{{\n{LINES[0]}"))
        assert next(stream).puzzle == TWO
        with pytest.raises(FormatError, match="<stream>, line 2: json, character 2: Expecting property name"):
            next(stream)

    def test_the_named_format_is_the_only_one(self):
        records, errors = read("\n".join(LINES), "tatham")
        assert len(records) == 1
        assert len(errors) == len(LINES) - 1
        records, errors = read("\n".join(LINES[:3]), "task")
        assert len(records) == 1
        assert [line for line, _ in errors] == [1, 3]

    def test_lines_come_as_they_are_written(self):
        """A program at the other end of a pipe may wait for the answer before it writes more."""
        reader, writer = os.pipe()
        with open(reader, encoding="utf-8") as source, open(writer, "w", encoding="utf-8") as sink:
            stream = iter_load(source)
            for line in LINES[:4]:
                print(line, file=sink, flush=True)
                assert next(stream).puzzle == TWO

    def test_memory_does_not_grow_with_the_file(self, tmp_path):
        path = tmp_path / "many.jsonl"
        path.write_text(f"{LINES[0]}\n" * 50_000)
        assert path.stat().st_size > 3_000_000
        tracemalloc.start()
        try:
            assert sum(1 for _ in iter_load(path)) == 50_000
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert peak < 2_000_000  # a block of lines, as arrays and as islands

    def test_a_line_that_is_too_long_is_cut(self, monkeypatch):
        for module in (files, line_reader):
            monkeypatch.setattr(module, "MAX_CHARACTERS", 200)
        records, errors = read("\n".join([LINES[0], "x" * 1000, LINES[0], "{" * 200, LINES[0], "y" * 500]))
        assert len(records) == 3
        assert [line for line, _ in errors] == [2, 4, 6]
        assert errors[0][1] == "<stream>, line 2: expected fewer than 200 characters for a puzzle"
        _, errors = read("1.1\n" * 1000)
        assert errors == [(1, "<stream>: expected fewer than 200 characters for a puzzle")]


class TestOneInAll:
    PRETTY = json.dumps(json.loads(LINES[0]), indent=2)

    @pytest.mark.parametrize("name", [name for name in names() if get(name).reads])
    def test_every_format(self, name, tmp_path):
        solution = Solution(TWO, [2])
        path = tmp_path / "puzzle"
        for format in (None, name):
            assert dump([Record(TWO, solution)], path, name) == 1
            (record,) = load(path, format)
            assert record[:3] == Record(TWO, solution if get(name).solutions else None)[:3]

    @pytest.mark.parametrize(
        "text",
        [
            PRETTY,
            f"\n\n{PRETTY}\n\n",
            LINES[0].replace("[", "[\n"),
            LINES[0].replace("[", "[\n").replace("}, ", "},\n"),
            LINES[0].replace("{", "{\n", 1),
            "2.2",
            "2.2\n...",
            "% a board\n2.2\n...\n",
            "1 3 2\n2 0 2\n",
            "pzprv3\nhashikake\n1\n3\n2 . 2 \n",
        ],
    )
    def test_over_many_lines(self, text):
        (record,) = load(io.StringIO(text))
        assert record.puzzle.islands == TWO.islands

    def test_errors(self):
        assert read("2.2\n.x.\n")[1] == [
            (1, "<stream>: grid, line 2, column 2: expected a clue, a bridge or an empty cell like '.', found 'x'")
        ]
        assert read(self.PRETTY.replace(",", ";", 1))[1] == [
            (1, "<stream>: json, line 2, column 12: Expecting ',' delimiter")
        ]
        with pytest.raises(FormatError, match="<stream>: character 1: expected a puzzle as game, json"):
            load(io.StringIO("hello"))


class TestSources:
    def test_paths_and_streams(self, tmp_path):
        path = tmp_path / "a.jsonl"
        path.write_text(LINES[0] + "\n")
        with open(path, encoding="utf-8") as stream:
            for source in (path, str(path), stream):
                assert [record.puzzle for record in load(source)] == [TWO]

    def test_compressed(self, tmp_path):
        path = tmp_path / "a.jsonl.gz"
        path.write_bytes(gzip.compress((LINES[0] + "\n").encode() * 3))
        assert len(load(path)) == 3

    def test_messages_name_the_file(self, tmp_path, monkeypatch):
        path = tmp_path / "a.txt"
        path.write_text(f"{LINES[2]}\n3x1:2?2\n")
        with pytest.raises(FormatError, match=rf"^{path}, line 2: tatham, character 6: "):
            load(path)
        with open(path, encoding="utf-8") as stream, pytest.raises(FormatError, match=rf"^{path}, line 2: "):
            load(stream)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"{"), encoding="utf-8"))
        with pytest.raises(FormatError, match=r"^<stream>: json, "):
            load(sys.stdin)

    @pytest.mark.parametrize("cut", [0, 1, 5, 20, 40])
    def test_damaged_compression(self, tmp_path, cut):
        path = tmp_path / "a.gz"
        whole = gzip.compress("".join(f"{LINES[0]}\n" for _ in range(1000)).encode())
        path.write_bytes(whole[:2] + b"x" + whole[3:] if cut == 0 else whole[:-cut])
        errors = []
        list(iter_load(path, on_error=lambda line, error: errors.append((line, str(error)))))
        assert len(errors) == 1
        assert errors[0][0] >= 1
        assert "expected text in UTF-8 that can be read to its end" in errors[0][1]
        with pytest.raises(FormatError, match="read to its end"):
            load(path)

    def test_not_utf8(self, tmp_path):
        path = tmp_path / "a.jsonl"
        good = LINES[0].encode()
        path.write_bytes(good + b"\n" + good.replace(b'"a"', b'"\xff"') + b"\n" + good + b"\n")
        errors = []
        records = list(iter_load(path, on_error=lambda line, error: errors.append((line, str(error)))))
        assert len(records) == 2
        assert errors == [(2, f"{path}, line 2: character 9: expected text in UTF-8")]
        with open(path, encoding="utf-8") as stream, pytest.raises(FormatError, match="expected text in UTF-8"):
            load(stream)

    def test_not_there(self, tmp_path):
        with pytest.raises(FileNotFoundError):
            load(tmp_path / "a")

    def test_no_source(self):
        for source in (5, None, b"a.jsonl", [LINES[0]]):
            with pytest.raises(TypeError, match="expected the path of a file or an open text stream"):
                iter_load(source)
        with pytest.raises(FormatError, match="<stream>: expected a stream opened as text"):
            load(io.BytesIO(b"{}"))
        with pytest.raises(FormatError, match="unknown format 'x'"):
            iter_load("a", "x")

    @pytest.mark.parametrize("ending", ["", ".gz"])
    @given(data=st.binary(max_size=200))
    def test_any_bytes(self, tmp_path_factory, ending, data):
        path = tmp_path_factory.getbasetemp() / f"bytes{ending}"
        path.write_bytes(gzip.compress(data) if ending else data)
        errors = []
        for record in iter_load(path, on_error=lambda line, error: errors.append(error)):
            assert isinstance(record, Record)
        assert all(type(error) is FormatError for error in errors)


class TestDump:
    @given(items=st.lists(puzzles(), max_size=4))
    def test_json_lines_are_usual(self, tmp_path_factory, items):
        for ending in ("jsonl", "json", "jsonl.gz", "txt", ""):
            path = tmp_path_factory.getbasetemp() / f"puzzles.{ending}"
            assert dump(items, path) == len(items)
            assert [record.puzzle for record in load(path)] == items, ending

    @pytest.mark.parametrize(
        ("ending", "start"),
        [
            (".json", "{"),
            (".task", '{"w": 3, "h": 1, "task"'),
            (".tatham", "3x1m2:"),
            (".url", "https://"),
            (".pzpr", "pzprv3\n"),
            (".has", "1 3 2\n"),
            (".janko", "begin\n"),
            (".grid", "2.2"),
            (".xml", "<?xml"),
            (".sav", "SAVEFILE"),
            (".SAV", "SAVEFILE"),
            (".sav.gz", "SAVEFILE"),
        ],
    )
    def test_the_ending_tells_the_format(self, tmp_path, ending, start):
        path = tmp_path / f"a{ending}"
        dump(TWO, path)
        data = path.read_bytes()
        text = (gzip.decompress(data) if ending.endswith(".gz") else data).decode()
        assert text.startswith(start)
        assert text.endswith("\n")
        assert load(path)[0].puzzle == TWO

    def test_one_puzzle_or_record(self, tmp_path):
        for item in (TWO, Record(TWO), [TWO], iter([Record(TWO)])):
            assert dump(item, tmp_path / "a", "tatham") == 1
            assert (tmp_path / "a").read_text() == "3x1m2:2a2\n"

    @pytest.mark.parametrize("name", names())
    def test_many(self, name, tmp_path):
        path = tmp_path / "a"
        if name in ("game", "json", "jsonl", "task", "compact", "tatham", "puzzlink"):
            assert dump([TWO, TWO], path, name) == 2
            assert [record.puzzle for record in load(path)] == [TWO, TWO]
        else:
            with pytest.raises(FormatError, match=f"{name} cannot write more than one puzzle into a file"):
                dump([TWO, TWO], path, name)
            assert list(tmp_path.iterdir()) == []

    def test_same_bytes(self, tmp_path):
        dump([TWO] * 5, tmp_path / "a.gz")
        dump([TWO] * 5, tmp_path / "b.gz")
        assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()

    @pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz"])
    @pytest.mark.parametrize("error", [FormatError, RuntimeError, KeyboardInterrupt])
    def test_all_or_nothing(self, tmp_path, name, error):
        def broken():
            yield TWO
            if error is FormatError:
                yield "no puzzle"
            raise error

        path = tmp_path / name
        with pytest.raises(error):
            dump(broken(), path)
        assert list(tmp_path.iterdir()) == []
        dump([TWO], path)
        before = path.read_bytes()
        with pytest.raises(error):
            dump(broken(), path)
        assert path.read_bytes() == before
        assert list(tmp_path.iterdir()) == [path]

    @pytest.mark.skipif(os.name != "posix", reason="files of other systems have other modes")
    def test_what_is_replaced(self, tmp_path):
        path, link = tmp_path / "a", tmp_path / "b"
        dump([TWO], path)
        assert path.stat().st_mode & 0o777 == 0o666 & ~_umask()
        path.chmod(0o640)
        link.symlink_to(path)
        dump([TWO, TWO], link)
        assert link.is_symlink()
        assert path.stat().st_mode & 0o777 == 0o640
        assert len(load(path)) == 2
        assert dump([TWO], Path(os.devnull)) == 1

    def test_no_folder(self, tmp_path):
        with pytest.raises(FileNotFoundError):
            dump([TWO], tmp_path / "no" / "a")

    def test_unknown_format(self, tmp_path):
        with pytest.raises(FormatError, match="unknown format"):
            dump([TWO], tmp_path / "a", "x")


def _umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_public_names(tmp_path):
    hf.dump([hf.Record(hf.loads("3x1:2a2"))], tmp_path / "a.jsonl")
    assert hf.load(tmp_path / "a.jsonl")[0] == next(hf.iter_load(tmp_path / "a.jsonl"))
    assert loads("3x1:2a2") == hf.loads_record("3x1:2a2").puzzle
