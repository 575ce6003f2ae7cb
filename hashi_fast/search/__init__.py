"""Search: all solutions of a puzzle, found and counted.

`_domains` holds what each edge may carry and propagates sums and crossings, `_groups` which islands are joined;
`_search` branches depth-first over both and, when that stalls, hands over to learning from conflicts (`_literals`,
`_clauses`, `_exits`, `_cycles`, `_learn`). `_answers` lists what it answers. `_boundary` is the one door to Python;
`solver` and `batch` are the API over it. `engines` has other ways to search, behind one protocol.

Above `board` and `formats`; `deduction` works a board out as people do, with the domains and groups of this room.
"""
