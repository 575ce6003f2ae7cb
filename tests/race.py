"""A deliberate data race in the test hook's counter, to show that ThreadSanitizer sees races in the kernels."""
import threading

from hashi_fast._testing import fail_after
from hashi_fast.board.puzzle import Puzzle


def build_topologies() -> None:
    for _ in range(20_000):
        Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)]).topology  # noqa: B018  # counts reservations without the lock


fail_after(10_000_000)
threads = [threading.Thread(target=build_topologies) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
