"""The random numbers of the generator: published test vectors, and a plain model of what the package adds."""
import re
from collections import Counter
from collections.abc import Iterator

import paths
import pytest

from hashi_fast._testing import Stream, parts_of, split_numbers

M64 = 2**64 - 1


def test_splitmix_matches_its_published_vector() -> None:
    assert split_numbers(1234567, 5) == [
        6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
    ]


def test_xoshiro_matches_its_published_vector() -> None:
    stream = Stream.of_state(1, 2, 3, 4)
    assert [stream.next() for _ in range(10)] == [
        11520, 0, 1509978240, 1215971899390074240, 1216172134540287360, 607988272756665600, 16172922978634559625,
        8476171486693032832, 10595114339597558777, 2904607092377533576,
    ]


def mix(x: int) -> int:
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & M64
    x = (x ^ x >> 27) * 0x94D049BB133111EB & M64
    return x ^ x >> 31


class Model:
    """The stream of (seed, index) again, in plain Python."""

    def __init__(self, seed: int, index: int) -> None:
        self.state = split_numbers(mix(mix(seed) + index & M64), 4)

    def next(self) -> int:
        s = self.state
        result = rotate(s[1] * 5 & M64, 7) * 9 & M64
        shifted = s[1] << 17 & M64
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= shifted
        s[3] = rotate(s[3], 45)
        return result

    def below(self, n: int) -> int:
        while True:
            wide = (self.next() >> 32) * n
            # Of the 2**32 draws, keep only as many as give every result equally often.
            if wide % 2**32 >= 2**32 % n:
                return wide >> 32


def rotate(x: int, k: int) -> int:
    return (x << k | x >> 64 - k) & M64


@pytest.mark.parametrize(("seed", "index"), [(0, 0), (0, 1), (1, 0), (42, 10**12), (M64, M64)])
def test_streams_match_the_model(seed: int, index: int) -> None:
    stream, model = Stream(seed, index), Model(seed, index)
    for n in [1, 2, 3, 7, 10, 1000, 2**31, 2**31 + 1, 3 * 2**30, 2**32 - 1] * 20:
        assert stream.next() == model.next()
        assert stream.below(n) == model.below(n)
        assert stream.chance(n & 0xFFFF) == (model.next() >> 48 < n & 0xFFFF)


def test_golden_draws() -> None:
    """Fixed for ever: changing these numbers changes every puzzle that was ever made from a seed."""
    stream = Stream(2026, 7)
    assert [stream.next() for _ in range(3)] == GOLDEN_NUMBERS
    assert [stream.below(n) for n in (2, 6, 52, 1000, 10**6, 10**9, 2**31 + 1)] == GOLDEN_DRAWS
    assert "".join("01"[stream.chance(2**15)] for _ in range(32)) == GOLDEN_CHANCES


def test_draws_are_uniform() -> None:
    stream = Stream(5)
    for n in (2, 3, 7):
        counts = Counter(stream.below(n) for _ in range(7000))
        assert sorted(counts) == list(range(n))
        assert all(abs(count - 7000 / n) < 5 * (7000 / n) ** 0.5 for count in counts.values())
    assert all(not stream.chance(0) and stream.chance(65536) for _ in range(100))


def test_parts_of_a_fraction_are_its_digits_in_mixed_bases() -> None:
    stream = Stream(8)
    for numbers in ([2, 3, 5, 7], [1, 2**32 - 1, 4], [1000, 4, 65536, 1], [10] * 12):
        fraction = stream.next()
        expected, rest = [], fraction
        for n in numbers:
            expected.append(rest * n >> 64)
            rest = rest * n & M64
        assert parts_of(fraction, numbers) == (expected, rest)
    assert parts_of(M64, [7, 7]) == ([6, 6], M64 - 48)


def test_parts_of_a_fraction_are_uniform_and_independent() -> None:
    stream = Stream(9)
    counts = Counter(tuple(parts_of(stream.next(), [3, 4, 2])[0]) for _ in range(12_000))
    assert len(counts) == 24
    assert all(abs(count - 500) < 5 * 500**0.5 for count in counts.values())


def test_streams_differ() -> None:
    firsts = {Stream(seed, index).next() for seed in range(100) for index in range(100)}
    assert len(firsts) == 10_000


def test_what_is_no_seed() -> None:
    for bad in (-1, 2**64):
        with pytest.raises(OverflowError):
            Stream(bad)
    with pytest.raises(ValueError, match="at least 1"):
        Stream(0).below(0)


GOLDEN_NUMBERS = [8295012956616120617, 7031253160135115967, 15451984552003292507]
GOLDEN_DRAWS = [1, 1, 8, 397, 478641, 697803503, 389178197]
GOLDEN_CHANCES = "10000010000000010101100010100001"


DRAW = re.compile(r"\b(?:draw_\w+|hf_(?:random|split)_(?:next|below|part|chance))\(")


def statements(text: str) -> Iterator[str]:
    """Yield the statements of a kernel, each in one piece even if it spans several lines."""
    statement = ""
    for line in text.splitlines():
        statement += line.split("#")[0] + "\n"
        if statement.count("(") == statement.count(")"):
            yield statement
            statement = ""


def drawing_twice(text: str) -> list[str]:
    """Return the statements of a kernel that draw more than one random number."""
    return [each.strip() for each in statements(text) if len(DRAW.findall(each)) > 1]


def test_no_statement_draws_twice() -> None:
    """C does not fix the order in which arguments are evaluated, so compilers would make different puzzles."""
    kernels = [each for kind in ("pyx", "pxd") for each in sorted((paths.ROOT / "hashi_fast").rglob(f"*.{kind}"))]
    assert sum(len(DRAW.findall(kernel.read_text())) for kernel in kernels) > 20
    assert [each for kernel in kernels for each in drawing_twice(kernel.read_text())] == []


def test_a_planted_second_draw_is_found() -> None:
    planted = "    lay(\n        draw_count(r),\n        draw_below(r, 2),\n    )"
    kernel = f"cdef int draw_count(R *r):\n    at = draw_count(r)\n    to = draw_count(r)\n{planted}\n"
    assert drawing_twice(kernel) == [planted.strip()]
