"""The command line end to end: input, output and exit codes."""
import gzip
import json
from pathlib import Path

import pytest
from command_line import CHOICE, ENDLESS, PAIR, SPLIT, run, run_process

import hashi_fast as hf
from hashi_fast.cli import COMMANDS, main


def json_lines(text: str) -> list[dict]:
    return [json.loads(line) for line in text.splitlines()]


def test_help_lists_what_there_is_and_the_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    said = capsys.readouterr().out
    assert [command.name for command in COMMANDS] == [
        "solve", "count", "check", "rate", "hint", "explain", "diagnose", "convert", "pack", "book", "show",
        "repair", "generate", "content", "fleet", "merge", "play", "export-html", "demo",
    ]
    for command in COMMANDS:
        assert f"    {command.name} " in said
    for code in (130, 141, 2, 3, 1, 0):
        assert f"  {code}  " in said


@pytest.mark.parametrize("command", [command.name for command in COMMANDS])
def test_help_of_each_command(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])
    assert left.value.code == 0
    assert "--json" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["no-such-command"],
        ["solve", "--no-such-option"],
        ["solve", "--limit", "0"],
        ["solve", "--to", "has"],
        ["count", "--time-limit", "-1"],
        ["count", "--node-limit", "x"],
        ["convert", "--from", "nonsense"],
    ],
)
def test_bad_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert "usage: hashi-fast" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "--json", "--to", "json"],
        ["solve", "-j", "2", "--all"],
        ["solve", "--stats", "-j", "2"],
        ["solve", "--stats", "--all"],
        ["solve", "--stats", "--to", "json"],
        ["count", "-j", "2", "--search", "dfs"],
        ["convert"],
        ["show", "--svg", "a.svg", "--json"],
        ["solve", "--encoding", "pb"],
        ["solve", "--engine", "sat", "--all"],
        ["solve", "--engine", "sat", "--search", "dfs"],
        ["count", "--engine", "sat", "-j", "2"],
        ["count", "--engine", "ilp", "--encoding", "pb"],
        ["check", "--engine", "ilp", "--node-limit", "5"],
        ["convert", "--to", "json", "--encoding", "pb"],
    ],
)
def test_options_that_do_not_go_together(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err.startswith("hashi-fast: ")


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    assert hf.__version__ in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [(), ("demo", "--ascii")])
def test_demo_shows_each_outcome(arguments: tuple[str, ...]) -> None:
    done = run_process(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    for verdict in ("exactly one solution", "several solutions", "no solution", " us with "):
        assert verdict in done.stdout
    assert ("3---3=3" if arguments else "3───────3═══3") in done.stdout


def test_demo_for_machines() -> None:
    answers = json_lines(run("demo", "--json").stdout)
    assert [answer["status"] for answer in answers] == ["unique", "unique", "multiple", "none"]


# solve


def test_solve_draws(tmp_path: Path) -> None:
    path = tmp_path / "pair.txt"
    path.write_text('{"id": "two", "w": 3, "h": 1, "task": "2a2"}')
    done = run("solve", path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "line 1, two: solved\n2═══2\n\n", "")
    assert run("solve", path, "--ascii").stdout == "line 1, two: solved\n2=2\n\n"
    # An output that cannot show Unicode gets ASCII without being asked.
    assert run("solve", path, PYTHONIOENCODING="ascii").stdout == "line 1, two: solved\n2=2\n\n"


def test_solve_as_json_lines_from_standard_input() -> None:
    done = run("solve", "--json", "--node-limit", "10000", stdin=f"{PAIR}\n\n{SPLIT}\n")
    assert done.returncode == 1
    assert done.stdout == (
        '{"id": null, "file": "<stdin>", "line": 1, "status": "solved", "solution": [[0, 0, 0, 2, 2]]}\n'
        '{"id": null, "file": "<stdin>", "line": 3, "status": "unsolvable", "solution": null}\n'
    )


@pytest.mark.parametrize("threads", ["1", "2", "0"])
def test_solve_and_count_agree_for_any_number_of_threads(threads: str) -> None:
    stdin = f"{PAIR}\n{CHOICE}\n{SPLIT}\n"
    solved = run("solve", "--json", "-j", threads, stdin=stdin)
    assert [answer["status"] for answer in json_lines(solved.stdout)] == ["solved", "solved", "unsolvable"]
    assert hf.check(hf.loads(CHOICE), json_lines(solved.stdout)[1]["solution"]) == []
    counted = run("count", "--all", "-j", threads, stdin=stdin)
    assert counted.stdout == "line 1: 1 solution\nline 2: 31 solutions\nline 3: no solution\n"
    assert solved.returncode == counted.returncode == 1


@pytest.mark.parametrize("search", ["auto", "dfs", "learn"])
def test_all_solutions_are_lines_of_their_own(search: str) -> None:
    done = run("solve", "--all", "--json", "--search", search, stdin=CHOICE)
    solutions = [answer["solution"] for answer in json_lines(done.stdout)]
    puzzle = hf.loads(CHOICE)
    assert done.returncode == 0
    assert len({str(solution) for solution in solutions}) == len(solutions) == 31
    assert all(hf.check(puzzle, solution) == [] for solution in solutions)


def test_limited_solutions_are_numbered() -> None:
    done = run("solve", "--limit", "2", stdin=CHOICE)
    assert [line for line in done.stdout.splitlines() if ":" in line] == [
        "line 1, solution 1: solved",
        "line 1, solution 2: solved",
    ]


def test_solutions_in_another_format_can_be_checked() -> None:
    solved = run("solve", "--to", "json", stdin=f"{CHOICE}\n{SPLIT}\n")
    assert solved.returncode == 1
    assert solved.stderr == "hashi-fast: line 2: no solution\n"
    records = [hf.loads_record(line) for line in solved.stdout.splitlines()]
    assert [record.solution is None for record in records] == [False, True]
    checked = run("check", stdin=solved.stdout.splitlines()[0])
    assert (checked.returncode, checked.stdout) == (0, "line 1: the solution is correct\n")


def test_a_budget_that_runs_out() -> None:
    stdin = f"{SPLIT}\n{ENDLESS}\n"
    done = run("count", "--all", "--json", "--node-limit", "1000", stdin=stdin)
    assert done.returncode == 3
    assert [answer["status"] for answer in json_lines(done.stdout)] == ["complete", "unknown"]
    assert json_lines(done.stdout)[1]["count"] > 0
    done = run("count", "--all", "--time-limit", "0.05", stdin=ENDLESS)
    assert done.returncode == 3
    assert "unknown, the budget ran out after" in done.stdout
    done = run("solve", "--json", "--all", "--node-limit", "1000", stdin=ENDLESS)
    assert done.returncode == 3
    assert {answer["status"] for answer in json_lines(done.stdout)[:-1]} == {"solved"}
    place = {"id": None, "file": "<stdin>", "line": 1}
    assert json_lines(done.stdout)[-1] == {**place, "status": "unknown", "solution": None}


# count and check


def test_count_up_to_a_limit() -> None:
    done = run("count", "--json", stdin=f"{PAIR}\n{CHOICE}\n")
    assert done.returncode == 0
    assert json_lines(done.stdout) == [
        {"id": None, "file": "<stdin>", "line": 1, "status": "complete", "count": 1},
        {"id": None, "file": "<stdin>", "line": 2, "status": "limit", "count": 2},
    ]
    assert run("count", stdin=CHOICE).stdout == "line 1: 2 solutions or more\n"


@pytest.mark.parametrize("engine", [("sat",), ("sat", "--encoding", "pb"), ("sat", "--encoding", "direct"), ("ilp",)])
def test_other_engines(engine: tuple[str, ...]) -> None:
    pytest.importorskip("highspy" if engine == ("ilp",) else "pysat")
    puzzles = "\n".join([PAIR, CHOICE, SPLIT])
    solved = run("solve", "--json", "--engine", *engine, stdin=puzzles)
    assert solved.returncode == 1
    assert [line["status"] for line in json_lines(solved.stdout)] == ["solved", "solved", "unsolvable"]
    counted = run("count", "--json", "--engine", *engine, stdin=puzzles)
    assert [line["count"] for line in json_lines(counted.stdout)] == [1, 2, 0]
    checked = run("check", "--json", "--engine", *engine, stdin=puzzles)
    assert [line["status"] for line in json_lines(checked.stdout)] == ["unique", "multiple", "none"]


@pytest.mark.parametrize("engine", ["native", "sat", "ilp"])
def test_statistics_of_each_engine(engine: str) -> None:
    if engine != "native":
        pytest.importorskip("highspy" if engine == "ilp" else "pysat")
    how = ("solve", "--stats", "--engine", engine)
    done = run(*how, "--json", stdin=f"{PAIR}\n{SPLIT}\n")
    for answer in json_lines(done.stdout):
        stats = answer.pop("stats")
        assert list(stats) == list(hf.Stats._fields)
        assert list(stats["phases"]) == ["build", "search", "cuts"]
        assert stats["seconds"] >= stats["phases"]["search"] >= 0
        assert stats["gear"] == ("dfs" if engine == "native" else None)
        assert list(answer) == ["id", "file", "line", "status", "solution"]
    lines = run(*how, stdin=f"{PAIR}\n").stdout.splitlines()
    assert lines[0] == "line 1: solved"
    assert "seconds " in lines[1]
    assert ("nodes 1, " in lines[1] and "gear dfs" in lines[1]) or engine != "native"
    assert "variables" in lines[1] or engine == "native"
    assert lines[2].startswith("2")


def test_statistics_with_a_budget() -> None:
    [answer] = json_lines(run("solve", "--json", "--stats", "--node-limit", "5", stdin=ENDLESS).stdout)
    assert (answer["status"], answer["stats"]["nodes"]) == ("unknown", 5)


def test_an_engine_that_is_not_installed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def missing(name: str, **options: str) -> None:
        raise ModuleNotFoundError(f'engine "{name}" needs something')

    monkeypatch.setattr("hashi_fast.cli.options.get_engine", missing)
    for command in ("solve", "count", "check"):
        assert main([command, "--engine", "sat"]) == 2
        assert capsys.readouterr().err == 'hashi-fast: engine "sat" needs something\n'


def test_programs_for_other_solvers(tmp_path: Path) -> None:
    for format in ("dimacs", "lp", "smtlib", "minizinc"):
        done = run("convert", "--to", format, stdin=PAIR)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == hf.dumps(hf.loads(PAIR), format) + "\n"
    options = ("--to", "dimacs", "--encoding", "direct", "--output", tmp_path / "{n}.cnf")
    done = run("convert", *options, stdin=f"{PAIR}\n{CHOICE}")
    assert done.returncode == 0
    assert (tmp_path / "2.cnf").read_text() == hf.dumps(hf.loads(CHOICE), "dimacs", encoding="direct") + "\n"
    assert run("convert", "--from", "dimacs", "--to", "json", stdin=PAIR).returncode == 2


def test_check_draws_two_witnesses_with_their_differences() -> None:
    done = run("check", stdin=CHOICE)
    assert done.returncode == 1
    assert done.stdout.startswith("line 1: several solutions, two of them:\n\n    2═══3───2    2═══3───2\n")
    assert "*" in done.stdout
    assert "  row 3, column 3 to row 5, column 3: 0 and 1\n" in done.stdout
    narrow = run("check", stdin=CHOICE, COLUMNS="20")
    assert narrow.stdout.count("\n    2═══3───2\n") == 2
    (answer,) = json_lines(run("check", "--json", stdin=CHOICE).stdout)
    assert answer["status"] == "multiple"
    assert answer["violations"] is None
    puzzle = hf.loads(CHOICE)
    assert [hf.check(puzzle, witness) for witness in answer["witnesses"]] == [[], []]
    first, second = ({tuple(bridge[:4]): bridge[4] for bridge in witness} for witness in answer["witnesses"])
    expected = [[*ends, first.get(ends, 0), second.get(ends, 0)] for ends in sorted(first.keys() | second.keys())]
    assert answer["differing"] == [entry for entry in expected if entry[4] != entry[5]]


def test_check_of_given_solutions() -> None:
    wrong = '{"w": 3, "h": 1, "task": "2a2", "solution": [[0, 0, 0, 2, 1]]}'
    done = run("check", stdin=wrong)
    assert done.returncode == 1
    assert "not a solution\n  island at row 1, column 1: 1 bridge; expected 2\n" in done.stdout
    (answer,) = json_lines(run("check", "--json", stdin=wrong).stdout)
    assert answer["status"] == "wrong"
    assert [violation["rule"] for violation in answer["violations"]] == ["sum", "sum"]
    done = run("check", "--json", "--unique", stdin=wrong.replace("2, 1]", "2, 2]"))
    assert done.returncode == 0
    assert json_lines(done.stdout)[0]["status"] == "unique"


def test_check_of_puzzles_without_an_answer() -> None:
    done = run("check", "--node-limit", "1", stdin=f"{PAIR}\n{SPLIT}\n{ENDLESS}\n")
    assert done.returncode == 3
    assert done.stdout == (
        "line 1: exactly one solution\nline 2: no solution\nline 3: unknown, the budget ran out\n"
    )


# convert and show


def test_convert_streams_lines_and_numbers_files(tmp_path: Path) -> None:
    done = run("convert", "--to", "task", stdin=f"{PAIR}\n{CHOICE}\n")
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, '{"w": 3, "h": 1, "task": "2a2"}')
    done = run("convert", "--to", "has", stdin=f"{PAIR}\n{CHOICE}\n")
    assert done.returncode == 2
    assert "a file holds one; expected --out 'board_{n}.txt'" in done.stderr
    assert run("convert", "--to", "grid", stdin=f"{PAIR}\n{PAIR}\n").stdout == "2.2\n\n2.2\n"
    done = run("convert", "--to", "has", "-o", tmp_path / "board-{n}.has", stdin=f"{PAIR}\n{CHOICE}\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["board-1.has", "board-2.has"]
    assert hf.load(tmp_path / "board-2.has")[0].puzzle == hf.loads(CHOICE)


def test_what_a_format_cannot_say_is_refused_and_the_rest_written() -> None:
    unknown = '{"id": "u", "w": 1, "h": 1, "islands": [{"r": 0, "c": 0, "target": null}]}'
    done = run("convert", "--to", "task", stdin=f"{unknown}\n{PAIR}\n")
    assert done.returncode == 2
    assert done.stdout == '{"w": 3, "h": 1, "task": "2a2"}\n'
    assert "u: task cannot write" in done.stderr


def test_convert_keeps_what_is_beside_the_puzzle() -> None:
    line = '{"id": 7, "w": 1, "h": 1, "islands": [{"r": 0, "c": 0, "target": 0}], "solution": [], "seed": 3}'
    assert run("convert", "--json", stdin=line).stdout == line + "\n"


def test_show_draws_text_and_svg(tmp_path: Path) -> None:
    solved = "2=2\n"
    assert run("show", "--solution", stdin=solved).stdout == "line 1 (3x1, 2 islands)\n2═══2\n\n"
    assert run("show", "--ascii", stdin=solved).stdout == "line 1 (3x1, 2 islands)\n2.2\n\n"
    (fields,) = json_lines(run("show", "--json", "--solution", stdin=solved).stdout)
    place = {"id": None, "file": "<stdin>", "line": 1}
    assert fields == {**place, "w": 3, "h": 1, "islands": 2, "drawing": "2═══2"}
    assert run("show", "--solution", "--svg", tmp_path / "a.svg", stdin=solved).returncode == 0
    assert (tmp_path / "a.svg").read_text() == hf.loads_record(solved).solution.to_svg()
    assert run("show", "--svg", "-", "--dark", "--unsolved", stdin=solved).stdout == hf.loads(solved).to_svg("dark")
    assert "expected --svg 'board_{n}.txt'" in run("show", "--svg", "-", stdin=f"{PAIR}\n{CHOICE}\n").stderr
    run("show", "--svg", tmp_path / "many-{n}.svg", stdin=f"{PAIR}\n{CHOICE}\n")
    assert (tmp_path / "many-2.svg").read_text() == hf.loads(CHOICE).to_svg()


# Files in, files out


def test_many_files_of_many_formats(tmp_path: Path) -> None:
    (tmp_path / "grid.txt").write_text("2.2\n...\n")
    (tmp_path / "ids.txt").write_text(f"{PAIR}\n{CHOICE}\n")
    with gzip.open(tmp_path / "lines.jsonl.gz", "wt") as file:
        file.write('{"id": "packed", "w": 3, "h": 1, "task": "2a2"}\n')
    names = [tmp_path / name for name in ("grid.txt", "no-such-file", "ids.txt", "lines.jsonl.gz")]
    done = run("count", *names, "-", tmp_path, stdin=SPLIT)
    assert done.returncode == 2
    grid, _, ids, lines = names
    assert done.stdout.splitlines() == [
        f"{grid}, line 1: 1 solution",
        f"{ids}, line 1: 1 solution",
        f"{ids}, line 2: 2 solutions or more",
        f"{lines}, line 1, packed: 1 solution",
        "<stdin>, line 1: no solution",
    ]
    assert done.stderr == (
        f"hashi-fast: {names[1]}: No such file or directory\nhashi-fast: {tmp_path}: Is a directory\n"
        "hashi-fast: 2 refused, 5 read\n"
    )


BAD_LINES = f"{PAIR}\n3x1:2?2\n{CHOICE}\n\n3x1:2a\n{SPLIT}\n"


def test_bad_lines_are_reported_and_the_rest_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    path.write_text(BAD_LINES)
    done = run("count", path, "--json", "--all")
    assert done.returncode == 2
    assert [answer["count"] for answer in json_lines(done.stdout)] == [1, 31, 0]
    first, second, summary = done.stderr.splitlines()
    assert first.startswith(f"hashi-fast: {path}, line 2: ")
    assert second.startswith(f"hashi-fast: {path}, line 5: ")
    assert summary == "hashi-fast: 2 refused, 3 read"


def test_strict_stops_at_the_first_bad_line(tmp_path: Path) -> None:
    output = tmp_path / "out.jsonl"
    output.write_text("before\n")
    done = run("count", "--json", "--strict", stdin=BAD_LINES)
    assert done.returncode == 2
    assert [answer["count"] for answer in json_lines(done.stdout)] == [1]
    assert done.stderr.startswith("hashi-fast: <stdin>, line 2: ")
    assert len(done.stderr.splitlines()) == 1
    done = run("count", "--json", "--strict", "-o", output, stdin=BAD_LINES)
    assert (done.returncode, done.stdout, output.read_text()) == (2, "", "before\n")
    assert list(tmp_path.iterdir()) == [output]


def test_output_files_are_whole_and_may_be_packed(tmp_path: Path) -> None:
    done = run("solve", "--json", "-o", tmp_path / "out.jsonl.gz", stdin=PAIR)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    with gzip.open(tmp_path / "out.jsonl.gz", "rt") as file:
        assert json.loads(file.read())["status"] == "solved"
    (tmp_path / "in.txt").write_text(PAIR)
    (tmp_path / "link").symlink_to("in.txt")
    assert run("convert", "--to", "grid", tmp_path / "in.txt", "-o", tmp_path / "link").returncode == 0
    assert (tmp_path / "in.txt").read_text() == "2.2\n"  # the input itself, replaced after it was read
    assert (tmp_path / "link").is_symlink()
    done = run("solve", "-o", tmp_path / "no-folder" / "out", stdin=PAIR)
    assert done.returncode == 2
    assert "No such file or directory" in done.stderr
    assert len(list(tmp_path.iterdir())) == 3


def test_no_puzzles_at_all() -> None:
    done = run("solve", stdin="\n\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "hashi-fast: no puzzles in the input\n")
    assert run("solve", "--quiet", stdin="").stderr == ""


def test_text_that_is_no_puzzle_and_bytes_that_are_no_text() -> None:
    done = run("solve", stdin="hello\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert "hashi-fast: <stdin>: " in done.stderr
    done = run("count", stdin=f"{PAIR}\n".encode() + b"3x1:\xff\n" + PAIR.encode())
    assert done.returncode == 2
    assert "<stdin>, line 2: character 5: expected text in UTF-8" in done.stderr
    assert done.stdout.count("1 solution") == 2


def test_a_named_format() -> None:
    assert run("count", "--from", "tatham", stdin=PAIR).returncode == 0
    done = run("count", "--format", "json", stdin=PAIR)
    assert done.returncode == 2
    assert "json" in done.stderr


# Colours


@pytest.mark.parametrize(
    ("options", "changes", "coloured"),
    [
        ((), {}, False),
        (("--color", "always"), {}, True),
        (("--color", "always"), {"NO_COLOR": "1"}, True),
        (("--color", "never"), {}, False),
    ],
)
def test_colours_in_a_pipe(options: tuple[str, ...], changes: dict[str, str], coloured: bool) -> None:
    assert ("\x1b[" in run("solve", *options, stdin=PAIR, **changes).stdout) is coloured
