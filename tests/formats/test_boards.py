"""The formats with one line per row: pzpr, has, janko, grid; and conceptis."""

import pytest

import hashi_fast as hf
from hashi_fast.board.puzzle import Puzzle
from hashi_fast.board.solution import Solution
from hashi_fast.errors import FormatError
from hashi_fast.formats import Record, conceptis, detect, dumps, loads, loads_record

TWO = Puzzle(3, 1, [(0, 0, 2), (0, 2, 2)])
BENT = Puzzle(3, 3, [(0, 0, 2), (0, 2, 3), (2, 2, 1)])
BENT_SOLVED = Solution.from_bridges(BENT, [(0, 0, 0, 2, 2), (0, 2, 2, 2, 1)])
CROSSING = Puzzle(3, 3, [(0, 1, 1), (1, 0, 1), (1, 2, 1), (2, 1, 1)])


def assert_bad(text, message, name):
    for which in (None, name):
        with pytest.raises(FormatError, match=message):
            loads(text, which)


class TestPzpr:
    HEAD = "pzprv3\nhashikake\n3\n3\n2 . 3 \n. . . \n. . 1 \n"
    ANSWER = "2 2 \n0 0 \n0 0 \n0 0 1 \n0 0 1 \n"

    @pytest.mark.parametrize("separator", ["\n", "/", "\r\n"])
    def test_puzzle_and_answer(self, separator):
        for text, solution in ((self.HEAD, None), (self.HEAD + self.ANSWER, BENT_SOLVED)):
            assert loads_record(text.replace("\n", separator)) == Record(BENT, solution)

    def test_written(self):
        assert dumps(Record(BENT, BENT_SOLVED), "pzpr") + "\n" == self.HEAD + self.ANSWER

    def test_kinds_of_header(self):
        for head in ("pzprv3.1\nhashi", "pzprv3 \nbridges", "pzprv3\nhashikake "):
            assert loads(self.HEAD.replace("pzprv3\nhashikake", head)) == BENT

    def test_unknown_clue(self):
        assert loads("pzprv3/hashikake/1/3/- . 2 ") == Puzzle(3, 1, [(0, 0, None), (0, 2, 2)])

    def test_marks_are_no_bridges(self):
        text = self.HEAD + self.ANSWER.replace("0", "-1")
        assert loads_record(text) == Record(BENT, BENT_SOLVED)

    def test_an_answer_without_bridges_is_none(self):
        assert loads_record(self.HEAD + self.ANSWER.replace("1", "0").replace("2", "0")) == Record(BENT)

    @pytest.mark.parametrize("tail", ["info:{\n} ", 'history:{"a": [1, "/"]}', "__HISTORY__", "http://pzv.jp/p.html?hashi"])
    def test_what_follows_is_passed_over(self, tail):
        for text, solution in ((self.HEAD, None), (self.HEAD + self.ANSWER, BENT_SOLVED)):
            assert loads_record(text + tail) == Record(BENT, solution)

    @pytest.mark.parametrize(("width", "height"), [(1, 3), (3, 1), (1, 1), (2, 1), (1, 2)])
    def test_narrow_boards(self, width, height):
        corner = (height - 1, width - 1, 2)
        puzzle = Puzzle(width, height, [(0, 0, 2), corner] if width * height > 1 else [(0, 0, 0)])
        solution = Solution(puzzle, [2] if width * height > 1 else [])
        text = dumps(Record(puzzle, solution), "pzpr")
        assert loads_record(text) == Record(puzzle, solution)

    def test_bridges_between_neighbours(self):
        puzzle = Puzzle(3, 1, [(0, 0, 1), (0, 1, 2), (0, 2, 1)])
        solution = Solution(puzzle, [1, 1])
        assert dumps(Record(puzzle, solution), "pzpr").endswith("\n1 2 1 \n1 1 ")
        assert loads_record(dumps(Record(puzzle, solution), "pzpr")).solution == solution

    def test_bridges_that_cross(self):
        solution = Solution(CROSSING, [1, 1])
        assert loads_record(dumps(Record(CROSSING, solution), "pzpr")).solution == solution

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("pzprv3", "pzpr, end of the text: expected the puzzle 'hashikake', found nothing more"),
            ("pzprv3/slither/1/1/1 ", "pzpr, line 1, column 8: expected the puzzle 'hashikake', found 'slither'"),
            ("pzprv3/hashikake/x/1/1 ", "pzpr, line 1, column 18: expected the number of rows, found 'x'"),
            ("pzprv3/hashikake/1/-1/1 ", "pzpr, line 1, column 20: expected the number of columns, found '-1'"),
            ("pzprv3/hashikake/1/99999/1 ", "pzpr, line 1, column 20: width must be"),
            ("pzprv3\nhashikake\n0\n1\n1 ", "pzpr, line 4, column 1: height must be"),
            ("pzprv3\nhashikake\n2\n1\n1 ", "pzpr, end of the text: expected row 2 of cells"),
            ("pzprv3\nhashikake\n1\n2\n1 ", "pzpr, line 5, column 1: expected 2 cells, found 1"),
            ("pzprv3\nhashikake\n1\n2\n1 . . ", "pzpr, line 5, column 1: expected 2 cells, found more, from '.' on"),
            ("pzprv3\nhashikake\n1\n2\n1 x ", "pzpr, line 5, .*, cell 2: expected a number, '.' or '-', found 'x'"),
            ("pzprv3\nhashikake\n1\n2\n1 9 ", "pzpr: island at row 1, column 2: target 9; expected 1..8"),
            ("pzprv3\nhashikake\n1\n2\n. . ", "pzpr: no islands; expected at least one"),
            (HEAD + "1 1 \n", "pzpr, line 8, column 1: expected 5 lines of an answer, found 1"),
            (HEAD + ANSWER + "1 1 1 \n", "pzpr, line 13, column 1: expected 5 lines of an answer, found more"),
            (HEAD + ANSWER.replace("2 2", "2 3"), "pzpr, line 8, .*, cell 2: expected one of -1, 0, 1, 2, found '3'"),
            (HEAD + ANSWER.replace("2 2", "2 1"), "pzpr, line 8, .*, cell 1: expected the same number of bridges all"),
            (HEAD + ANSWER.replace("2 2", "0 1"), "pzpr, line 8, .*, cell 2: expected the same number of bridges all"),
            (HEAD + ANSWER.replace("0 0 \n0 0 \n", "0 1 \n0 0 \n"), "pzpr, line 9, column 1, cell 2: expected the s"),
            (HEAD + ANSWER.replace("0 0 1", "1 0 1"), "pzpr, line 11, column 1, cell 1: expected the same number"),
        ],
    )
    def test_bad_text(self, text, message):
        assert_bad(text, message, "pzpr")


