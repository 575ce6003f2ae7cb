import subprocess
import sys

import pytest

import hashi_fast
from hashi_fast.cli import main


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "-m", "hashi_fast", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("arguments", [(), ("demo",)])
def test_demo_shows_each_outcome(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    for verdict in ("exactly one solution", "several solutions", "no solution"):
        assert verdict in done.stdout
    assert "3---3=3" in done.stdout
    assert " us with " in done.stdout


def test_version_and_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    assert hashi_fast.__version__ in capsys.readouterr().out
    with pytest.raises(SystemExit) as left:
        main(["no-such-command"])
    assert left.value.code == 2
