"""Manifests: what they say is what is made, and what is wrong with one is told with its place."""
from pathlib import Path

import pytest

import hashi_fast as hf
from hashi_fast.generation.legs import Leg
from hashi_fast.generation.manifest import Checks, Manifest, read_manifest

GOOD = """
seed = 7
exclude = ["old/first.jsonl"]
[[part]]
name = "easy"
kinds = "7x7 easy 4; 9x9 easy 2"
start = 5
[[part]]
name = "hard"
kinds = ["10x10 hard 6 style=rich", "12x12 hard 2"]
climb = true
output = "out/hard.json"
format = "pack"
[checks]
puzzles = 14
bytes = 20_000
"""


def read(folder: Path, text: str) -> Manifest:
    path = folder / "content.toml"
    path.write_text(text)
    return read_manifest(str(path))


def test_a_manifest(tmp_path: Path) -> None:
    manifest = read(tmp_path, GOOD)
    assert (manifest.seed, manifest.checks) == (7, Checks(14, 20_000))
    assert manifest.records == str(tmp_path / "content.jsonl")
    assert manifest.exclude == [str(tmp_path / "old" / "first.jsonl")]
    easy, hard = manifest.parts
    assert (easy.name, easy.output, easy.format) == ("easy", str(tmp_path / "easy.compact"), "compact")
    assert easy.legs == [Leg(hf.Spec(7, 7, difficulty="easy"), 4, 5), Leg(hf.Spec(9, 9, difficulty="easy"), 2, 5)]
    assert (hard.output, hard.format, hard.puzzles) == (str(tmp_path / "out" / "hard.json"), "pack", 8)
    assert [leg.spec.score is not None for leg in hard.legs] == [True] * len(hard.legs)
    assert manifest.legs == easy.legs + hard.legs


def test_the_least_of_a_manifest(tmp_path: Path) -> None:
    manifest = read(tmp_path, 'seed = 0\n[[part]]\nname = "a"\nkinds = "5x5"\n')
    assert (manifest.exclude, manifest.checks, len(manifest.legs)) == ([], Checks(), 1)


PART = '[[part]]\nname = "a"\nkinds = "5x5"\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("seed = ", "expected TOML"),
        (PART, "content.toml: expected seed = N"),
        (f"seed = -1\n{PART}", "content.toml: seed"),
        (f"seed = 1.5\n{PART}", "content.toml: seed"),
        ("seed = 1", "at least one [[part]]"),
        ("seed = 1\npart = 5", "at least one [[part]]"),
        (f"seed = 1\nsed = 2\n{PART}", "there is no 'sed' (did you mean 'seed'?)"),
        (f"seed = 1\nexclude = 'x'\n{PART}", "content.toml, exclude: expected a list"),
        (f"seed = 1\nexclude = [5]\n{PART}", "content.toml, exclude: expected the name of a file, found 5"),
        (f"seed = 1\nrecords = 5\n{PART}", "content.toml, records: expected the name of a file"),
        (f"seed = 1\n{PART}kind = '5x5'\n", "content.toml, part 1: there is no 'kind' (did you mean 'kinds'?)"),
        (f"seed = 1\n{PART}[[part]]\nkinds = '5x5'", "content.toml, part 2: expected a name"),
        ("seed = 1\n[[part]]\nname = 'a'", "part 1: expected kinds = "),
        ("seed = 1\n[[part]]\nname = 'a'\nkinds = 'easy 5'", "part 1: "),
        (f"seed = 1\n{PART}climb = 1", "climb must be true or false"),
        (f"seed = 1\n{PART}start = -1", "part 1: start"),
        (f"seed = 1\n{PART}format = 1", "format must be the name"),
        (f"seed = 1\n{PART}{PART}", "every name of a part once, found 'a' twice"),
        (f"seed = 1\n{PART}output = 'content.jsonl'", "every name of a file once"),
        (f"seed = 1\n{PART}output = 'content.toml'", "every name of a file once"),
        (f"seed = 1\nexclude = ['a.compact']\n{PART}", "every name of a file once"),
        (f"seed = 1\n{PART}[checks]\npuzzles = 2", "checks: puzzles = 2, but all kinds together have 1"),
        (f"seed = 1\n{PART}[checks]\nsize = 2", "content.toml, checks: there is no 'size'"),
        (f"seed = 1\n{PART}[checks]\nbytes = 'x'", "content.toml, checks: bytes"),
        (f"seed = 1\nchecks = 5\n{PART}", "content.toml, checks: expected a table"),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ValueError, match=r"content\.toml") as caught:
        read(tmp_path, text)
    assert message in str(caught.value)
