"""Hostile texts: a reader always returns a record or raises FormatError, within bounds of time and memory."""

import json
import random
import re
import subprocess
import sys
from contextlib import suppress

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from patience import PATIENCE

import hashi_fast as hf
from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.solution import Solution
from hashi_fast.errors import FormatError
from hashi_fast.formats import Record, dumps, get, loads_record, names

ALL = [name for name in names() if get(name).reads]
# Errors about json name keys as the place.
PLACE = re.compile(r"line \d|character \d|column \d|cell \d|row \d|end of the text|^(game|json|task)[,:]|at least one")
BOARDS = [
    Puzzle(7, 7, hf.loads("7x7:3c3a3g4b3a4b4b2j3c3a2a1a1a2").islands, id="a\u00e9"),
    Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)]),
    Puzzle(1, 3, [(0, 0, 2), (2, 0, 2)]),
    Puzzle(4, 4, [(0, 0, 1), (0, 3, None), (3, 3, None)]),
    Puzzle(9, 3, [(0, 0, 9), (0, 8, 12), (2, 0, 1)], max_bridges=4, loops=False),
    Puzzle(1, 1, [(0, 0, 0)]),
]


def valid_texts(name):
    """Return texts of a format, with everything that it can express."""
    texts = []
    for puzzle in BOARDS:
        found = hf.solve(puzzle).solution
        solution = found or Solution(puzzle, [1] * puzzle.topology.n_edges)
        for record in (Record(puzzle), Record(puzzle, solution, {"score": 1.5, "steps": [{"a": 1}]}, {"seed": 7})):
            with suppress(FormatError):
                texts.append(dumps(record, name))
    return texts


VALID = {name: valid_texts(name) for name in ALL}
SIGNS = set("".join(text for texts in VALID.values() for text in texts))
ODD = ["\n", "\r", "\r\n", "\n\n", "\x00", "\t", "\x85", "\u2028", "\ufeff", "\ud800", "\udcff", "\u0663", "\U0001f600"]
WORDS = ["-1", "9" * 20, "1e999", "NaN", "null", "true", '""', "\\u0000", "{}", "[]", '{"', "<a>", "</", "&a;"]
WORDS += ["<!DOCTYPE a>", "<![CDATA[", "end", "problem", "solution", "info:", "%", "/", "v:", "m5", "L", "S", "-ff"]
PIECES = [*sorted(SIGNS), *ODD, *WORDS]


def mutated(rng, text):
    """Return the text after a few changes of the kinds that happen to files."""
    for _ in range(rng.choice([1, 1, 1, 2, 3, 8])):
        i, j = sorted(rng.choices(range(len(text) + 1), k=2))
        if rng.random() < 0.7:
            j = min(j, i + rng.randint(0, 3))
        match rng.randrange(6):
            case 0:
                text = text[:i] + text[j:]
            case 1:
                text = text[:i] + rng.choice(PIECES) + text[i:]
            case 2:
                text = text[:i] + rng.choice(PIECES) + text[j:]
            case 3:
                text = text[:j] + text[i:j] * rng.choice([1, 2, 50]) + text[j:]
            case 4:
                other = rng.choice(VALID[rng.choice(ALL)])
                text = text[:i] + other[rng.randrange(len(other)) :]
            case 5:
                lines = text.split("\n")
                rng.shuffle(lines)
                text = "\n".join(lines)
    return text


def read(text, name):
    """Read a text: the result is a record that the json format can write, or a FormatError."""
    message = ""
    try:
        record = loads_record(text, name)
    except FormatError as error:
        message = str(error)
    if message:
        assert len(message) < 500
        assert PLACE.search(message), message
    else:
        assert loads_record(dumps(record)) == record


def read_mutated(name, seed):
    rng = random.Random(seed)
    text = mutated(rng, rng.choice(VALID[name]))
    read(text, name)
    read(text, None)


