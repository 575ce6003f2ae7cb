"""Deduction: a board worked out as people do it, by techniques with names, and rated by what that took.

A *rung* is the place of a technique on the ladder from easy to hard; a *step* is one use of it; all steps of the
easiest rung that has any are a *round*. `_state` is what is known, `_rungs_*` find steps, `_ladder` climbs and
`_score` weighs; `_answers` lists what can be said of a board; `techniques` is the one table of judgements. `_boundary`
is the one door to Python.

Above `search`; `generation` is steered by ratings, `coaching` puts steps into words.
"""
