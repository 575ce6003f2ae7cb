"""Game IDs and save files of Tatham's Bridges."""

import pytest

import hashi_fast as hf
from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.solution import Solution
from hashi_fast.errors import FormatError
from hashi_fast.formats import Record, detect, dumps, loads, loads_record

TWO = Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)])


class TestGameID:
    @pytest.mark.parametrize(
        ("text", "puzzle"),
        [
            ("3x1:2a2", TWO),
            (" 3x1m2:2a2\n", TWO),
            ("3x1i30e10m2d0:2a2", TWO),
            ("3x1d2:2a2", TWO),
            ("3x1m4:Ga9", Puzzle(3, 1, [(0, 0, 16), (0, 2, 9)], max_bridges=4)),
            ("3x1m1L:1a1", Puzzle(3, 1, [(0, 0, 1), (0, 2, 1)], max_bridges=1, loops=False)),
            ("3x1Ld0:2a2", Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)], loops=False)),
            ("2:1aa1", Puzzle(2, 2, [(0, 0, 1), (1, 1, 1)])),
            ("2m3:22b", Puzzle(2, 2, [(0, 0, 2), (0, 1, 2)], max_bridges=3)),
        ],
    )
    def test_read(self, text, puzzle):
        assert detect(text) == "tatham"
        assert loads(text) == loads(text, "tatham") == puzzle

    def test_written_with_the_number_of_bridges(self):
        assert dumps(TWO, "tatham") == "3x1m2:2a2"
        large = Puzzle(3, 1, [(0, 0, 10), (0, 2, 16)], max_bridges=4, loops=False)
        assert dumps(large, "tatham") == "3x1m4L:AaG"

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("7x7#123456", "tatham, character 4: expected ':' and the cells, found '#' and a seed, .* own generator"),
            ("7x7m2d0#123456", "tatham, character 8: .*own generator"),
            ("3x1m5:2a2", "tatham, character 5: expected 1..4 bridges per pair, found 5"),
            ("3x1m0:2a2", "tatham, character 5: expected 1..4 bridges per pair, found 0"),
            ("3x1m:2a2", "tatham, character 4: expected parameters like 'm2' or ':', found 'm'"),
            ("3x1d0m2:2a2", "tatham, character 6: expected parameters like 'm2' or ':', found 'm'"),
            ("3x1LL:2a2", "tatham, character 5: expected parameters"),
            ("0:1", "tatham, character 1: width must be a whole number from 1 to 10,000, not 0"),
            ("3x99999:1", "tatham, character 1: height must be"),
            ("3x1:2?2", "tatham, character 6: expected a digit 1..9, a letter A..G or a letter a..z, found '\\?'"),
            ("3x1:2a0", "tatham, character 7: expected a digit 1..9"),
            ("3x1:2aH", "tatham, character 7: expected a digit 1..9"),
            ("3x1:2a9", "tatham, character 7: expected a clue of at most 8, found '9'"),
            ("3x1m3:2aD", "tatham, character 9: expected a clue of at most 12, found 'D'"),
            ("3x1:2a22", "tatham, character 8: expected the end, found '2' \\(1 cell\\)"),
            ("3x1:2a", "tatham, character 7: expected 3 cells, found the end after 2"),
            ("3x1:c", "tatham: no islands; expected at least one"),
        ],
    )
    def test_bad_text(self, text, message):
        for name in (None, "tatham"):
            with pytest.raises(FormatError, match=message):
                loads(text, name)

    @pytest.mark.parametrize("text", ["", "x", ":", "-3x1:1a1", "\u0663x1:1a1", "9" * 5000 + ":1"])
    def test_bad_text_for_tatham_alone(self, text):
        with pytest.raises(FormatError, match=r"tatham, character (1|10): expected "):
            loads(text, "tatham")

    @pytest.mark.parametrize(
        ("islands", "message"),
        [
            ([(0, 0, 1), (0, 1, 1)], "island at row 1, column 1 and its neighbour at row 1, column 2: Tatham"),
            ([(0, 0, 1), (1, 0, 1)], "island at row 1, column 1 and its neighbour at row 2, column 1: Tatham"),
            ([(0, 0, None), (2, 0, 1)], "island at row 1, column 1 with an unknown clue"),
            ([(2, 2, 0)], "island at row 3, column 3 with the target 0: only targets 1..16"),
        ],
    )
    def test_what_it_cannot_say(self, islands, message):
        for name in ("tatham", "sav"):
            with pytest.raises(FormatError, match=f"{name} cannot write the {message}"):
                dumps(Puzzle(3, 3, islands), name)

    def test_a_run_of_millions_is_searched_for_the_letter_that_is_too_long(self):
        with pytest.raises(FormatError, match="tatham, character 1000010: expected at most 1 more cell, found 'b'"):
            loads("1000x1000:" + "a" * 999_999 + "b" * 9000)


