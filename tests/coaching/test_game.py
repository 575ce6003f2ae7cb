"""Game: legality, totals, history, components, and save and resume."""

import json
import pickle
import random
from itertools import chain

import numpy as np
import pytest
from boards import random_puzzle, solvable_puzzle

from hashi_fast.board.checker import check
from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.solution import Solution
from hashi_fast.coaching.game import Game, Move
from hashi_fast.errors import FormatError

CORNER = Puzzle(3, 3, [(0, 0, 3), (0, 2, 2), (2, 0, 1)])
CROSS = Puzzle(3, 3, [(0, 1, 2), (1, 0, 2), (1, 2, 2), (2, 1, 2)])
SQUARE = [(0, 0, 2), (0, 2, 2), (2, 0, 2), (2, 2, 2)]
THREE = Puzzle(5, 1, [(0, 0, 2), (0, 2, 4), (0, 4, 2)])


class TestSetBridge:
    def test_made(self):
        game = Game(CORNER)
        assert game.set_bridge(0, 0, 0, 2, 2) == Move(True, None, 0, 0, 2)
        assert game.set_bridge(2, 0, 0, 0, 1) == Move(True, None, 1, 0, 1)
        assert game.bridges == ((0, 0, 0, 2, 2), (0, 0, 2, 0, 1))
        assert (game.counts, game.totals, game.solved) == ((2, 1), (3, 2, 1), True)
        assert game.violations() == []
        assert str(game) == "3=2\n|..\n1.."

    def test_numpy_integers(self):
        assert Game(CORNER).set_bridge(*np.array([0, 0, 0, 2, 2]))

    def test_over_the_target(self):
        game = Game(CORNER)
        move = game.set_bridge(0, 0, 2, 0, 2)
        assert not move
        assert move == (False, move.reason, 1, 0, 0)
        assert move.reason == "the island at row 3, column 1 would have 2 bridges, more than its target of 1"
        assert (game.bridges, game.totals, game.can_undo) == ((), (0, 0, 0), False)

    def test_over_the_target_by_two_edges(self):
        game = Game(Puzzle(3, 3, [(0, 0, 1), (0, 2, 1), (2, 0, 1)]))
        assert game.set_bridge(0, 0, 0, 2, 1)
        assert "row 1, column 1 would have 2 bridges" in game.set_bridge(0, 0, 2, 0, 1).reason

    def test_crossing(self):
        game = Game(CROSS)
        assert game.set_bridge(0, 1, 2, 1, 2)
        move = game.set_bridge(1, 0, 1, 2, 1)
        assert not move
        assert move.reason == (
            "a bridge between the island at row 2, column 1 and the island at row 2, column 3 would cross "
            "the bridge between the island at row 1, column 2 and the island at row 3, column 2"
        )
        assert game.set_bridge(1, 0, 1, 2, 0), "none is what there is"
        assert game.set_bridge(0, 1, 2, 1, 0)
        assert game.set_bridge(1, 0, 1, 2, 1)

    def test_closing_a_loop(self):
        game = Game(Puzzle(3, 3, SQUARE, loops=False))
        for bridge in [(0, 0, 0, 2, 1), (0, 0, 2, 0, 1), (0, 2, 2, 2, 1)]:
            assert game.set_bridge(*bridge)
        move = game.set_bridge(2, 0, 2, 2, 1)
        assert not move
        assert "row 3, column 1 and the island at row 3, column 3 are already connected" in move.reason
        assert (2, 0, 2, 2, 1) not in game.available_moves()
        assert game.set_bridge(0, 0, 0, 2, 0)
        assert game.set_bridge(2, 0, 2, 2, 1)

    def test_a_double_bridge_is_no_loop(self):
        game = Game(Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)], loops=False))
        assert game.set_bridge(0, 0, 0, 2, 1)
        assert game.set_bridge(0, 0, 0, 2, 2)
        assert game.solved

    def test_loops_where_they_are_allowed(self):
        game = Game(Puzzle(3, 3, SQUARE))
        assert all(game.set_bridge(*bridge) for bridge in [(0, 0, 0, 2, 1), (0, 0, 2, 0, 1), (0, 2, 2, 2, 1)])
        assert game.set_bridge(2, 0, 2, 2, 1)
        assert game.solved

    def test_unknown_clue_has_no_limit(self):
        game = Game(Puzzle(3, 1, [(0, 0, None), (0, 2, None)], max_bridges=4))
        assert not game.solved
        assert game.set_bridge(0, 0, 0, 2, 4)
        assert game.solved

    def test_free_game_takes_what_a_strict_one_refuses(self):
        game = Game(CROSS, strict=False)
        assert game.set_bridge(0, 1, 2, 1, 2)
        assert game.set_bridge(1, 0, 1, 2, 2)
        assert str(game) == ".2.\n2+2\n.2."
        assert {violation.rule for violation in game.violations()} == {"crossing", "connected"}
        assert not game.solved
        over = Game(CORNER, strict=False)
        assert over.set_bridge(0, 0, 2, 0, 2)
        assert over.totals == (2, 0, 2)

    @pytest.mark.parametrize("strict", [True, False])
    @pytest.mark.parametrize("count", [-1, 3, pytest.param(10**5000, id="huge")])
    def test_count_out_of_range(self, strict, count):
        move = Game(CORNER, strict=strict).set_bridge(0, 0, 0, 2, count)
        assert not move
        assert "row 1, column 1 and the island at row 1, column 3 can have 0 to 2 bridges, not" in move.reason

    @pytest.mark.parametrize("strict", [True, False])
    @pytest.mark.parametrize(
        ("cells", "reason"),
        [
            ((0, 0, 0, 1), "there is no island at row 1, column 2"),
            ((9, 9, 0, 0), "there is no island at row 10, column 10"),
            ((0, 2, 0, 2), "the island at row 1, column 3 is both ends; a bridge joins two islands"),
            ((0, 0, 0, 4), "row 1, column 1 and the island at row 1, column 5 are not nearest neighbours"),
            ((2, 2, 0, 0), "row 1, column 1 and the island at row 3, column 3 are not in the same row or column"),
        ],
    )
    def test_no_edge(self, strict, cells, reason):
        puzzle = Puzzle(5, 3, [(0, 0, 2), (0, 2, 4), (0, 4, 2), (2, 2, 1)])
        for move in (
            Game(puzzle, strict=strict).set_bridge(*cells, 1),
            Game(puzzle, strict=strict).cycle(*cells),
        ):
            assert not move
            assert move[2:] == (None, 0, 0)
            assert reason in move.reason

    @pytest.mark.parametrize("wrong", [True, 1.0, "1", None, float("nan")])
    def test_wrong_types(self, wrong):
        game = Game(CORNER)
        for position in range(5):
            arguments = [0, 0, 0, 2, 1]
            arguments[position] = wrong
            with pytest.raises(ValueError, match="whole numbers"):
                game.set_bridge(*arguments)
        with pytest.raises(ValueError, match="whole numbers"):
            game.cycle(0, 0, wrong, 2)

    def test_wrong_types_of_a_game(self):
        with pytest.raises(TypeError, match="expected a Puzzle, not 'puzzle'"):
            Game("puzzle")
        with pytest.raises(ValueError, match="strict"):
            Game(CORNER, strict=1)

    def test_taking_away_is_always_legal(self):
        rng = random.Random(6)
        for _ in range(100):
            puzzle = random_puzzle(rng, max_islands=8)
            game = Game(puzzle)
            while moves := game.available_moves():
                assert game.set_bridge(*rng.choice(moves))
            for bridge in game.bridges:
                assert game.set_bridge(*bridge[:4], rng.randrange(bridge[4]))


