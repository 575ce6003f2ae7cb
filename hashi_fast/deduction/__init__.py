"""Deduction: solves a board as people do, by named techniques, and rates the work.

A *rung* is the place of a technique on the ladder from easy to hard. A *step* is one use of it. A *round* is all steps
of the easiest rung that has any. `_state` is what is known, `_rungs_*` find steps, `_ladder` climbs, and `_score` turns
the work into a level and a score. `_shave` only tells whether the ladder would finish without case splits, `_glance`
how far some rungs lead, and `_wide_glance` on which of many boards they lead to the end; all three are quick.
`_answers` lists what can be said about a board. `techniques` is the only table of levels and weights. `_boundary` is
the only door to Python.

Above `search`. `generation` is steered by ratings, `coaching` puts steps into words.
"""
