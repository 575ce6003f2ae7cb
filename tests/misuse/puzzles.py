"""Misuse of puzzles and topologies."""
import hashi_fast as hf
from misuse.cases import PUZZLE, case, changed_puzzle


class Impostor:
    """Has all that a puzzle has, but is none."""

    width, height, max_bridges, loops, id = 3, 1, 2, True, None
    islands = ((0, 0, 1), (0, 10**6, 1))


class Liar(Impostor):
    """Says that it is a puzzle."""

    __class__ = hf.Puzzle


class Far:
    """Says that it is smaller than anything, and larger; as a number it is far away."""

    def __lt__(self, other: object) -> bool:
        return True

    __gt__ = __le__ = __ge__ = __lt__

    def __index__(self) -> int:
        return 10**8


@case
def topology_of_an_impostor() -> object:
    return hf.Topology(Impostor()).edge_list()


@case
def topology_of_a_liar() -> object:
    return hf.Topology(Liar()).edge_list()


@case
def topology_of_a_number() -> object:
    return hf.Topology(3)


@case
def topology_of_none() -> object:
    return hf.Topology(None).cross_start.tolist()


@case
def topology_of_another_class() -> object:
    class Other(hf.Topology):
        """Answers the kernels with nothing, and could be in a cycle with what shares its memory."""

        def relaxed(self, *_: object, **options: object) -> None:
            pass

    puzzle = hf.loads("3x3:1a1c1a1")
    return hf.diagnose(changed_puzzle(islands=puzzle.islands, _topology=Other(puzzle)))


@case
def topology_begun_twice() -> object:
    topology = changed_puzzle().topology
    topology.__init__(3)
    return len(topology.edge_list())


@case
def topology_reopened() -> object:
    edges = changed_puzzle().topology.edge_a
    edges.flags.writeable = True
    return edges


@case
def crossings_of_a_far_edge() -> object:
    return PUZZLE.topology.crossings(Far())


@case
def relaxed_with_a_thousand_bridges() -> object:
    return PUZZLE.topology.relaxed([0], max_bridges=1000, loops=True)


@case
def relaxed_with_negative_bridges() -> object:
    return PUZZLE.topology.relaxed([0], max_bridges=-7, loops=True)


@case
def relaxed_below_its_numbers() -> object:
    puzzle = hf.Puzzle(3, 3, [(0, 1, 5), (1, 0, 1), (1, 1, 8), (1, 2, 1), (2, 1, 1)])
    return puzzle.topology.relaxed(range(5), max_bridges=1, loops=True)


@case
def topology_of_another_puzzle() -> object:
    return hf.solve(changed_puzzle(_topology=hf.loads("3x1:2a2").topology)).solution.bridges


@case
def islands_outside() -> object:
    return hf.solve(changed_puzzle(islands=tuple((r, c + 10**6, t) for r, c, t in PUZZLE.islands)))


@case
def islands_with_large_targets() -> object:
    return hf.rate(changed_puzzle(islands=tuple((r, c, 100) for r, c, _ in PUZZLE.islands)))


@case
def islands_backwards() -> object:
    return hf.solve(changed_puzzle(islands=PUZZLE.islands[::-1]))


@case
def islands_of_one_number() -> object:
    return hf.solve(changed_puzzle(islands=((0,), (1, 2, 3))))


@case
def canonical_islands_of_one_number() -> object:
    return changed_puzzle(islands=((0,), (1, 2, 3))).canonical()


@case
def no_islands() -> object:
    return hf.rate(changed_puzzle(islands=()))


@case
def narrower_than_its_islands() -> object:
    return hf.solve(changed_puzzle(width=2))


@case
def hundred_bridges() -> object:
    return hf.solve(changed_puzzle(max_bridges=100))


@case
def puzzle_without_fields() -> object:
    return hf.solve(hf.Puzzle.__new__(hf.Puzzle))


@case
def record_of_a_number() -> object:
    return hf.dumps(hf.Record(3))


@case
def record_of_no_fields() -> object:
    return hf.dumps(hf.Record(PUZZLE, None, None, 7))
