"""The board: puzzles, solutions and ratings as plain values, their rules, pictures and flat arrays.

Vocabulary: an *island* has a *target*; an *edge* joins two islands that see each other and carries 0 to `max_bridges`
*bridges*; two edges may *cross*. The native part numbers them (`_topology`), compares turned boards (`_symmetry`) and
shares the puzzles of a batch out to threads (`_jobs`).

Above `support`; readers and writers of texts are in `formats`, solvers in `search`.
"""
