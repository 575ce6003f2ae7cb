"""Entries: puzzles as the page wants them, and walkthroughs that lead to the solution in the words of `hint`."""
import json
from typing import Any

import pytest
from command_line import CHOICE, ENDLESS, SPLIT
from ladder import BOARDS

import hashi_fast as hf
from hashi_fast.coaching.budget import Budget
from hashi_fast.coaching.sentences import OBVIOUS
from hashi_fast.web.built_in import built_in
from hashi_fast.web.entries import board_of, entry_of
from hashi_fast.web.steps import LADDER, follow, packed, unpacked

BOARD = hf.loads("7x7:3c3a3g4b3a4b4b2j3c3a2a1a1a2")


def check_walkthrough(puzzle: hf.Puzzle, items: list[Any]) -> None:
    """Check that each item is the next hint, that hard ones have its words, and that the last one solves the board."""
    game = hf.Game(puzzle)
    ends = {pair: edge for edge, pair in enumerate(_all_ends(puzzle))}
    for item in items:
        hint = hf.hint(game)
        bridges = [[ends[bridge[:4]], bridge[4]] for bridge in hint.bridges]
        if hint.technique in LADDER:
            assert item == [number for bridge in bridges for number in bridge]
        else:
            assert [item[key] for key in ("technique", "where", "why", "what")] == [
                hint.technique, hint.where, hint.why, hint.what,
            ]  # fmt: skip
            assert item["islands"] == [list(cell) for cell in hint.islands]
            assert item["bridges"] == bridges
            around = {edge for pair, edge in ends.items() if {pair[:2], pair[2:]} & set(hint.islands)}
            in_the_way = {other for edge in around for other in puzzle.topology.crossings(edge)}
            placed = {ends[bridge[:4]] for bridge in game.bridges}
            assert item["rests"] == sorted(placed & (around | in_the_way))
        for bridge in hint.bridges:
            assert game.set_bridge(*bridge)
    assert game.solved


def _all_ends(puzzle: hf.Puzzle) -> list[tuple[int, int, int, int]]:
    cells = [(row, col) for row, col, _ in puzzle.islands]
    return [(*cells[a], *cells[b]) for a, b, _ in puzzle.topology.edge_list()]


@pytest.mark.parametrize("name", list(BOARDS))
def test_walkthroughs_solve_boards_of_every_technique(name: str) -> None:
    entry = entry_of(hf.Record(BOARDS[name]), "x", walkthrough=True)
    items = unpacked(entry["walkthrough"])
    check_walkthrough(BOARDS[name], items)
    hard = [item["technique"] for item in items if isinstance(item, dict)]
    if name in LADDER:
        assert hard == []
    else:
        assert name in hard or name == "search"


def test_walkthroughs_of_a_sample_of_the_built_in_puzzles() -> None:
    for record in built_in()[::20]:
        check_walkthrough(record.puzzle, unpacked(entry_of(record, "x", walkthrough=True)["walkthrough"]))


@pytest.mark.slow
def test_walkthroughs_of_all_built_in_puzzles() -> None:
    sizes = []
    for record in built_in():
        walkthrough = entry_of(record, "x", walkthrough=True)["walkthrough"]
        check_walkthrough(record.puzzle, unpacked(walkthrough))
        sizes.append(len(walkthrough))
    assert sum(sizes) / len(sizes) < 820  # 0.8 KiB


def test_the_ladder_of_the_page_ends_where_trying_begins() -> None:
    assert LADDER[0] == OBVIOUS
    assert LADDER[-1] == "no loop"
    assert {technique.level for technique in hf.TECHNIQUES if technique.name in LADDER} == {"easy", "medium"}
    assert not [technique for technique in hf.TECHNIQUES[len(LADDER) :] if technique.level in ("easy", "medium")]


def test_the_same_puzzle_has_the_same_bytes() -> None:
    record = built_in()[-1]
    assert entry_of(record, "x", walkthrough=True) == entry_of(record, "x", walkthrough=True)
    steps = follow(BOARD, Budget(None, None))
    assert packed(steps) == packed(follow(BOARD, Budget(None, None)))


def test_an_entry_says_everything_about_a_puzzle() -> None:
    rating = hf.rate(BOARD)
    solution = hf.solve(BOARD).solution
    assert solution is not None
    record = hf.Record(BOARD.with_id(7), extra={"title": "Seven", "style": "classic", "seed": 1})
    assert entry_of(record, "x") == {
        "id": "7", "title": "Seven", "style": "classic", "w": 7, "h": 7, "task": "3c3a3g4b3a4b4b2j3c3a2a1a1a2",
        "solution": "".join(map(str, solution.edge_counts)), "level": rating.difficulty, "score": rating.score,
        "hardest": rating.hardest, "techniques": rating.counts,
    }  # fmt: skip


@pytest.mark.parametrize(("text", "status"), [(CHOICE, "multiple"), (SPLIT, "none"), (ENDLESS, "multiple")])
def test_boards_without_exactly_one_solution_say_so(text: str, status: str) -> None:
    record = hf.loads_record(text)._replace(rating={"difficulty": "easy", "score": 1.0})
    entry = entry_of(record, "x", walkthrough=True)
    assert entry["status"] == status
    assert not {"solution", "level", "walkthrough"} & set(entry)


def test_a_wrong_solution_or_rating_in_a_file_is_not_believed() -> None:
    record = hf.loads_record('{"w": 3, "h": 1, "task": "2a2", "solution": [[0, 0, 0, 2, 1]], "rating": {"score": "x"}}')
    entry = entry_of(record, "x")
    assert (entry["solution"], entry["level"], entry["score"]) == ("2", "easy", hf.rate(record.puzzle).score)


def test_the_level_of_a_pack_is_kept() -> None:
    record = hf.Record(BOARD, rating={"difficulty": "hard", "score": 3.5})
    entry = entry_of(record, "x")
    assert (entry["level"], entry["score"], entry["hardest"]) == ("hard", 3.5, "forbidden pair")


@pytest.mark.parametrize(
    "puzzle",
    [
        hf.Puzzle(3, 1, [(0, 0, None), (0, 2, 2)]),
        hf.Puzzle(3, 1, [(0, 0, 3), (0, 2, 3)], max_bridges=3, loops=False),
        hf.Puzzle(2, 1, [(0, 0, 1), (0, 1, 1)], max_bridges=1),
        hf.Puzzle(1, 1, [(0, 0, 0)]),
        hf.Puzzle(5, 5, [(2, 0, 9), (0, 2, 3)], max_bridges=4),
    ],
)
def test_boards_of_all_rules_come_through(puzzle: hf.Puzzle) -> None:
    entry = entry_of(hf.Record(puzzle), "x", walkthrough=True)
    assert hf.loads(json.dumps({key: value for key, value in entry.items() if key != "solution"})) == puzzle
    assert hf.loads(json.dumps(board_of(puzzle))) == puzzle
    if hf.is_unique(puzzle):
        check_walkthrough(puzzle, unpacked(entry["walkthrough"]))


def test_a_saved_game_starts_with_its_bridges() -> None:
    game = hf.Game(BOARD)
    assert "start" not in entry_of(game.record(), "1")
    game.set_bridge(*game.available_moves()[0])
    entry = entry_of(game.record(), "1")
    assert entry["start"] == "".join(map(str, game.counts))
    assert entry["solution"] == entry_of(hf.Record(BOARD), "1")["solution"]
    solved = hf.solve(BOARD).solution
    assert "start" not in entry_of(hf.Record(BOARD, solved), "1")  # an answer is no game
