"""Coaching: a game in progress, hints, mistakes, explanations and diagnoses, in words.

`game`, `hints`, `walkthrough` and `diagnosis` are the API. A `layout` is the fixed part of a puzzle, a `state` what is
known about it at some moment. `climb` works a board out from given bridges, step by step; a `story` keeps these steps
and finds those that a step rests on; a `refutation` is a story that ends in a contradiction. `questions` asks the
search; all of it runs on one `budget`. `mistakes` and `unsolvable` find minimal sets of bridges or numbers that cannot
all be right, with the help of `relaxation`, which does without some rules. `sentences` puts all this into words.

Above `deduction`; knows nothing of `generation`.
"""
