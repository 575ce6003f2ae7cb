"""The decoders of compact lines in docs/formats.md, run as they stand there."""
import json
import re
import shutil
import subprocess
from typing import Any

import paths
import pytest

import hashi_fast as hf

PAGE = (paths.ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
MADE = [
    made
    for kind in ("7x7", "5x9 style=rich", "12x7 style=open", "6x6 max_bridges=1", "7x7 loops=no", "30x2 style=open")
    for made in hf.produce(5, hf.Spec.parse(kind)[0], seed=1)
]
LINES = [hf.dumps(made, "compact") for made in MADE]


def decoder(language: str) -> str:
    (code,) = re.findall(rf"^```{language}\n((?:(?!```).*\n)*?.*decode\(line\)(?:.*\n)*?)```", PAGE, re.MULTILINE)
    return code


def expected(made: hf.RatedPuzzle) -> list[Any]:
    return json.loads(json.dumps([made.puzzle.islands, made.solution.bridges]))


def test_python() -> None:
    names: dict[str, Any] = {}
    code = decoder("python")
    exec(code, names)
    assert [json.loads(json.dumps(names["decode"](line))) for line in LINES] == [expected(made) for made in MADE]
    assert len(code.splitlines()) <= 15


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
def test_javascript() -> None:
    code = decoder("javascript")
    ask = 'JSON.parse(require("fs").readFileSync(0, "utf8")).map(decode).map((x) => [x.islands, x.bridges])'
    script = f"{code}\nconsole.log(JSON.stringify({ask}));"
    done = subprocess.run(["node", "-e", script], input=json.dumps(LINES), capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [expected(made) for made in MADE]
    assert len(code.splitlines()) == 12
