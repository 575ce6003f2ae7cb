"""The quick way through JSON Lines answers as the slow way does."""
import gzip
import json
import random
from pathlib import Path

import pytest
from boards import random_puzzle
from command_line import ENDLESS, run

import hashi_fast as hf
from hashi_fast.cli import bulk, main, source

ISLAND = '{"r": 0, "c": 0, "target": 0}'
COMPACT = hf.dumps(hf.loads("3x1:2a2"), "compact")
TAKEN = f'{{"w": 1, "h": 1, "islands": [{ISLAND}]}}'


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return lines of all kinds, enough of them for the quick way."""
    rng = random.Random(4)
    lines = []
    for number in range(1000):
        puzzle = random_puzzle(rng, max_side=9, max_islands=20, unknown=0.0)
        fields = json.loads(hf.dumps(puzzle, "json"))
        fields["id"] = rng.choice([number, f"p{number}", "\u00e9\\", None])
        if rng.random() < 0.1:
            fields["islands"].reverse()
        if rng.random() < 0.1:
            fields["seed"] = number
            fields["index"] = rng.choice([number, -number, 2**64, None, 1.0])
        if rng.random() < 0.1:
            fields["solution"] = rng.choice([[], None, [[0, 0, 0, 1, 1]], 5])
        lines.append(json.dumps(fields))
        if rng.random() < 0.05:
            others = ["", "  ", "nonsense", '{"w": 3}', "3x1:2a2", lines[-1][:-3], "2=2", lines[-1] + "}"]
            others += ["\ufeff" + lines[-1], "\u00e9 \udcff", hf.dumps(puzzle, "game"), COMPACT]
            others += [lines[-1].replace("{", '{"save": 1, ', 1)]
            lines.append(rng.choice(others))
    lines[500] = ENDLESS
    path = tmp_path_factory.mktemp("bulk") / "mixed.jsonl"
    text = "\r\n".join(lines).encode(errors="surrogateescape")
    path.write_bytes(b"\xef\xbb\xbf" + text + b"\r\n\xff\n" + TAKEN.encode())
    assert path.stat().st_size > bulk.LEAST_FILE
    return path


def test_statistics_are_those_of_single_searches(mixed: Path) -> None:
    how = ("solve", "--json", "--node-limit", "100", mixed)
    answers = [json.loads(line) for line in run(*how, "--stats").stdout.splitlines()]
    for answer in answers:
        assert answer.pop("stats").keys() == set(hf.Stats._fields)
    assert answers == [json.loads(line) for line in run(*how).stdout.splitlines()]


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "--json"),
        ("solve", "--json", "-j", "3"),
        ("count",),
        ("count", "--json"),
        ("count", "--json", "--limit", "5"),
        ("count", "--json", "-j", "3"),
        ("rate",),
        ("rate", "--json"),
        ("rate", "--histogram"),
    ],
)
def test_both_ways_give_the_same_lines(
    mixed: Path, arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = []
    used = []
    quick = bulk.answer_lines

    def watched(*given: object, **how: object) -> None:
        used.append(True)
        quick(*given, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(bulk, "answer_lines", watched)
    for least in (bulk.LEAST_FILE, 1 << 40):
        monkeypatch.setattr(bulk, "LEAST_FILE", least)
        monkeypatch.setattr(source, "BULK", least)
        code = main([*arguments, str(mixed), "--node-limit", "300"])
        said.append((code, *capsys.readouterr()))
    assert used == [True]
    quick_way, slow_way = said
    assert quick_way == slow_way
    assert quick_way[0] == 2
    assert "unknown" in quick_way[1] or arguments[0] == "rate"
    assert quick_way[2].count("line ") > 10


def test_from_pipes_and_packed_files(mixed: Path, tmp_path: Path) -> None:
    expected = run("count", mixed, "--json", "--node-limit", "300")
    piped = run("count", "--json", "--node-limit", "300", stdin=mixed.read_bytes())
    assert (piped.returncode, piped.stdout.replace("<stdin>", str(mixed))) == (expected.returncode, expected.stdout)
    assert expected.stdout.count("\n") > 900
    assert piped.stderr == expected.stderr.replace(str(mixed), "<stdin>")
    path = tmp_path / "mixed.jsonl.gz"
    noise = "".join(random.Random(1).choices("abcdefghij", k=600_000))  # so that it is large when packed
    path.write_bytes(gzip.compress(mixed.read_bytes() + b"\n" + noise.encode()))
    packed = run("count", path, "--json", "--node-limit", "300")
    assert packed.stdout.replace(str(path), str(mixed)) == expected.stdout
    path.write_bytes(path.read_bytes()[:-1000])
    cut = run("count", path, "--json", "--node-limit", "300")
    assert cut.returncode == 2
    assert "expected text in UTF-8 that can be read to its end" in cut.stderr


def test_strict_stops_there_too(mixed: Path, tmp_path: Path) -> None:
    done = run("solve", mixed, "--json", "--strict", "-o", tmp_path / "out")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []
