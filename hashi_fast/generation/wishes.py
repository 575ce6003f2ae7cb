"""What stood in the way of a puzzle that could not be made: the wish of a Spec that the closest one does not meet."""
from __future__ import annotations

from hashi_fast.generation.rated_puzzle import RatedPuzzle
from hashi_fast.generation.recipes import ranges_of
from hashi_fast.generation.spec import Spec

_ONE = 65536


def wish_in_the_way(spec: Spec, closest: RatedPuzzle | None, *, grown: bool) -> str | None:
    """Return the name of the field of a spec that the closest puzzle does not meet, the most particular one first.

    `grown`: whether a board with enough islands could be grown at all. None: there is nothing to compare, or the
    closest puzzle would have done but for all wishes together.
    """
    if not grown:
        named = [name for name in ("islands", "density", "symmetry") if getattr(spec, name) is not None]
        return named[0] if named else "style"
    if closest is None:
        return None
    rating, ranges = closest.rating, ranges_of(spec)
    islands, pairs = len(closest.puzzle.islands), len(closest.solution.bridges)
    doubles = _ONE * sum(bridge[4] > 1 for bridge in closest.solution.bridges)
    low, high = (share * pairs for share in ranges.doubles)
    hidden = sum(island.target is None for island in closest.puzzle.islands)
    met = {
        "unknown_clues": hidden >= int(spec.unknown_clues * islands),
        "require": all(name in rating.counts for name in spec.require),
        "exclude": not any(name in rating.counts for name in spec.exclude),
        "score": not isinstance(spec.score, tuple) or spec.score[0] <= (rating.score or 0) <= spec.score[1],
        "cycles": ranges.cycles[0] <= pairs - islands + 1 <= ranges.cycles[1],
        "doubles": low <= doubles + ranges.nearly and doubles - ranges.nearly <= high,
        "tatham": spec.tatham in (None, rating.tatham),
        "difficulty": spec.difficulty in (None, rating.difficulty),
    }
    return next((name for name, is_met in met.items() if not is_met), None)


def in_words(wish: str | None) -> str:
    """Return the end of a message that names the wish."""
    return f"; what stood in the way is {wish}" if wish else ""