SAVED = """SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :7:Bridges
PARAMS  :13:9x9i30e10m2d0
CPARAMS :5:3x3m2
DESC    :7:2a3c1a2
UI      :2:x\u00e4
NSTATES :1:3
STATEPOS:1:3
MOVE    :11:L0,0,2,0,1
SOLVE   :32:S;L0,0,2,0,2;L2,0,2,2,1;L2,2,0,2,1
"""


def saved(**changes):
    """Return the save file with some keys changed; None removes a line."""
    lines = []
    for line in SAVED.splitlines():
        key = line[:8].rstrip()
        data = changes.pop(key, line.split(":", 2)[2])
        if data is not None:
            lines.append(f"{key:8}:{len(data.encode())}:{data}\n")
    assert not changes
    return "".join(lines)


class TestSaveFile:
    def test_read(self):
        text = saved()
        assert detect(text) == "sav"
        for read in (text, text.replace("\n", "\r\n"), "\n" + text + "\n\n"):
            for name in (None, "sav", "tatham"):
                record = loads_record(read, name)
                assert record.puzzle == Puzzle(3, 3, [(0, 0, 2), (0, 2, 3), (2, 0, 1), (2, 2, 2)])
                assert hf.check(record.puzzle, record.solution) == []

    def test_older_parameters_serve_where_there_are_no_others(self):
        assert loads(saved(CPARAMS=None, PARAMS="3m3L")).max_bridges == 3

    def test_moves_are_no_solution(self):
        assert loads_record(saved(SOLVE=None)).solution is None

    @pytest.mark.parametrize("key", ["SOLVE", "MOVE"])
    def test_last_solution_counts(self, key):
        text = saved() + f"{key:8}:13:S;L0,0,2,0,1;\n".replace(":13:", ":12:").replace(";\n", "\n")
        assert loads_record(text).solution.bridges == ((0, 0, 0, 2, 1),)

    def test_parts_of_a_solution(self):
        """If a bridge is set twice, the later number counts; marks are ignored."""
        moves = "S;L0,0,2,0,1;M0,0;N0,0,0,2;L2,0,0,0,2"
        assert loads_record(saved(SOLVE=moves)).solution.bridges == ((0, 0, 0, 2, 2),)

    def test_written(self):
        text = dumps(Record(TWO, Solution(TWO, [2])), "sav")
        assert text.splitlines()[2:] == [
            "GAME    :7:Bridges",
            "PARAMS  :5:3x1m2",
            "CPARAMS :5:3x1m2",
            "DESC    :3:2a2",
            "NSTATES :1:2",
            "STATEPOS:1:2",
            "SOLVE   :12:S;L0,0,2,0,2",
        ]
        assert dumps(TWO, "sav").endswith("\nDESC    :3:2a2\nNSTATES :1:1\nSTATEPOS:1:1")

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("SAVEFILE:", "sav, line 1: expected a line KEY:LENGTH:DATA, found 'SAVEFILE:'"),
            ("SAVEFILE:5:ab\n", "sav, line 1: expected 5 bytes of data and the end of the line, found 'ab'"),
            ("SAVEFILE:1:ab\n", "sav, line 1: expected 1 bytes of data"),
            ("SAVEFILE:-1:ab\n", "sav, line 1: expected a line"),
            ("SAVEFILE:99999999999:ab\n", "sav, line 1: expected a line"),
            (saved() + "what?", "sav, line 12: expected a line KEY:LENGTH:DATA, found 'what\\?'"),
            (saved(GAME="Loopy"), "sav, line 3: expected the game 'Bridges', found 'Loopy'"),
            (saved(GAME=None), "sav, line 1: expected the game 'Bridges', found ''"),
            (saved(PARAMS=None, CPARAMS=None), "sav, line 1: expected a line PARAMS, found none"),
            (saved(DESC=None), "sav, line 1: expected a line DESC, found none"),
            (saved(CPARAMS="3x3x"), "sav, line 5, character 4: expected parameters like 'm2' or the end, found 'x'"),
            (saved(CPARAMS="x"), "sav, line 5, character 1: expected a size"),
            (saved(DESC="2a3c1a"), "sav, line 6, character 7: expected 9 cells"),
            (saved(SOLVE="S;L0,0,2,0"), "sav, line 11: expected a bridge L.*, found 'L0,0,2,0'"),
            (saved(SOLVE="S;L0,0,1,0,1"), "sav, line 11: bridge .* two islands that see each other"),
            (saved(SOLVE="S;L0,0,2,0,3"), "sav, line 11: count 3"),
            (saved(SOLVE="S" + ";" * 100), "sav, line 11: found more bridges than 4 islands can have"),
        ],
    )
    def test_bad_text(self, text, message):
        for name in (None, "sav", "tatham"):
            with pytest.raises(FormatError, match=message):
                loads(text, name)