@pytest.mark.parametrize("name", ALL)
@settings(max_examples=150)
@given(seed=st.integers(0, 2**40))
def test_mutated_texts(name, seed):
    read_mutated(name, seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
@settings(max_examples=1500)
@given(seed=st.integers(0, 2**40))
def test_many_mutated_texts(name, seed):
    read_mutated(name, seed)


@settings(max_examples=200)
@given(st.binary(max_size=80), st.sampled_from(["latin-1", "surrogateescape", "replace"]))
@example(b"", "latin-1")
@example(b"\x00" * 80, "latin-1")
def test_random_bytes(data, how):
    text = data.decode("latin-1") if how == "latin-1" else data.decode("utf-8", how)
    for name in (None, *ALL):
        read(text, name)


@settings(max_examples=300)
@given(st.sampled_from(ALL), st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_random_pieces_behind_a_valid_start(name, tail):
    """Detection looks at the first characters only, so the text behind them must be read with the same care."""
    for start in ("", *{text[: len(text) // 3] for text in VALID[name]}):
        read(start + tail, name)
        read(start + tail, None)


SIZES = ["-1", "0", "10001", "99999", "999999999", "9" * 50, "9" * 5000, "1.5", "0x10", "\u0663", "", " "]


@pytest.mark.parametrize("size", SIZES)
def test_sizes(size):
    """Negative and huge sizes are rejected before anything of that size is allocated."""
    texts = {
        "json": f'{{"w": {size}, "h": {size}, "islands": [{{"r": 0, "c": 0, "target": 1}}]}}',
        "task": f'{{"w": {size}, "h": {size}, "task": "1"}}',
        "tatham": f"{size}x{size}m2:1",
        "puzzlink": f"https://puzz.link/p?hashi/{size}/{size}/1",
        "pzpr": f"pzprv3/hashikake/{size}/{size}/1 ",
        "has": f"{size} {size} 1\n1",
        "janko": f"begin\nrows {size}\ncols {size}\nproblem\n1\nend",
        "conceptis": f'<Hashi_Puzzle Width="{size}" Height="{size}"><Island Number="1" X="0" Y="0"/></Hashi_Puzzle>',
        "sav": "SAVEFILE:1:x\nGAME    :7:Bridges\n" + f"CPARAMS :{len(size.encode())}:{size}\nDESC    :1:1",
    }
    for name, text in texts.items():
        with pytest.raises(FormatError) as caught:
            loads_record(text, name)
        assert len(str(caught.value)) < 300


@pytest.mark.parametrize("depth", [900, 5_000, 100_000, 1_000_000])
@pytest.mark.parametrize(("opened", "closed"), [("[", "]"), ('{"a":', "}"), ('[{"a":[', "]}]")])
def test_deep_json(depth, opened, closed):
    for text in (opened * depth, opened * depth + "1" + closed * depth):
        for key in ("islands", "rating", "solution", "x", "w"):
            fields = {"w": 3, "h": 1, "islands": [{"r": 0, "c": 0, "target": 1}], key: 77}
            whole = json.dumps(fields).replace("77", text)
            for name in ("json", "jsonl", "task", None):
                with suppress(FormatError):  # the interpreter may be able to read the smallest one
                    loads_record(whole, name)


def test_number_of_islands():
    """One character can become an island of about a hundred bytes."""
    with pytest.raises(FormatError, match="tatham, character 1000013: expected at most 1,000,000 islands"):
        loads_record("10000x10000:" + "1" * 1_000_001)
    with pytest.raises(FormatError, match="grid, line 1, column 1000001: expected at most 1,000,000 islands"):
        loads_record("/".join(["1" * 9999] * 101))


# Texts of 100 million characters on one line, as expressions; `n` is that number. The second half is nearly valid, so
# that readers get as far as possible.
HUGE = {
    "all digits": "'1' * n",
    "all dots": "'.' * n",
    "all letters": "'a' * n",
    "all blanks": "' ' * n",
    "all newlines": "'\\n' * n",
    "all quotes": "'\"' * n",
    "all slashes": "'/' * n",
    "all braces": "'{' * n",
    "all less-than": "'<' * n",
    "all comments": "'%\\n' * (n // 2)",
    "json: text": """'{"w": "' + 'a' * 60_000_000 + '"}'""",
    "json: number": """'{"w": ' + '1' * 60_000_000 + '}'""",
    "json: fraction": """'{"w": 1.' + '1' * 60_000_000 + '}'""",
    "json: brackets": """'{"w": [' + '[],' * 20_000_000 + '1]}'""",
    "json: elements": """'{"w": [' + '1,' * 30_000_000 + '1]}'""",
    "json: brackets of 100 MB": """'{"w": [' + '[],' * (n // 3) + '1]}'""",
    "tatham: empty": "'10000x10000:' + 'a' * n",
    "tatham: islands": "'10000x10000:' + '1' * n",
    "tatham: too long": "'10000x10000:' + 'z' * n",
    "tatham: parameters": "'7x7' + 'm2' * (n // 2) + ':1'",
    "puzzlink: unknown clues": "'hashi/10000/10000/' + '.' * n",
    "puzzlink: host": "'https://' + 'a' * n",
    "pzpr: one row": "'pzprv3/hashikake/10000/10000/' + '. ' * (n // 2)",
    "pzpr: rows": "'pzprv3/hashikake/5000/10000/' + ('1 ' + '. ' * 9999 + '/') * 5000",
    "pzpr: answer": "'pzprv3/hashikake/2000/6000/' + ('1 ' + '. ' * 5998 + '1 /') * 2000"
    " + ('1 ' * 5999 + '/') * 2000 + ('0 ' * 6000 + '/') * 1999",
    "has: one row": "'10000 10000 1\\n' + '0 ' * (n // 2)",
    "has: rows": "'5000 10000 5000\\n' + ('1' + ' 0' * 9999 + '\\n') * 5000",
    "janko: one row": "'size 10000\\nproblem\\n' + '- ' * (n // 2)",
    "janko: rows": "'problem\\n' + ('1 ' + '- ' * 9999 + '\\n') * 5000",
    "sav: length": "f'SAVEFILE:{n}:' + 'a' * n",
    "sav: moves": "'SAVEFILE:1:a\\nGAME    :7:Bridges\\nCPARAMS :3:3x1\\nDESC    :3:2a2\\n'"
    " + f'SOLVE   :{n + 1}:S' + ';' * n",
    "grid: rows": "('.' * 9999 + '/') * 10000",
    "grid: separated": "(' '.join('.' * 9999) + '/') * 5000",
    "grid: bridges across": "('1' + '=' * 9997 + '1/') * 10000",
    "grid: bridges down": "'1' * 9999 + '/' + ('|' * 9999 + '/') * 9998 + '1' * 9999",
    "conceptis: text": """'<Hashi_Puzzle Width="3" Height="1">' + 'a' * 60_000_000""",
    "conceptis: elements": """'<Hashi_Puzzle Width="3" Height="1">' + '<a/>' * 15_000_000""",
    "conceptis: depth": """'<Hashi_Puzzle Width="3" Height="1">' + '<a>' * 20_000_000""",
    "conceptis: attribute": """'<Hashi_Puzzle Width="' + '3' * 60_000_000""",
}
MEASURE = """
import json, resource, sys, time
from hashi_fast.errors import FormatError
from hashi_fast.formats import loads_record
n = 100_000_000
text = eval(sys.argv[1])
for name in json.loads(sys.argv[2]):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.process_time()
    try:
        loads_record(text, name)
    except FormatError as error:
        assert len(str(error)) < 500
    seconds = time.process_time() - start
    grown = 1024 * (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
    print(name, seconds, grown / len(text))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured in other units elsewhere")
@pytest.mark.parametrize("case", HUGE)
def test_huge_lines(case):
    """A few seconds and a few times the size of the text, in a separate process.

    Texts of one repeated character are given to all readers.
    """
    formats = [None, *ALL] if case.startswith("all ") else [None]
    command = [sys.executable, "-P", "-c", MEASURE, HUGE[case], json.dumps(formats)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=10 * PATIENCE)
    assert done.returncode == 0, done.stderr[-2000:]
    for line in done.stdout.splitlines():
        name, seconds, times = line.split()
        assert float(seconds) < 100, (name, seconds)  # what is quadratic takes days
        assert float(times) < 8, (name, times)


@pytest.mark.slow
def test_a_gigabyte_in_a_small_file(tmp_path):
    """A compressed file may be a thousandth of its contents."""
    import gzip

    path = tmp_path / "a.jsonl.gz"
    line = b'{"w": 1, "h": 1, "islands": [{"r": 0, "c": 0, "target": 0}]}\n'
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(line)
        for _ in range(1000):
            file.write(b"x" * 1_000_000)
        file.write(b"\n" + line)
    errors = []
    records = list(hf.iter_load(path, on_error=lambda number, error: errors.append((number, str(error)))))
    assert len(records) == 2
    assert errors == [(2, f"{path}, line 2: expected fewer than 268,435,456 characters for a puzzle")]


def test_every_format_has_texts_to_mutate():
    for name in ALL:
        assert len(VALID[name]) >= 3
        for text in VALID[name]:
            assert loads_record(text, name).puzzle in BOARDS
        assert get(name).reads
