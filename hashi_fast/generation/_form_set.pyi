import numpy
from numpy.typing import NDArray

from hashi_fast.board._boards import Boards

class SeenForms:
    def __len__(self) -> int: ...
    def add_many(self, forms: NDArray[numpy.uint64]) -> NDArray[numpy.bool_]: ...

def forms_of(boards: Boards) -> NDArray[numpy.uint64]: ...