class TestCycle:
    def test_forward(self):
        game = Game(THREE)
        assert [game.cycle(0, 0, 0, 2).after for _ in range(4)] == [1, 2, 0, 1]

    def test_backward(self):
        game = Game(THREE)
        assert [game.cycle(0, 2, 0, 0, backward=True).after for _ in range(4)] == [2, 1, 0, 2]

    @pytest.mark.parametrize("backward", [False, True])
    def test_passes_over_illegal_counts(self, backward):
        game = Game(CORNER)
        assert [game.cycle(0, 0, 2, 0, backward=backward).after for _ in range(3)] == [1, 0, 1]

    def test_refused_when_nothing_is_legal(self):
        game = Game(CROSS)
        assert game.cycle(0, 1, 2, 1)
        move = game.cycle(1, 0, 1, 2)
        assert not move
        assert "would cross" in move.reason

    def test_free_goes_through_all(self):
        puzzle = Puzzle(3, 1, [(0, 0, 1), (0, 2, 1)], max_bridges=4)
        game = Game(puzzle, strict=False)
        assert [game.cycle(0, 0, 0, 2).after for _ in range(6)] == [1, 2, 3, 4, 0, 1]


class TestHistory:
    def test_undo_and_redo(self):
        game = Game(CORNER)
        assert not game.undo()
        assert not game.redo()
        game.set_bridge(0, 0, 0, 2, 1)
        game.set_bridge(0, 0, 0, 2, 2)
        assert (game.can_undo, game.can_redo) == (True, False)
        assert game.undo()
        assert (game.counts, game.totals, game.can_redo) == ((1, 0), (1, 1, 0), True)
        assert game.undo()
        assert (game.counts, game.can_undo) == ((0, 0), False)
        assert game.redo()
        assert game.redo()
        assert (game.counts, game.can_redo) == ((2, 0), False)

    def test_a_new_action_clears_redo(self):
        game = Game(CORNER)
        game.set_bridge(0, 0, 0, 2, 1)
        game.undo()
        game.set_bridge(0, 0, 2, 0, 1)
        assert not game.can_redo

    def test_what_changes_nothing_is_no_action(self):
        game = Game(CORNER)
        game.set_bridge(0, 0, 0, 2, 1)
        game.undo()
        assert game.set_bridge(0, 0, 0, 2, 0)
        assert not game.set_bridge(0, 0, 0, 2, 3)
        assert (game.can_undo, game.can_redo) == (False, True)

    def test_reset_is_one_action(self):
        game = Game(CORNER)
        assert not game.reset()
        game.set_bridge(0, 0, 0, 2, 2)
        game.set_bridge(0, 0, 2, 0, 1)
        assert game.reset()
        assert (game.bridges, game.totals) == ((), (0, 0, 0))
        assert not game.reset()
        assert game.undo()
        assert game.solved
        assert game.redo()
        assert game.bridges == ()

    def test_long_random_games(self):
        rng = random.Random(7)
        for _ in range(60):
            puzzle = random_puzzle(rng, max_islands=9)
            game = Game(puzzle, strict=rng.random() < 0.5)
            edges = [bridge[:4] for bridge in Solution(puzzle, [1] * puzzle.topology.n_edges).bridges]
            past, future = [game.counts], []
            for _ in range(40):
                action = rng.choice(["set", "set", "cycle", "undo", "redo", "reset"])
                if action == "undo":
                    assert game.undo() == (len(past) > 1)
                    if len(past) > 1:
                        future.append(past.pop())
                elif action == "redo":
                    assert game.redo() == bool(future)
                    if future:
                        past.append(future.pop())
                else:
                    if action == "reset":
                        game.reset()
                    elif edges and action == "set":
                        game.set_bridge(*rng.choice(edges), rng.randint(0, puzzle.max_bridges))
                    elif edges:
                        game.cycle(*rng.choice(edges), backward=rng.random() < 0.5)
                    if game.counts != past[-1]:
                        past.append(game.counts)
                        future.clear()
                assert game.counts == past[-1]
                self.check_derived(game)

    @staticmethod
    def check_derived(game):
        solution = Solution(game.puzzle, game.counts)
        assert game.bridges == solution.bridges
        cells = [island[:2] for island in game.puzzle.islands]
        totals = dict.fromkeys(cells, 0)
        for r1, c1, r2, c2, count in game.bridges:
            totals[r1, c1] += count
            totals[r2, c2] += count
        assert game.totals == tuple(totals.values())
        assert game.solved == (not check(game.puzzle, solution))
        assert sorted(chain.from_iterable(game.components)) == list(range(len(cells)))
        cut_off = [violation for violation in check(game.puzzle, solution) if violation.rule == "connected"]
        assert len(game.components) == len(cut_off) + 1
        if game.strict:
            targets = [island.target for island in game.puzzle.islands]
            assert all(
                target is None or total <= target for total, target in zip(game.totals, targets, strict=True)
            )
            assert not {"line", "crossing", "max_bridges", "loop"} & {
                rule for rule, _, _ in game.violations()
            }


