"""The SAT engine by itself: its clauses model by model, its graph, its budgets, and a missing PySAT."""
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import product

import pytest
from boards import random_puzzle, solvable_puzzle
from hand_made import ENDLESS, HAND_MADE, all_twos, dense, grid, two_rings
from oracle import all_solutions, size
from stress import interpreter_runs_on

import hashi_fast as hf
from hashi_fast.search.engines.cnf import Formula
from hashi_fast.search.engines.graph import Graph

solvers = pytest.importorskip("pysat.solvers")

from hashi_fast.search.engines.sat import SatEngine  # noqa: E402

ENCODINGS = ("order", "pb", "direct")
# A search that does not see that needs must add up across a cut had no answer after 400,000 nodes.
HARD = dense(20, 20, (2, 3, 4), 1)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("name", HAND_MADE)
def test_hand_made_boards(name: str, encoding: str) -> None:
    text, rules, count = HAND_MADE[name]
    counted = SatEngine(encoding).count(grid(text, **rules), None)
    assert (counted.found, counted.exceeded) == (count, None)
    assert len(counted.witnesses) == min(count, 2)


def models(formula: Formula) -> list[bytes]:
    """The bridges in every model of the clauses alone, each model once."""
    found = []
    with solvers.Minisat22(bootstrap_with=[clause for part in formula.parts() for clause in part]) as solver:
        while solver.solve():
            model = solver.get_model()[: formula.edge_variables]
            found.append(formula.encoding.counts(model))
            solver.add_clause([-literal for literal in model])
    return found


def proposals(puzzle: hf.Puzzle) -> set[bytes]:
    """By trial: all bridges that obey sums, crossings, and edges without which the islands fall apart."""
    graph = Graph(puzzle)
    cuts = [edges for portion in graph.narrow_cuts() for edges in portion]
    found = set()
    for counts in product(range(puzzle.max_bridges + 1), repeat=len(graph.edges)):
        broken = {violation.rule for violation in hf.check(puzzle, hf.Solution(puzzle, counts))}
        if broken <= {"connected", "loop"} and all(any(counts[edge] for edge in edges) for edges in cuts):
            found.add(bytes(counts))
    return found


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("most", [1, 2, 3, 4])
def test_one_model_for_each_proposal(most: int, encoding: str) -> None:
    """No number of bridges has two models, and none is missing: the models are exactly what trial finds."""
    rng = random.Random(most)
    boards = 0
    while boards < 12:
        puzzle, _ = solvable_puzzle(rng, max_side=5, max_islands=6, max_bridges=most)
        if boards % 2:
            puzzle = random_puzzle(rng, max_islands=6, max_bridges=most)
        if size(puzzle) <= 700:
            boards += 1
            found = models(Formula(puzzle, encoding))
            assert sorted(found) == sorted(proposals(puzzle)), puzzle


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_what_refutes_and_excludes_spares_the_others(encoding: str) -> None:
    rng = random.Random(encoding)
    refuted = excluded = 0
    while refuted < 40 or excluded < 40:
        puzzle = random_puzzle(rng, max_islands=7)
        if size(puzzle) > 3_000:
            continue
        formula = Formula(puzzle, encoding)
        solutions = {bytes(hf.Solution.from_bridges(puzzle, bridges).counts) for bridges in all_solutions(puzzle)}
        for counts in models(formula)[:20]:
            clauses = formula.refute(counts)
            assert bool(clauses) is (counts not in solutions), puzzle
            refuted += bool(clauses)
            excluded += not clauses
            kept = [other for other in solutions if holds(formula, clauses or [formula.exclude(counts)], other)]
            assert set(kept) == solutions - {counts}, puzzle
            assert not holds(formula, clauses or [formula.exclude(counts)], counts)


def holds(formula: Formula, clauses: list[list[int]], counts: bytes) -> bool:
    values = [None, *(value for count in counts for value in formula.encoding.values(count))]
    return all(any(values[abs(literal)] is (literal > 0) for literal in clause) for clause in clauses)


# ---- the graph


def test_narrow_cuts_are_edges_without_which_islands_fall_apart() -> None:
    rng = random.Random(3)
    seen = {"cut": 0, "whole": 0, "apart": 0}
    for _ in range(300):
        puzzle = random_puzzle(rng, max_side=7, max_islands=16)
        graph = Graph(puzzle)
        cuts = [edges for portion in graph.narrow_cuts() for edges in portion]
        every = [1] * len(graph.edges)
        apart = bool(graph.cuts(every))
        assert ([] in cuts) is apart
        seen["apart" if apart else "cut" if cuts else "whole"] += 1
        if not apart:
            needed = [e for e in range(len(every)) if graph.cuts([*every[:e], 0, *every[e + 1 :]])]
            assert sorted(edge for (edge,) in cuts) == needed
    assert min(seen.values()) >= 20, seen


