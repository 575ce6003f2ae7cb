"""The board: puzzles, solutions and ratings as plain values, with the rules, pictures and flat arrays.

Vocabulary: an *island* has a *target*. An *edge* joins two islands that see each other and carries 0 to `max_bridges`
*bridges*. Two edges may *cross*. The native part numbers islands and edges (`_topology`), compares turned boards
(`_symmetry`) and hands the puzzles of a batch to threads (`_jobs`).

This room stands on `support`. Text is read and written in `formats`; solvers are in `search`.
"""
