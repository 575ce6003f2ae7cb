"""RatedPuzzle: a generated puzzle with its solution, its rating and its origin."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from hashi_fast.board.puzzle import Immutable, Puzzle, check_puzzle
from hashi_fast.board.rating import Rating
from hashi_fast.board.solution import Solution
from hashi_fast.errors import shown
from hashi_fast.generation.recipes import GENERATOR_VERSION

if TYPE_CHECKING:
    from hashi_fast.formats.record import Record
    from hashi_fast.generation.block import Block


class RatedPuzzle(Immutable):
    """A generated puzzle: unique, with its solution, its rating and its origin.

    With the same version, the same spec, seed and index give the same puzzle on every machine. Puzzle, solution and
    rating are built on first access and kept.

    >>> from hashi_fast import generate
    >>> made = generate(7, 7, difficulty="easy", seed=1)
    >>> made.seed, made.index, made.puzzle.width, made.rating.difficulty
    (1, 0, 7, 'easy')
    """

    __slots__ = ("_block", "_k", "_parts")

    _block: Block | None  # dropped once the parts are built, so that keeping a puzzle does not keep its block
    _k: int
    _parts: Parts | None

    def __init__(
        self,
        puzzle: Puzzle,
        solution: Solution,
        rating: Rating,
        seed: int,
        index: int,
        version: int = GENERATOR_VERSION,
    ) -> None:
        check_puzzle(puzzle)
        for name, value, kind in (("solution", solution, Solution), ("rating", rating, Rating)):
            if not isinstance(value, kind):
                raise TypeError(f"{name} must be a {kind.__name__}, not {shown(value)}")
        put = object.__setattr__
        put(self, "_block", None)
        put(self, "_parts", Parts(puzzle, solution, rating, seed, index, version))

    @classmethod
    def of_block(cls, block: Block, k: int) -> RatedPuzzle:
        """Return candidate first + k of a block; there must be a puzzle for it."""
        made = _new(cls)
        _put(made, "_block", block)
        _put(made, "_k", k)
        _put(made, "_parts", None)
        return made

    def _built(self) -> Parts:
        parts = self._parts
        if parts is None:
            # Two threads may both get here. They build equal parts, and either result may stay.
            block = self._block
            if block is None:
                return self._built()  # another thread has just finished
            parts = block.parts(self._k)
            _put(self, "_parts", parts)
            _put(self, "_block", None)
        return parts

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle itself."""
        return self._built().puzzle

    @property
    def solution(self) -> Solution:
        """Its only solution."""
        return self._built().solution

    @property
    def rating(self) -> Rating:
        """How hard it is, as `rate` would say."""
        return self._built().rating

    @property
    def seed(self) -> int:
        """The seed it was made with."""
        block = self._block
        return self._built().seed if block is None else block.seed

    @property
    def index(self) -> int:
        """Which candidate of its spec and seed it is."""
        block = self._block
        return self._built().index if block is None else block.first + self._k

    @property
    def version(self) -> int:
        """The version of the generator that made it."""
        block = self._block
        return self._built().version if block is None else GENERATOR_VERSION

    @property
    def id(self) -> str:
        """What tells it from all other puzzles: its seed, its index, and a check sum of its board.

        Records of it have the same id, although files do not spell it out.

        >>> from hashi_fast import generate
        >>> made = generate(3, 1, seed=4, index=2)
        >>> made.id, made.record().id
        ('4-2-9b09c7', '4-2-9b09c7')
        """
        from hashi_fast.formats.record import origin_id

        return origin_id(self.puzzle, self.seed, self.index)

    def record(self) -> Record:
        """Return it as a record, as files hold it.

        >>> from hashi_fast import generate
        >>> sorted(generate(7, 7, seed=1).record().extra)
        ['generator', 'index', 'seed']
        """
        from hashi_fast.formats.record import Record
        from hashi_fast.formats.record_line import origin_fields

        parts = self._built()
        origin = origin_fields(parts.seed, parts.index, parts.version)
        return Record(parts.puzzle, parts.solution, parts.rating, origin)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RatedPuzzle):
            return NotImplemented
        return self._built() == other._built()

    def __hash__(self) -> int:
        return hash((self.puzzle, self.seed, self.index, self.version))

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in self._built()._asdict().items())
        return f"RatedPuzzle({fields})"

    def __str__(self) -> str:
        """Return a line about the puzzle, followed by its drawing."""
        rating = self.rating
        return f"{rating.difficulty}, score {rating.score}, seed {self.seed}, index {self.index}\n{self.puzzle}"

    def _repr_svg_(self) -> str:
        return self.puzzle.to_svg()

    def __reduce__(self) -> tuple[Any, ...]:
        return RatedPuzzle, tuple(self._built())


_new = object.__new__
_put = object.__setattr__


class Parts(NamedTuple):
    """What a RatedPuzzle is made of."""

    puzzle: Puzzle
    solution: Solution
    rating: Rating
    seed: int
    index: int  # type: ignore[assignment]  # nobody calls tuple.index on it
    version: int
