"""clingo with an answer set program, on one thread; reachability is a rule of the language."""
from __future__ import annotations

import clingo

from peers.base import Board, Solver
from peers.graph import graph

PROGRAM = """
{ one(E) } :- edge(E, _, _).
{ two(E) } :- one(E).
:- one(E), one(F), cross(E, F).
end(I, E) :- edge(E, I, _).
end(I, E) :- edge(E, _, I).
:- island(I, T), not T { one(E) : end(I, E); two(E) : end(I, E) } T.
reached(0).
reached(J) :- reached(I), one(E), edge(E, I, J).
reached(I) :- reached(J), one(E), edge(E, I, J).
:- island(I, _), not reached(I).
"""
# Of clingo's configurations, "jumpy" had the shortest tail on five boards of 400 islands, a quarter of the default's.
# "tweety" is the best on small boards, where it takes two thirds of the time of "jumpy".
OPTIONS = ("-n", "2", "--configuration=jumpy", "--parallel-mode=1", "--warn=none")


class Clingo(Solver):
    """Facts for islands, edges and crossings; up to two answer sets are asked for."""

    def run(self, prepared: Board) -> int:
        net = graph(prepared.islands)
        facts = [f"island({i},{target})." for i, (_, _, target) in enumerate(prepared.islands)]
        facts += [f"edge({e},{a},{b})." for e, (a, b) in enumerate(net.edges)]
        facts += [f"cross({e},{f})." for e, f in net.crossings]
        control = clingo.Control(OPTIONS)
        control.add("base", [], PROGRAM + "\n".join(facts))
        control.ground([("base", [])])
        found = 0

        def count(_: clingo.Model) -> None:
            nonlocal found
            found += 1

        result = control.solve(on_model=count)
        if not (result.exhausted or found == 2):
            raise RuntimeError(f"clingo ended with {result}")
        return found
