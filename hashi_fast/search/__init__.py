"""Search: finds and counts the solutions of a puzzle.

`_domains` holds what each edge may carry and propagates sums and crossings. `_groups` knows which islands are
connected. `_search` branches depth-first over both. When that stalls, it hands over to learning from conflicts
(`_literals`, `_clauses`, `_exits`, `_cycles`, `_learn`). `_answers` lists the answers of a search. `_boundary` is the
only door to Python; `solver` and `batch` are the API on top of it. `engines` has other ways to search, behind one
protocol.

This room stands on `board` and `formats`. `deduction` solves boards as people do, with the domains and groups of this
room.
"""
