"""The line of a generated record: the same bytes as the json format writes, and found by its pattern."""
from __future__ import annotations

import pytest
from growing import puzzles_of

import hashi_fast as hf
from hashi_fast.deduction.techniques import NAMES
from hashi_fast.formats._jsonl_writer import RecordLines
from hashi_fast.formats.record_line import RecordLine, origin_fields
from hashi_fast.generation.block import Block, BlockMaker, line_of
from hashi_fast.levels import DIFFICULTIES

SPECS = [
    hf.Spec(7, 7),
    hf.Spec(9, 6, max_bridges=3, difficulty="easy"),
    hf.Spec(8, 8, loops=False),
    hf.Spec(8, 8, unknown_clues=0.2),
    hf.Spec(1, 1),
]


def made(spec: hf.Spec, seed: int = 5, count: int = 8) -> Block:
    return BlockMaker(spec, seed, 0, count).make()


@pytest.mark.parametrize("spec", SPECS, ids=str)
def test_lines_are_those_of_json(spec: hf.Spec) -> None:
    block = made(spec)
    line = line_of(spec, 5)
    written = line.write(block.indexes(block.all_made()), block.all_made(), block.arrays)
    expected = [hf.dumps(each.record(), "jsonl") for each in puzzles_of(block)]
    assert written.decode().splitlines() == expected
    assert all(text.startswith(line.head.decode()) and len(text) <= line.longest for text in expected)


@pytest.mark.parametrize("spec", SPECS, ids=str)
def test_the_pattern_finds_what_is_written(spec: hf.Spec) -> None:
    block = made(spec)
    line = line_of(spec, 5)
    written = line.write(block.indexes(block.all_made()), block.all_made(), block.arrays)
    puzzles = puzzles_of(block)
    found = line.pattern(spec.difficulty).findall(written)
    assert found == line.pattern(None).findall(written)
    assert len(found) == len(puzzles) > 0
    for each, (board, bridges, level, score, counts, index) in zip(puzzles, found, strict=True):
        assert hf.loads(board.decode() + "]}") == each.puzzle
        assert f"[{bridges.decode()}]" == str([list(bridge) for bridge in each.solution.bridges])
        assert (level.decode(), float(score)) == (each.rating.difficulty, each.rating.score)
        assert "{" + counts.decode() + "}" == str(each.rating.counts).replace("'", '"')
        assert int(index) == each.index


def test_the_pattern_finds_nothing_else() -> None:
    spec = hf.Spec(7, 7, difficulty="easy")
    block = made(spec)
    written = line_of(spec, 5).write(block.indexes(block.all_made()), block.all_made(), block.arrays)
    others = [
        line_of(spec, 6).pattern(None),
        line_of(hf.Spec(7, 8), 5).pattern(None),
        line_of(hf.Spec(7, 7, loops=False), 5).pattern(None),
        RecordLine(7, 7, 2, True, seed=5, generator=10**6, techniques=NAMES).pattern(None),
        line_of(spec, 5).pattern("hard"),
    ]
    assert [pattern.findall(written) for pattern in others] == [[]] * len(others)


def test_what_all_lines_say() -> None:
    spec = hf.Spec(7, 5, loops=False)
    shared = line_of(spec, 5).shared
    (record,) = (each.record() for each in puzzles_of(made(spec, count=1)))
    puzzle = record.puzzle
    assert shared == {
        "w": puzzle.width, "h": puzzle.height, "max_bridges": puzzle.max_bridges, "loops": puzzle.loops,
        "seed": record.extra["seed"], "generator": record.extra["generator"],
    }  # fmt: skip
    assert record.extra == origin_fields(5, 0, record.extra["generator"])


def test_the_writer_refuses_what_it_has_no_room_for() -> None:
    texts = [b""] * 11
    RecordLines(7, 7, 2, True, texts, DIFFICULTIES, NAMES)
    with pytest.raises(ValueError, match="10 texts, 5 levels and 16 techniques; expected 11"):
        RecordLines(7, 7, 2, True, texts[1:], DIFFICULTIES, NAMES)
    with pytest.raises(ValueError, match="33 techniques"):
        RecordLines(7, 7, 2, True, texts, DIFFICULTIES, ["x"] * 33)
    with pytest.raises(ValueError, match=r"the name 'x+' is too long"):
        RecordLines(7, 7, 2, True, texts, DIFFICULTIES, ["x" * 25])
