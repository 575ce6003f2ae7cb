"""Generation: unique, rated puzzles of a kind, one or millions.

A `Spec` says what is wanted and `recipes` how such puzzles are made. The native part grows a *draft*, a solved board
(`_draft`, `_grow`), maybe around a small puzzle (`_knot`), and changes it until it is unique (`_repair`) and as wanted
(`_maker`), or makes many boards of it (`_flock`). A *candidate* is what one index yields, and a `Block` holds many.
`production` walks them in order, keeps the new ones (`_form_set`) and knows when to stop (`stopping`); `repeats` tells
when hardly any are new. A run may have several *legs*, one for each spec (`legs`, `climbing`). `growing_file` is the
file that a run writes; `resume` and `own_lines` check one before a run continues it.
`repair` makes a given puzzle unique. `_boundary` is the only door to Python.

Above `deduction`; knows nothing of `coaching`.
"""
