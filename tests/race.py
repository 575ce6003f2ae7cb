"""A data race on purpose, to show that ThreadSanitizer sees those in the kernels: the test hook counts without care."""
import threading

import hashi_fast as hf
from hashi_fast._memory import fail_after

puzzle = hf.loads("3x1:2a2")
fail_after(1_000_000)
threads = [threading.Thread(target=lambda: [hf.solve(puzzle) for _ in range(2_000)]) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