class TestHas:
    def test_read(self):
        for text in ("1 3 2\n2 0 2", "1 3 2\r\n2   0 2 \r\n\r\n", "\n 1\t3 2 \n\n 2 0 2\n"):
            assert detect(text) == "has"
            assert loads(text) == TWO

    def test_written(self):
        assert dumps(BENT, "has") == "3 3 3\n2 0 3\n0 0 0\n0 0 1"

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("1 3 9\n2 0 2 0", "has, line 2: expected 3 cells, found more, from '0' on"),
            ("10 10 2\n2 0 2", "has, line 2: expected 10 cells, found 3"),
            ("2 2 2\n1 1\n", "has, end of the text, row 2: expected 2 cells, found 0"),
            ("1 3 12\n2 0 2", "has, line 1: expected 2, the number of islands in the rows, found 12"),
            ("1 3 22\n2 0 x", "has, line 2, cell 3: expected a number or '0', found 'x'"),
            ("1 3 222\n2 0 -1", "has, line 2, cell 3: expected a number or '0', found '-1'"),
            ("1 3 2\n2 0 12", "has: island at row 1, column 3: target 12"),
            ("1 3 2\n2 0 2\n1 1\n", "has, line 3: expected the end after 1 rows, found '1 1'"),
            ("0 13 2\n2 0 2", "has, line 1: height must be a whole number from 1 to 10,000, not 0"),
            ("1 99999 2\n2 0 2", "has, line 1: width must be"),
            ("1 13 0\n" + "0 " * 13, "has: no islands; expected at least one"),
        ],
    )
    def test_bad_text(self, text, message):
        assert_bad(text, message, "has")

    @pytest.mark.parametrize("text", ["", "1 2", "1 2 3 4", "a b c", "-1 1 1\n1", "1.5 1 1\n1"])
    def test_bad_text_for_has_alone(self, text):
        with pytest.raises(FormatError, match="has, line 1: expected three numbers: rows, columns and islands"):
            loads(text, "has")

    @pytest.mark.parametrize(
        ("puzzle", "feature"),
        [
            (Puzzle(1, 1, [(0, 0, None)]), "the island at row 1, column 1 with an unknown clue: only targets 1..8"),
            (Puzzle(1, 1, [(0, 0, 0)]), "the island at row 1, column 1 with the target 0: only targets 1..8"),
            (Puzzle(1, 1, [(0, 0, 1)], max_bridges=3), "max_bridges=3"),
            (Puzzle(1, 1, [(0, 0, 1)], loops=False), "loops=False"),
        ],
    )
    def test_what_it_cannot_say(self, puzzle, feature):
        with pytest.raises(FormatError, match=f"has cannot write {feature}"):
            dumps(puzzle, "has")