class TestViews:
    def test_solution_can_be_played(self):
        rng = random.Random(8)
        for _ in range(100):
            puzzle, bridges = solvable_puzzle(rng)
            rng.shuffle(bridges)
            game = Game(puzzle)
            assert all(game.set_bridge(*bridge) for bridge in bridges)
            assert game.solved

    def test_components(self):
        game = Game(Puzzle(5, 2, [(0, 0, 1), (0, 2, 2), (0, 4, 2), (1, 0, 1)]))
        assert game.components == [[0], [1], [2], [3]]
        game.set_bridge(0, 0, 1, 0, 1)
        game.set_bridge(0, 2, 0, 4, 2)
        assert game.components == [[0, 3], [1, 2]]

    def test_available_moves(self):
        game = Game(CORNER)
        assert game.available_moves() == [(0, 0, 0, 2, 1), (0, 0, 2, 0, 1)]
        game.set_bridge(0, 0, 2, 0, 1)
        assert game.available_moves() == [(0, 0, 0, 2, 1)]
        game.set_bridge(0, 0, 0, 2, 1)
        assert game.available_moves() == [(0, 0, 0, 2, 2)]
        game.set_bridge(0, 0, 0, 2, 2)
        assert game.available_moves() == []

    def test_available_moves_of_a_free_game(self):
        game = Game(CORNER, strict=False)
        game.set_bridge(0, 0, 2, 0, 1)
        assert game.available_moves() == [(0, 0, 0, 2, 1), (0, 0, 2, 0, 2)]

    @pytest.mark.parametrize(("target", "solved"), [(0, True), (None, True), (1, False)])
    def test_lone_island(self, target, solved):
        game = Game(Puzzle(1, 1, [(0, 0, target)]))
        assert game.solved is solved
        assert (game.components, game.available_moves(), game.reset()) == ([[0]], [], False)

    def test_repr(self):
        game = Game(CORNER, strict=False)
        game.set_bridge(0, 0, 0, 2, 2)
        assert repr(game) == f"<Game({CORNER!r}, strict=False) with 2 bridges>"


