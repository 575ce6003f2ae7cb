"""The paths that tests need: the checkout, the benchmarks and their boards, data and golden files."""
from pathlib import Path

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent
BENCHMARKS = ROOT / "benchmarks"
BOARDS = BENCHMARKS / "boards"
LEVELS = TESTS / "data" / "tatham_levels.jsonl"
GOLDEN = TESTS / "golden"