class TestJanko:
    TEXT = "begin\npuzzle hashi\nsize 3\ndepth 2\nproblem\n2 - 3\n- - -\n- - 1\nsolution\n- 2 -\n- - a\n- - -\nend"

    def test_written_and_read(self):
        assert dumps(Record(BENT, BENT_SOLVED), "janko") == self.TEXT
        assert loads_record(self.TEXT) == Record(BENT, BENT_SOLVED)
        assert dumps(TWO, "janko") == "begin\npuzzle hashi\nrows 1\ncols 3\ndepth 2\nproblem\n2 - 2\nend"

    @pytest.mark.parametrize(
        "text",
        [
            "problem\n2 - 2",
            "\n  Problem \n 2  -  2 \n\n",
            "begin\nproblem\n2 - 2\nend\nwhat follows the end\nproblem\n",
            "PUZZLE Hashi\nrows 1\ncols 3\nauthor: A. U. Thor\nproblem\n2 - 2\nmoves\n1 2 3\n",
            "puzzle hashi\nunknown\n1 2 3\nproblem\n2 - 2\n",
        ],
    )
    def test_other_forms(self, text):
        assert detect(text) == "janko"
        assert loads(text) == TWO

    def test_a_solution_without_bridges_is_none(self):
        assert loads_record("problem\n2 - 2\nsolution\n- - -\n").solution is None

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            (("puzzle hashi", "puzzle sudoku"), "janko, line 2: expected puzzle hashi, found 'sudoku'"),
            (("depth 2", "depth 3"), "janko, line 4: expected depth 2, found '3'"),
            (("size 3", "size x"), "janko, line 3: expected size and a number, found 'x'"),
            (("size 3", "size 0"), "janko, line 6: width must be"),
            (("size 3", "size 99999"), "janko, line 6: width must be"),
            (("size 3", "size 4"), "janko, line 6: expected 4 rows of cells under 'problem', found 3"),
            (("size 3", "rows 3\ncols 4"), "janko, line 7: expected 4 cells, found 3"),
            (("problem", "problems"), "janko, end of the text: expected a line 'problem' and rows of cells"),
            (("solution", "problem"), "janko, line 9: expected one problem, found a second"),
            (("2 - 3", "2 x 3"), "janko, line 6, cell 2: expected a number or '-', found 'x'"),
            (("2 - 3", "2 - 9"), "janko: island at row 1, column 3: target 9"),
            (("2 - 3", "2 - 3 -"), "janko, line 6: expected 3 cells, found more"),
            (("- 2 -", "- c -"), "janko, line 10, cell 2: expected one of -, 1, 2, a, b, found 'c'"),
            (("- 2 -", "1 2 -"), "janko, line 10, cell 1: expected '-' on an island, found '1'"),
            (("- 2 -", "- a -"), "janko, line 10, cell 2: expected bridges from island to island, found 'a'"),
            (("- - a", "2 - a"), "janko, line 11, cell 1: expected bridges from island to island, found '2'"),
            (("- 2 -\n", ""), "janko, line 10: expected 3 rows of cells under 'solution', found 2"),
        ],
    )
    def test_bad_text(self, change, message):
        assert_bad(self.TEXT.replace(*change), message, "janko")

    def test_no_cells(self):
        assert_bad("problem", "janko, end of the text: width must be", "janko")
        assert_bad("problem\n- -", "janko: no islands; expected at least one", "janko")

    def test_what_it_cannot_say(self):
        with pytest.raises(FormatError, match=r"janko cannot write the island at .* unknown clue"):
            dumps(Puzzle(1, 1, [(0, 0, None)]), "janko")
        with pytest.raises(FormatError, match=r"janko cannot write the bridges between .*: others cross them"):
            dumps(Record(CROSSING, Solution(CROSSING, [1, 1])), "janko")