def state(game):
    return game.puzzle, game.puzzle.id, game.strict, game.counts, game.totals, game._undo, game._redo


class TestSave:
    @pytest.mark.parametrize("strict", [True, False])
    def test_everything_comes_back(self, strict):
        game = Game(Puzzle(3, 3, CORNER.islands, id="easy-001"), strict=strict)
        game.set_bridge(0, 0, 0, 2, 1)
        game.cycle(0, 0, 2, 0)
        game.reset()
        game.cycle(0, 0, 0, 2)
        game.undo()
        game.undo()
        game.undo()
        for again in (Game.from_json(game.to_json()), pickle.loads(pickle.dumps(game))):
            assert state(again) == state(game)
            assert again.redo()
            assert again.redo()
            assert again.redo()
            assert again.counts == (1, 0)
            assert not again.redo()

    def test_random_games(self):
        rng = random.Random(9)
        for _ in range(60):
            game = Game(random_puzzle(rng), strict=rng.random() < 0.5)
            for _ in range(15):
                if moves := game.available_moves():
                    game.set_bridge(*rng.choice(moves))
                if rng.random() < 0.3:
                    game.undo()
                if rng.random() < 0.1:
                    game.reset()
            assert state(Game.from_json(game.to_json())) == state(game)

    def saved(self, **changes):
        game = Game(CORNER)
        game.set_bridge(0, 0, 0, 2, 1)
        game.set_bridge(0, 0, 0, 2, 2)
        game.undo()
        fields = json.loads(game.to_json())
        assert fields["undo"] == [[[0, 0, 1]]]
        assert fields["redo"] == [[[0, 1, 2]]]
        fields.update(changes)
        return json.dumps({key: value for key, value in fields.items() if value != "missing"})

    def test_unchanged_save_is_read(self):
        assert Game.from_json(self.saved()).counts == (1, 0)

    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            ({"save": 2}, "game, save: expected version 1, found 2"),
            ({"save": True}, "game, save: expected version 1, found True"),
            ({"save": "missing"}, "game: expected the key 'save'"),
            ({"strict": 1}, "game, strict: expected true or false, found 1"),
            ({"strict": "missing"}, "game: expected the key 'strict'"),
            ({"puzzle": "missing"}, "game: expected the key 'puzzle'"),
            ({"puzzle": []}, "game, puzzle: expected an object"),
            ({"puzzle": {"w": 3, "h": 3, "islands": []}}, "game, puzzle: no islands; expected at least one"),
            (
                {"puzzle": {"w": 3, "h": 3, "islands": [{}]}},
                r"game, puzzle, islands\[0\]: expected an object",
            ),
            ({"undo": "missing"}, "game: expected the key 'undo'"),
            ({"undo": {}}, "game, undo: expected a list of actions"),
            ({"undo": [3]}, r"game, undo\[0\]: expected a list of \[edge, before, after\] changes, found 3"),
            ({"undo": [[]]}, r"game, undo\[0\]: expected a list"),
            ({"undo": [[[0, 0, 1], [0, 1]]]}, r"game, undo\[0\]: expected a list"),
            ({"undo": [[[0, 0, True]]]}, r"game, undo\[0\]: expected a list"),
            ({"undo": [[[0, 0, 1.0]]]}, r"game, undo\[0\]: expected a list"),
            ({"undo": [[[2, 0, 1]]]}, r"game, undo\[0\]\[0\]: expected an edge from 0 to 1, found 2"),
            ({"undo": [[[-1, 0, 1]]]}, r"game, undo\[0\]\[0\]: expected an edge from 0 to 1, found -1"),
            (
                {"undo": [[[0, 1, 2]]]},
                r"game, undo\[0\]\[0\]: expected edge 0 to go from its count of 0, found 1",
            ),
            ({"undo": [[[0, 0, 3]]]}, r"game, undo\[0\]\[0\]: expected a legal move, found that"),
            (
                {"undo": [[[0, 0, 1]], [[1, 0, 2]]]},
                r"game, undo\[1\]\[0\]: expected a legal move, found that the island",
            ),
            ({"redo": "missing"}, "game: expected the key 'redo'"),
            (
                {"redo": [[[0, 0, 1]]]},
                r"game, redo\[0\]\[0\]: expected edge 0 to go from its count of 1, found 0",
            ),
        ],
    )
    def test_refused(self, changes, message):
        with pytest.raises(FormatError, match=message):
            Game.from_json(self.saved(**changes))

    @pytest.mark.parametrize(
        "text", ["", "null", "[]", "{", "[" * 100_000, '{"save": 1, "save": 1}', "NaN", None, b"{}"]
    )
    def test_no_save_at_all(self, text):
        with pytest.raises(FormatError, match="game"):
            Game.from_json(text)

    def test_deleting_any_piece_of_a_save_is_noticed_or_harmless(self):
        text = self.saved()
        for at in range(len(text)):
            try:
                game = Game.from_json(text[:at] + text[at + 1 :])
            except FormatError:
                continue
            assert isinstance(game, Game)
