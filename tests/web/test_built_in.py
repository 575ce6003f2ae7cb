"""The built-in puzzles: what the script makes, unique, rated as stated, and of every kind that the game promises."""
import importlib.util
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

import hashi_fast as hf
from hashi_fast.generation.recipes import GENERATOR_VERSION
from hashi_fast.web.built_in import PATH, built_in


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_built_in", Path(__file__).with_name("make_built_in.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_they_are_unique_and_rated_as_stated() -> None:
    for record in built_in():
        rating = hf.rate(record.puzzle)
        assert rating.status == "rated"
        assert rating == record.rating


def test_levels_sizes_and_styles() -> None:
    records = built_in()
    levels = Counter(hf.rate(record.puzzle).difficulty for record in records)
    assert list(levels) == ["easy", "medium", "hard", "expert", "extreme"]
    assert all(50 <= count <= 60 for count in levels.values())
    for level in levels:
        kinds = [record for record in records if record.rating and record.rating.difficulty == level]
        sizes = Counter((record.puzzle.width, record.puzzle.height) for record in kinds)
        assert min(sizes[7, 7], sizes[9, 9], sizes[9, 13]) >= 8
        assert len(sizes) >= 6
        assert {record.extra["style"] for record in kinds} == {"classic", "rich", "open"}
        scores = [record.rating.score for record in kinds if record.rating]
        assert scores == sorted(scores)


def test_every_technique_can_be_practised() -> None:
    needed = Counter(name for record in built_in() for name in hf.rate(record.puzzle).counts)
    assert set(needed) == {technique.name for technique in hf.TECHNIQUES}
    assert min(needed.values()) >= 3


def test_ids_are_different_and_say_the_kind() -> None:
    records = built_in()
    assert len({record.puzzle.id for record in records}) == len(records)
    assert len({record.puzzle.canonical() for record in records}) == len(records)
    for record in records:
        level = hf.rate(record.puzzle).difficulty
        assert str(record.puzzle.id).startswith(f"{level}-{record.puzzle.width}x{record.puzzle.height}-")


def test_a_sample_is_what_the_script_makes(script: ModuleType) -> None:
    kinds = script.kinds()
    assert sum(count for _, count in kinds.values()) == len(built_in())
    for record in built_in()[::9]:
        name, _, _ = str(record.puzzle.id).rpartition("-")
        spec, _ = kinds[name]
        if "search" in spec.require:
            continue  # takes seconds
        extra = record.extra
        assert (extra["seed"], extra["generator"]) == (script.SEED, GENERATOR_VERSION)
        targets = {field: getattr(spec, field) for field in ("difficulty", "style", "loops", "require")}
        made = hf.generate(spec.width, spec.height, seed=extra["seed"], index=extra["index"], **targets)
        assert made.puzzle == record.puzzle


@pytest.mark.slow
def test_all_is_what_the_script_makes(script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "PATH", tmp_path / "made.json.gz")
    script.main()
    assert script.PATH.read_bytes() == PATH.read_bytes()