def test_narrow_cuts_come_in_portions() -> None:
    line = hf.Puzzle(9_000, 1, [(0, c, None) for c in range(9_000)])
    portions = list(Graph(line).narrow_cuts())
    assert len(portions) > 2
    assert sum(map(len, portions)) == 8_999


def test_loops_of_a_proposal() -> None:
    rng = random.Random(4)
    for _ in range(200):
        puzzle = random_puzzle(rng, max_side=7, max_islands=16)
        graph = Graph(puzzle)
        counts = [rng.choice((0, 1, 1, 1)) for _ in graph.edges]
        groups = len(graph.cuts(counts)) + 1
        loops = graph.loops(counts)
        assert len(loops) == sum(counts) - (len(puzzle.islands) - groups)
        for edges in loops:
            assert all(counts[edge] for edge in edges)
            ends = [island for edge in edges for island in graph.edges[edge][:2]]
            assert len(edges) == len(set(edges)) == len(set(ends)) >= 3
            assert all(ends.count(island) == 2 for island in ends)


# ---- long searches


def test_boards_that_take_many_cuts() -> None:
    for puzzle in (two_rings(6), all_twos(8, 8)):
        for encoding in ENCODINGS:
            solution = SatEngine(encoding).solve(puzzle).solution
            assert solution is not None
            assert hf.check(puzzle, solution) == []


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_time_limits_hold(encoding: str) -> None:
    """A limit that is not looked at never returns."""
    engine = SatEngine(encoding)
    for limit in (0.05, 0.3):
        began = time.perf_counter()
        assert engine.solve(HARD, time_limit=limit).status == "unknown"
        counted = engine.count(ENDLESS, None, time_limit=limit)
        assert counted.exceeded == "time_limit"
        assert len(counted.witnesses) == min(2, counted.found)
        assert time.perf_counter() - began >= 2 * limit


def test_a_large_board_is_not_even_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []
    parts = Formula.parts

    def counted(self: Formula) -> Iterator[object]:
        for part in parts(self):
            begun.append(1)
            yield part

    monkeypatch.setattr(Formula, "parts", counted)
    puzzle = all_twos(150, 150)
    assert SatEngine().solve(puzzle, time_limit=0).status == "unknown"
    assert len(begun) == 1 < sum(1 for _ in parts(Formula(puzzle, "order")))


def test_the_interpreter_runs_on() -> None:
    def search(time_limit: float) -> None:
        assert SatEngine().solve(HARD, time_limit=time_limit).status == "unknown"

    interpreter_runs_on(search)


def test_searches_side_by_side() -> None:
    engine = SatEngine()
    puzzles = [grid("232/343/232"), grid("3.3/.../3.3"), grid("?.?", max_bridges=4), grid("1.2")] * 8
    with ThreadPoolExecutor(4) as pool:
        tallies = list(pool.map(lambda puzzle: engine.count(puzzle, None).found, puzzles))
    assert tallies == [31, 2, 4, 0] * 8


def test_statistics() -> None:
    began = time.perf_counter()
    stats = SatEngine().count(grid("232/343/232"), None).stats
    assert stats.nodes > 0
    assert stats.propagations > 0
    assert 0 < sum(stats.phases) <= stats.seconds <= time.perf_counter() - began
    assert min(stats.phases) > 0
    assert stats.gear is None


@pytest.mark.parametrize("connectivity", ["lazy", "eager"])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_the_size_is_that_of_the_file(encoding: str, connectivity: str) -> None:
    puzzle = solvable_puzzle(random.Random(2), max_side=12, max_islands=30)[0]
    stats = SatEngine(encoding, connectivity=connectivity).solve(puzzle).stats
    text = hf.dumps(puzzle, "dimacs", encoding=encoding, connectivity=connectivity)
    assert f"\np cnf {stats.variables} {stats.clauses}\n" in text


# ---- without PySAT


@pytest.mark.parametrize(
    ("missing", "call", "message"),
    [
        ("pysat", "hf.solve(p, engine='sat')", 'engine "sat" needs python-sat: pip install "hashi-fast[sat]"'),
        (
            "pindakaas",
            "hf.solve(p, engine='sat', encoding='pb')",
            'encoding "pb" needs python-sat[pb]: pip install "hashi-fast[sat]"',
        ),
        (
            "pindakaas",
            "hf.dumps(p, 'dimacs', encoding='pb')",
            'encoding "pb" needs python-sat[pb]: pip install "hashi-fast[sat]"',
        ),
        ("pysat", "print(len(hf.dumps(p, 'dimacs')) > 100, len(hf.dumps(p, 'dimacs', encoding='direct')) > 100)", None),
    ],
)
def test_a_missing_package_is_named(missing: str, call: str, message: str | None) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None\nimport hashi_fast as hf; p = hf.loads('3x1:2a2')\n{call}"
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False)
    if message is None:
        assert done.stdout == "True True\n", done.stderr
    else:
        assert done.stderr.splitlines()[-1] == f"ModuleNotFoundError: {message}"
