"""Where the tests find what is not theirs: the checkout, boards of the benchmarks, data and golden files."""
from pathlib import Path

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent
BENCHMARKS = ROOT / "benchmarks"
BOARDS = BENCHMARKS / "boards"
LEVELS = TESTS / "data" / "tatham_levels.jsonl"
GOLDEN = TESTS / "golden"