class TestGrid:
    @pytest.mark.parametrize(
        "text",
        [
            "2.3\n...\n..1",
            "2.3/.../..1",
            "2.3/.../..1/\n",
            "203\n000\n001",
            "2-3\n---\n--1",
            "2_3\n___\n##1",
            "2 3\n   \n  1",
            "2 . 3\n. . .\n. . 1",
            "2,0,3\n0,0,0\n0,0,1",
            "2, 0, 3\n0 ,0  ,0\n 0\t0 1",
            "2 0 3/0 0 0/0 0 1",
            "% a comment\n2.3\n%\n...\n..1\n% more",
            "\n\n2.3\r\n...\r\n..1\r\n\r\n",
        ],
    )
    def test_signs_and_separators(self, text):
        assert detect(text) == "grid"
        assert loads_record(text) == loads_record(text, "grid") == Record(BENT)

    def test_blanks_are_cells_where_the_rule_says_so(self):
        assert loads("1  \n1 1").width == 3
        assert loads("1 1\n 1 ").width == 3
        assert loads("1 1\n1 1").width == 2

    def test_unknown_clue(self):
        assert loads("?.2") == Puzzle(3, 1, [(0, 0, None), (0, 2, 2)])
        assert dumps(loads("?.2"), "grid") == "?.2"

    @pytest.mark.parametrize(
        "text",
        ['2=3\n..|\n..1', "2=3/..|/..1", "2 = 3\n. . |\n. . 1", "2,=,3\n0,0,|\n0,0,1"],
    )
    def test_solved_drawing(self, text):
        assert loads_record(text) == Record(BENT, BENT_SOLVED)

    def test_drawings_are_what_solutions_print(self):
        solution = hf.solve(hf.loads("7x7:3c3a3g4b3a4b4b2j3c3a2a1a1a2")).solution
        assert loads_record(str(solution)) == Record(solution.puzzle, solution)
        assert dumps(Record(solution.puzzle, solution), "grid") == str(solution)
        assert dumps(solution.puzzle, "grid") == str(solution.puzzle)

    def test_only_single_bridges_across(self):
        """A `-` may also be an empty cell: the board is a drawing if all of them join islands and all sums fit."""
        one = Puzzle(3, 1, [(0, 0, 1), (0, 2, 1)])
        assert loads_record("1-1").solution == Solution(one, [1])
        assert loads_record("?-?").solution is not None
        assert loads_record("1-2").solution is None
        assert loads_record("1--").solution is None
        assert loads_record("1-1\n--1").solution is None

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("2.2\n...\n..", "grid, line 3, column 3: row 3: expected 3 cells as in row 1, found 2"),
            ("2.2\n....", "grid, line 2, column 4: row 2: expected 3 cells as in row 1, found 4"),
            ("2.2/..", "grid, line 1, column 7: row 2: expected 3 cells as in row 1, found 2"),
            ("2.2\n\n...", "grid, line 2, column 1: row 2: expected 3 cells as in row 1, found 0"),
            ("% a\n2.2\n.x.", "grid, line 3, column 2: expected a clue, a bridge or an empty cell like '.', found 'x'"),
            ("2.2/.x.", "grid, line 1, column 6: expected a clue"),
            ("2 . 2\n. x .", "grid, line 2, cell 2: expected a clue"),
            ("2,,2", "grid, line 1, column 2: expected a clue"),
            ("2.2\n./.", "grid, line 2, column 2: expected a clue"),
            ("2.9", "grid: island at row 1, column 3: target 9"),
            ("...", "grid: no islands; expected at least one"),
            ("2=.", "grid, line 1, column 2: expected bridges from island to island, found '='"),
            ("2=-2", "grid, line 1, column 2: expected bridges from island to island"),
            ("2=2\n|..\n...", "grid, line 2, column 1: expected bridges from island to island, found '|'"),
            ("2=2--", "grid, line 1, column 4: expected bridges from island to island, found '-'"),
            ('2 " 2', "grid, line 1, cell 2: expected bridges from island to island"),
            ("1" * 10_001, "grid, line 1, column 10001: expected 1 to 10,000 cells in a row"),
            ("1\n" * 10_001, "grid, line 10001, column 1: expected at most 10,000 rows"),
            ("1/" * 10_001, "grid, line 1, column 20001: expected at most 10,000 rows"),
        ],
    )
    def test_bad_text(self, text, message):
        assert_bad(text, message, "grid")

    @pytest.mark.parametrize("text", ["", "\n\n", "%", "% 1\n"])
    def test_nothing(self, text):
        with pytest.raises(FormatError, match="grid, line 1: expected rows of cells, found none"):
            loads(text, "grid")

    def test_what_it_cannot_say(self):
        with pytest.raises(FormatError, match=r"grid cannot write the bridges between .*: others cross them"):
            dumps(Record(CROSSING, Solution(CROSSING, [1, 1])), "grid")
        pair = Puzzle(2, 1, [(0, 0, 1), (0, 1, 1)])
        assert dumps(pair, "grid") == "11"
        with pytest.raises(FormatError, match=r"grid cannot write bridges between the island .* neighbour"):
            dumps(Record(pair, Solution(pair, [1])), "grid")

    def test_large_board(self):
        puzzle = Puzzle(10_000, 1_000, [(0, 0, 2), (0, 9_999, 3), (999, 9_999, 1)])
        solution = Solution.from_bridges(puzzle, [(0, 0, 0, 9_999, 2), (0, 9_999, 999, 9_999, 1)])
        assert loads_record(dumps(Record(puzzle, solution), "grid")) == Record(puzzle, solution)


