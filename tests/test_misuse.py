"""Misuse ends in an exception, or has no effect; the interpreter goes on (`misuse/` has the cases)."""
import json
import os
import re
import subprocess
import sys

import misuse
import pytest
from patience import PATIENCE

NO_FIELD = "AttributeError: .* has no attribute"
NO_ARGUMENTS = "TypeError: __cinit__.. takes"
READ_ONLY = "ValueError: cannot set WRITEABLE flag to True"
UNRATED = "ValueError: record 0: expected a count for each edge of its board, and a rating"
BAD_BOARD = "4"  # HASHI_BAD_BOARD

# What each case raises, or returns.
EXPECTED = {
    "topology_of_an_impostor": "TypeError: expected a Puzzle, not <",
    "topology_of_a_liar": "InvalidPuzzle: island 1 at row 1, column 1000001 [(]counted from 1[)]: outside",
    "topology_of_a_number": "TypeError: expected a Puzzle, not 3",
    "topology_of_none": "TypeError: expected a Puzzle, not None",
    "topology_of_another_class": "TypeError: type '.*Topology' is not an acceptable base type",
    "topology_begun_twice": "16",
    "topology_reopened": READ_ONLY,
    "crossings_of_a_far_edge": "IndexError: edge <.*Far object.*> of 16",
    "relaxed_with_a_thousand_bridges": "InvalidPuzzle: max_bridges 1000; expected 1 to 4",
    "relaxed_with_negative_bridges": "InvalidPuzzle: max_bridges -7; expected 1 to 4",
    "relaxed_below_its_numbers": "InvalidPuzzle: island 0 .*: target 5; expected 1..4",
    "topology_of_another_puzzle": r"\(\(0, 0, 0, 4, 2\),\)",
    "islands_outside": "InvalidPuzzle: island 0 at row 1, column 1000001 [(]counted from 1[)]: outside",
    "islands_with_large_targets": "InvalidPuzzle: island 0 .*: target 100",
    "islands_backwards": "InvalidPuzzle: island 1 .*: not after the previous",
    "islands_of_one_number": "ValueError: need more than 1 value",
    "canonical_islands_of_one_number": "ValueError: need more than 1 value",
    "no_islands": "InvalidPuzzle: no islands",
    "narrower_than_its_islands": "InvalidPuzzle: island 1 .*: outside",
    "hundred_bridges": "InvalidPuzzle: max_bridges 100",
    "puzzle_without_fields": NO_FIELD,
    "record_of_a_number": "FormatError: the puzzle of a record must be a Puzzle, not 3",
    "record_of_no_fields": "FormatError: the extra fields of a record must be a dict, not 7",
    "batch_reopened": "0",
    "batch_changed": READ_ONLY,
    "batch_in_another_shape": r"\(500, 500\)",
    "batch_of_another_type": "5000",
    "batch_with_other_data": r"\(5000, 50\)",
    "batch_with_other_arrays": "5000",
    "batch_with_other_boards": "5000",
    "batch_changed_by_a_thread": r"\[2000, 2000, 2000\]",
    "arrays_changed_afterwards": "50",
    "arrays_that_stay_open": r"\(50, 8\)",
    "arrays_of_other_lengths": "ValueError: the arrays of boards do not fit each other",
    "arrays_with_far_offsets": "InvalidPuzzle: offsets starts at 0 and ends at 70000; expected 0 and 70",
    "arrays_with_offsets_that_descend": r"InvalidPuzzle: offsets\[3\] is 42, less than",
    "arrays_of_an_object_that_lies": "InvalidPuzzle: offsets has 10 entries; expected 11",
    "boards_begun_twice": "5",
    "boards_without_arrays": NO_ARGUMENTS,
    "pickled_batch_with_far_offsets": "InvalidPuzzle: offsets .* ends at 490",
    "pickled_batch_with_few_ids": "InvalidPuzzle: expected 5 ids or none, found",
    "pickled_batch_with_odd_ids": "InvalidPuzzle: id must be a string",
    "batch_without_fields": NO_FIELD,
    "job_of_nothing": NO_ARGUMENTS,
    "job_with_little_room": "ValueError: 1 entries for answers; expected 5000",
    "solution_with_other_counts": "0",
    "solution_reopened": READ_ONLY,
    "mend_with_many_bridges": "ValueError: 127 bridges on an edge; expected 0..2",
    "game_with_far_edges": "IndexError: edge 16 of 16",
    "game_with_many_bridges": "ValueError: 255 bridges; expected 0..2",
    "pickled_game_with_a_far_edge": "FormatError: .* expected an edge from 0 to 15",
    "far_edge_required": "IndexError: edge 100000000 of 16",
    "many_bridges_allowed": "ValueError: 100 bridges; expected 0..2",
    "far_edge_placed": "IndexError: edge 100000000 of 16",
    "many_rungs": "ValueError: 5000 rungs; expected 0..16",
    "search_by_a_list": "ValueError: search must be one of",
    "limit_of_an_array": "ValueError: time_limit must be a number of seconds",
    "pickled_spec_with_another_field": "TypeError: .* 'colour'",
    "spec_that_checks_nothing": "ValueError: width must be",
    "pickled_block_with_many_islands": "ValueError: record 0 of 10: its islands or bridges are not there",
    "pickled_block_with_islands_outside": "InvalidPuzzle: record 0, island 0 at row 1, column 1000. .* outside",
    "pickled_block_with_many_bridges": "ValueError: record 0: expected 0 to 2 bridges on each edge",
    "pickled_block_of_a_smaller_kind": "InvalidPuzzle: record 0, island .* outside",
    "pickled_block_with_few_levels": "ValueError: difficulty has 1 entries; expected 10",
    "lines_of_unknown_levels": UNRATED,
    "lines_of_unknown_techniques": UNRATED,
    "lines_of_negative_steps": UNRATED,
    "lines_with_few_edges": UNRATED,
    "lines_of_far_records": "ValueError: record 1000000 of 10",
    "writer_of_nothing": NO_ARGUMENTS,
    "reader_of_nothing": NO_ARGUMENTS,
    "answers_of_negative_bridges": "ValueError: the answer to puzzle 0: expected 0 to 2 bridges on each edge",
    "answers_of_many_bridges": "ValueError: the answer to puzzle 0: expected 0 to 2 bridges on each edge",
    "answers_of_far_offsets": "ValueError: the answer to puzzle 0 does not have the same number of edges",
    "answers_of_nothing": "TypeError: Argument 'status' must not be None",
    "lines_that_lie": "TypeError: Argument .block. has incorrect type .expected bytes, got Lying.",
    "ids_of_far_lines": "IndexError: puzzles 0 to 1000000 of 2",
    "columns_of_far_offsets": "FormatError: expected ascending offsets",
    "columns_of_negative_boards": "FormatError: row 0: a board of -5x-5; expected sides",
    "solutions_of_far_offsets": "FormatError: expected ascending offsets",
    "plan_begun_twice": "100",
    "plan_of_nothing": NO_ARGUMENTS,
    "plan_of_negative_width": "ValueError: -1x7 with 2 bridges per pair; expected sides of 1 to 10000",
    "plan_with_many_bridges": "ValueError: 7x7 with 1000000 bridges per pair; expected .* 1 to 4 bridges",
    "forms_added_by_threads": "200000",
    "many_candidates": "ValueError: 1152921504606846976 candidates",
    "rated_puzzle_of_a_number": "TypeError: expected a Puzzle, not 3",
    "c_board_of_nothing": BAD_BOARD,
    "c_board_without_arrays": BAD_BOARD,
    "c_board_with_negative_islands": BAD_BOARD,
    "c_count_into_nothing": BAD_BOARD,
    "c_edges_into_nothing": BAD_BOARD,
    "c_edges_counted": r"\(0, 1\)",
    "c_limit_that_is_no_number": "0",
}
SPECS = {
    "wide": "ValueError: width must be a whole number from 1 to 1,000, not 100000",
    "of_negative_width": "ValueError: width must be .* not -5",
    "of_no_height": "ValueError: height must be .* not 0",
    "with_a_hundred_bridges": "ValueError: max_bridges must be a whole number from 1 to 4, not 100",
    "without_bridges": "ValueError: max_bridges must be .* not 0",
    "with_negative_bridges": "ValueError: max_bridges must be .* not -1",
    "with_many_cycles": "ValueError: cycles is 1000000000; expected 0..9",
    "with_negative_cycles": "ValueError: cycles is -10",
    "with_many_doubles": "ValueError: doubles is 5.0; expected a share",
    "with_negative_islands": "ValueError: islands is -5",
    "hiding_everything": "ValueError: unknown_clues is 50.0; expected a share",
    "across_a_diagonal": "ValueError: a diagonal symmetry needs a square board",
    "of_no_strategy": "ValueError: strategy must be one of",
    "of_high_score": "ValueError: score is 9000000000.0",
    "of_fractions": "TypeError: width must be .* not 7.5",
}
EXPECTED |= {f"{how}_spec_{name}": outcome for how in ("pickled", "forced") for name, outcome in SPECS.items()}


@pytest.fixture(scope="module")
def outcomes() -> dict[str, str]:
    """What comes of each case. A case that ends the process does not keep the others from being done."""
    found: dict[str, str] = {}
    left = list(misuse.CASES)
    while left:
        command = [sys.executable, "-P", "-m", "misuse", *left]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False, env=environment())
        for line in done.stdout.splitlines():
            name, *outcome = json.loads(line)
            found[name] = outcome[0] if outcome else f"the process ended with {done.returncode}: {done.stderr[-500:]}"
        assert left[0] in found, done.stderr
        left = [name for name in left if name not in found]
    return found


def environment() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


@pytest.mark.parametrize("name", EXPECTED)
def test_misuse(name: str, outcomes: dict[str, str]) -> None:
    assert re.match(EXPECTED[name], outcomes[name]), outcomes[name]


def test_every_case_has_an_outcome() -> None:
    assert EXPECTED.keys() == misuse.CASES.keys()
