"""The log of the kernels, read back: a replay ends with the bounds of the kernels."""
import random

from boards import solvable_puzzle

from hashi_fast.deduction._boundary import Path
from hashi_fast.deduction.steps import Replay
from hashi_fast.deduction.techniques import NAMES


def test_a_replay_ends_with_the_bounds_of_the_kernels() -> None:
    rng = random.Random(1)
    for _ in range(300):
        puzzle, bridges = solvable_puzzle(rng, max_side=9, max_islands=20)
        edges = {(*puzzle.islands[a][:2], *puzzle.islands[b][:2]): e
                 for e, (a, b, _) in enumerate(puzzle.topology.edge_list())}
        path = Path(puzzle.topology, True)
        _, most = path.bounds
        placed = [0] * len(edges)
        for *ends, count in rng.sample(bridges, len(bridges) // 3):
            placed[edges[tuple(ends)]] = count
            assert path.place(edges[tuple(ends)], count)
        replay = Replay(puzzle.topology, placed, most)
        for rungs in (2, 8, len(NAMES)):
            path.run(rungs)
        rounds = list(replay.rounds(path.log))
        assert (replay.least, replay.most) == path.bounds
        assert all(least <= most for least, most in zip(replay.most, replay.caps, strict=True))
        assert replay.round == len(rounds)
        for number, steps in enumerate(rounds):
            assert {(step.round, step.available) for step in steps} == {(number, len(steps))}
            for step in steps:
                assert (step.split is not None) == (step.technique == "case split")
                assert len({edge for edge, _, _ in step.conclusions}) == len(step.conclusions)
