"""Generation: unique, rated puzzles of a kind, one or millions.

A `Spec` says what is wanted and `recipes` how such puzzles are made. The native part grows a *draft*, a solved board
(`_draft`, `_grow`), and changes it until it is unique (`_repair`) and as wanted (`_maker`). A *candidate* is what is
made of one index and a `Block` holds many. `production` walks them in order, keeps what is new (`_form_set`) and knows
when to stop (`stopping`); `growing_file` holds what a run has written, so that it can be resumed. `_boundary` is the
one door to Python.

Above `deduction`; knows nothing of `coaching`.
"""
