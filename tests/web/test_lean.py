"""The page is sent without comments and needless white space, and still means the same."""
import shutil
import subprocess
from pathlib import Path

import pytest

from hashi_fast.web import page
from hashi_fast.web.lean import lean_script, lean_style


@pytest.mark.parametrize(
    ("text", "lean"),
    [
        ("a = b\n(c)\n", "a=b\n(c)"),
        ("a = b +\n  c;\n", "a=b+\nc;"),
        ("f(\n  x, // why\n  y,\n)\n", "f(x,y,)"),
        ("a + +b - -c + d\n", "a+ +b- -c+d"),
        ("return  x in  y\n", "return x in y"),
        ('say("a  // b", \'/*  */\')', 'say("a  // b",\'/*  */\')'),
        ("`a  ${ `b  }` }  // c`", "`a  ${ `b  }` }  // c`"),
        ("x = /[/*]  '/.test(y) / 2 / z", "x=/[/*]  '/.test(y)/2/z"),
        ("if (a) {\n  b();\n}\nc\n", "if(a){b()}c"),
        ("export { a } from '#core'\n/* one\ntwo */ b", "export{a}from'#core'\nb"),
        ("#inner = 1", "#inner=1"),
        ("f((x) => x, async (y) => y, (a, b) => a, ([c]) => c)", "f(x=>x,async(y)=>y,(a,b)=>a,([c])=>c)"),
    ],
)
def test_only_needless_white_space_goes(text: str, lean: str) -> None:
    assert lean_script(text) == f"{lean}\n"


def test_texts_of_styles_stay() -> None:
    text = 'a:hover > b {\n  margin: 0 1px;\n  content: "";\n}\n'
    assert lean_style(text) == 'a:hover > b{margin:0 1px;content:""}'


def test_the_page_is_smaller_than_200_kib() -> None:
    html = Path(page.__file__).with_name("hashi.html").read_bytes()
    assert len(html) + sum(map(len, page.files().values())) < 200 * 1024
    assert len(page.whole(page.config("file", [])).encode()) < 200 * 1024


PARSE = """
const { readdirSync, readFileSync } = require("fs");
const { SourceTextModule } = require("vm");
for (const name of readdirSync(".")) new SourceTextModule(readFileSync(name, "utf8"), { identifier: name });
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
def test_every_module_still_parses(tmp_path: Path) -> None:
    for name, body in page.files().items():
        if name.endswith(".js"):
            (tmp_path / name.replace("/", "-")).write_bytes(body)
    command = ["node", "--experimental-vm-modules", "--no-warnings", "-e", PARSE]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
