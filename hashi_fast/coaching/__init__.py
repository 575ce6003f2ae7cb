"""Coaching: a game in progress, hints, mistakes, explanations and diagnoses, in words.

A `position` is a board as those who talk about it see it. `questions` asks the kernels many things on one budget,
`proofs` finds which steps a step rests on, and `sentences` puts them into words.

Above `deduction`; knows nothing of `generation`.
"""
