"""Saved games as a format: what `Game` writes is read by everybody, and other records become games."""
import gzip
import json
import random
from pathlib import Path

import pytest
from boards import sample

import hashi_fast as hf
from hashi_fast import formats
from hashi_fast.formats import game as saves

PUZZLE = hf.Puzzle(3, 3, [(0, 0, 3), (0, 2, 2), (2, 0, 1)])


def played(puzzle: hf.Puzzle, seed: int = 1) -> hf.Game:
    """Return a game with moves, some of which have been taken back."""
    rng = random.Random(seed)
    game = hf.Game(puzzle)
    for _ in range(8):
        moves = game.available_moves()
        if moves:
            game.set_bridge(*rng.choice(moves))
        if rng.random() < 0.3:
            game.undo()
    return game


@pytest.mark.parametrize("strict", [True, False])
def test_save_and_load(strict: bool, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    for number, puzzle in enumerate(sample(30, 3)):
        game = played(puzzle, number)
        game.save(path)
        again = hf.Game.load(path)
        assert again.to_json() == game.to_json()
        assert (again.bridges, again.can_undo, again.can_redo) == (game.bridges, game.can_undo, game.can_redo)
        assert path.read_text() == game.to_json() + "\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_game_is_a_record() -> None:
    game = played(PUZZLE)
    record = hf.loads_record(game.to_json())
    assert formats.detect(game.to_json()) == "game"
    assert record.puzzle == PUZZLE
    assert record.solution is not None
    assert record.solution.bridges == game.bridges
    assert saves.is_game(record)
    assert record == game.record() == hf.loads_record(game.to_json(), "game")
    assert hf.dumps(game, "game") == hf.dumps(record, "game") == game.to_json()
    assert hf.dumps(game, "grid") == str(game)
    # It stays a game as JSON, too.
    assert hf.dumps(hf.loads_record(hf.dumps(record)), "game") == game.to_json()


def test_the_layout_does_not_matter(tmp_path: Path) -> None:
    game = played(PUZZLE)
    path = tmp_path / "game.json"
    path.write_text(json.dumps(json.loads(game.to_json()), indent=4))
    assert hf.Game.load(path).to_json() == game.to_json()
    assert [record.puzzle for record in hf.load(path)] == [PUZZLE]
    path.write_bytes(gzip.compress(path.read_bytes()))
    assert hf.Game.load(path).bridges == game.bridges
    game.save(tmp_path / "game.json.gz")
    assert hf.Game.load(tmp_path / "game.json.gz").bridges == game.bridges


def test_many_games_in_one_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    games = [played(puzzle) for puzzle in sample(3, 3)]
    assert hf.dump(games, path, "game") == 3
    assert [record.solution.bridges for record in hf.load(path) if record.solution] == [game.bridges for game in games]
    with pytest.raises(hf.FormatError, match="expected one saved game, found 3 puzzles"):
        hf.Game.load(path)


def test_other_records_become_games() -> None:
    solution = hf.solve(PUZZLE).solution
    assert solution is not None
    game = hf.Game.from_json(hf.dumps(hf.Record(PUZZLE, solution), "game"))
    assert game.solved
    assert game.undo()
    assert not hf.Game.from_json(hf.dumps(PUZZLE, "game")).can_undo
    # Moves that do not lead to the bridges of the record are dropped.
    record = played(PUZZLE).record()._replace(solution=solution)
    assert hf.Game.from_json(hf.dumps(record, "game")).solved


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"save": 2}, "game, save: expected version 1, found 2"),
        ({"strict": 1}, "game, strict: expected true or false, found 1"),
        ({"puzzle": {}}, "game, puzzle: expected the key 'islands'"),
        ({"undo": {}}, "game, undo: expected a list of actions"),
        ({"undo": [[[9, 0, 1]]]}, r"game, undo\[0\]\[0\]: expected an edge from 0 to 1, found 9"),
        ({"undo": [[[0, 1, 2]]]}, r"game, undo\[0\]\[0\]: expected edge 0 to go from its count of 0, found 1"),
        ({"undo": [[[0, 0, 3]]]}, r"game, undo\[0\]\[0\]: expected 0..2 bridges, found 3"),
        ({"redo": [[[0, 0]]]}, r"game, redo\[0\]: expected a list of \[edge, before, after\] changes"),
    ],
)
def test_what_is_no_game(changes: dict[str, object], message: str, tmp_path: Path) -> None:
    fields = {**json.loads(hf.Game(PUZZLE).to_json()), **changes}
    with pytest.raises(hf.FormatError, match=message):
        hf.loads_record(json.dumps(fields))
    path = tmp_path / "game.json"
    path.write_text(json.dumps(fields))
    with pytest.raises(hf.FormatError, match=f"{path}.*{message}"):
        hf.Game.load(path)


def test_illegal_moves_are_refused_by_the_game_alone(tmp_path: Path) -> None:
    # More bridges than the target: a free player may do that, a strict one may not.
    fields = {**json.loads(hf.Game(PUZZLE).to_json()), "undo": [[[1, 0, 2]]]}
    path = tmp_path / "game.json"
    path.write_text(json.dumps(fields))
    with pytest.raises(hf.FormatError, match=r"game.json: game, undo\[0\]\[0\]: expected a legal move"):
        hf.Game.load(path)
    path.write_text(json.dumps({**fields, "strict": False}))
    assert hf.Game.load(path).bridges == ((0, 0, 2, 0, 2),)


def test_files_of_puzzles_are_no_games(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    hf.dump([PUZZLE], path)
    with pytest.raises(hf.FormatError, match=r"puzzles.jsonl: expected one saved game, found 1 puzzles; Game\("):
        hf.Game.load(path)


def test_extra_that_is_no_game() -> None:
    with pytest.raises(hf.FormatError, match="game cannot write the extra key 'game'"):
        hf.dumps(hf.Record(PUZZLE, extra={"game": 5}), "game")


def test_games_that_the_page_saved(tmp_path: Path) -> None:
    from hashi_fast.web.entries import entry_of

    for puzzle in (PUZZLE, hf.Puzzle(4, 4, [(0, 0, None), (0, 3, 4), (3, 3, 3)], max_bridges=3, loops=False)):
        game = played(puzzle)
        entry = entry_of(hf.Record(puzzle), "1")
        save = {"save": 1, "key": "x", "counts": "".join(map(str, game.counts)), "undo": [], "redo": []}
        text = json.dumps({"hashi": "game", "entry": entry, "game": save})
        path = tmp_path / "hashi-x.json"
        path.write_text(text)
        assert formats.detect(text) == "game"
        again = hf.Game.load(path)
        assert (again.puzzle, again.bridges) == (puzzle, game.bridges)
        assert saves.is_game(hf.loads_record(text))
    for changes, message in (
        ({"game": {}}, "game, game: expected the key 'counts'"),
        ({"game": {"counts": "9"}}, "game, counts: expected a digit 0..3 for each of 2 edges, found '9'"),
        ({"game": 5}, "game: expected objects as 'entry' and 'game'"),
        ({"entry": {}}, "json: expected the key 'islands'"),
    ):
        with pytest.raises(hf.FormatError, match=message):
            hf.loads_record(json.dumps({**json.loads(text), **changes}))