class TestConceptis:
    def test_written_and_read(self):
        text = dumps(TWO, "conceptis")
        assert text == (
            '<?xml version="1.0" encoding="UTF-8"?>\n<Hashi_Puzzle Width="3" Height="1">\n  <Data>\n'
            '    <Island Number="2" X="0" Y="0" />\n    <Island Number="2" X="2" Y="0" />\n  </Data>\n</Hashi_Puzzle>'
        )
        assert loads(text) == TWO

    def test_what_is_unknown_is_passed_over(self):
        text = (
            '<?xml version="1.0" encoding="utf-16"?><!-- c -->'
            '<Hashi_Puzzle xmlns="x" Name="&lt;\u00e9" Width="3" Height="1">'
            '<Header a="1">text</Header><Data><Island Number="2" X="0" Y="0" Z="1">x</Island><Other/>'
            "<Island Y='0' X='2' Number='2'/></Data></Hashi_Puzzle>\n<!-- end -->"
        )
        assert loads(text) == TWO

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("<", "conceptis, line 1, column .: expected XML, found: "),
            ("<Hashi_Puzzle Width='3' Height='1'>\n<Data>", "conceptis, line 2, column 7: expected XML"),
            ("<Sudoku/>", "conceptis, line 1, column 1: expected the element 'Hashi_Puzzle', found 'Sudoku'"),
            ("<Hashi_Puzzle/>", "conceptis, line 1, column 1: expected a number as Width, found None"),
            ("<Hashi_Puzzle Width='-3' Height='1'/>", "conceptis, line 1, column 1: .* Width, found '-3'"),
            ("<Hashi_Puzzle Width='3' Height='99999'/>", "conceptis, line 1, column 1: height must be"),
            ("<Hashi_Puzzle Width='3' Height='1'/>", "conceptis: no islands; expected at least one"),
            (
                "<Hashi_Puzzle Width='3' Height='1'>\n <Island X='0' Y='0'/></Hashi_Puzzle>",
                "conceptis, line 2, column 2: expected a number as Number, found None",
            ),
            (
                "<Hashi_Puzzle Width='3' Height='1'><Island Number='1' X='3' Y='0'/></Hashi_Puzzle>",
                "conceptis: island at row 1, column 4 .counted from 1.: outside the board",
            ),
            ("<Hashi_Puzzle Width='3' Height='1' a='\ud800'/>", "conceptis, character 39: expected text that"),
            ("<a>" * 200, "conceptis, line 1, column 1: expected the element 'Hashi_Puzzle'"),
            ("<Hashi_Puzzle Width='3' Height='1'>" + "<a>" * 200, "conceptis, line 1, .*at most 100 nested elements"),
        ],
    )
    def test_bad_text(self, text, message):
        assert_bad(text, message, "conceptis")

    @pytest.mark.parametrize(
        "declaration",
        [
            '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>',
            '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
            '<!DOCTYPE a [<!ENTITY % x SYSTEM "http://example.com/x.dtd"> %x;]>',
            '<!DOCTYPE a SYSTEM "http://example.com/x.dtd">',
            '<!DOCTYPE a [<!ATTLIST Hashi_Puzzle Width CDATA "3">]>',
            "<!DOCTYPE a>",
        ],
    )
    def test_no_declarations(self, declaration):
        text = f'<?xml version="1.0"?>\n{declaration}<Hashi_Puzzle Width="3" Height="1">&c;&x;</Hashi_Puzzle>'
        assert_bad(text, "conceptis, line 2, column [0-9]+: expected no DOCTYPE, found DOCTYPE 'a'", "conceptis")

    def test_entities_that_nobody_declared(self):
        text = '<Hashi_Puzzle Width="3" Height="1">&c;</Hashi_Puzzle>'
        assert_bad(text, "conceptis, line 1, .*undefined entity", "conceptis")

    def test_number_of_elements(self, monkeypatch):
        monkeypatch.setattr(conceptis, "_MAX_ELEMENTS", 10)
        text = '<Hashi_Puzzle Width="3" Height="1">' + "<a/>" * 10
        assert_bad(text, "conceptis, line 1, column 72: expected at most 10 elements", "conceptis")
