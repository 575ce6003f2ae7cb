"""The page as one file: complete, the same bytes each time, and deaf to what hostile puzzles say."""
import json
import re
import shutil
import subprocess
from pathlib import Path
from urllib.parse import unquote

import pytest
from pages import config_of, elements
from patience import PATIENCE

import hashi_fast as hf
from hashi_fast.web import page
from hashi_fast.web.entries import entry_of

HOSTILE = [
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "]]>",
    '"><img src=x onerror=alert(1)>',
    "&lt;b&gt;&amp;",
    "{{}}${alert(1)}`",
    "\u2028\u2029\x00\ufeff\U0001f309",
    "\udcff",
    "<script type=\"application/json\" id=\"hashi-config\">{}</script>",
    "javascript:alert(1)",
    "__proto__",
]


def hostile_page() -> str:
    board = hf.loads("3x1:2a2")
    records = [hf.Record(board.with_id(text), extra={"title": text, "style": text}) for text in HOSTILE]
    entries = [entry_of(record, "x", walkthrough=True) for record in records]
    return page.whole(page.config("file", [(HOSTILE[0], entries)], title=HOSTILE[0]))


def imports_in(text: str) -> dict[str, str]:
    """Return the import map of a page."""
    (element,) = [each for each in elements(text, "script") if each.attributes.get("type") == "importmap"]
    found: dict[str, str] = json.loads(element.text[0])["imports"]
    return found


def module_in(url: str) -> str:
    head, _, text = url.partition(",")
    assert head == "data:text/javascript"
    assert "<" not in text
    return unquote(text)


def test_hostile_puzzles_stay_text() -> None:
    text = hostile_page()
    config = config_of(text)
    assert config["title"] == config["packs"][0]["name"] == HOSTILE[0]
    for entry, name in zip(config["packs"][0]["puzzles"], HOSTILE, strict=True):
        assert (entry["id"], entry["title"], entry["style"]) == (name, name, name)
    plain = page.whole(page.config("file", [], title="x"))
    assert [each.tag for each in elements(text)] == [each.tag for each in elements(plain)]
    assert text.count("</script") == plain.count("</script")
    assert text.count("<!--") == plain.count("<!--")
    (title,) = elements(text, "title")
    assert "".join(title.text).startswith(HOSTILE[0])


def test_no_sign_of_html_is_in_the_config() -> None:
    text = page.in_script({"id": "".join(HOSTILE)})
    assert not set("<>&") & set(text)
    assert text.isascii()
    assert json.loads(text) == {"id": "".join(HOSTILE)}


def test_a_page_holds_everything_that_it_loads() -> None:
    text = hostile_page()
    for element in elements(text):
        for name in ("src", "href", "action", "poster", "data"):
            target = element.attributes.get(name) or "#"
            assert target.startswith(("#", "data:")), (element.tag, target)
    assert "@import" not in text
    assert "url(" not in text.replace("url(#", "").replace("url(data:", "")


def test_every_import_resolves() -> None:
    places = imports_in(hostile_page())
    assert {"#hashi", "#core", "#ui"} <= set(places)
    for name, url in places.items():
        for other in page.imports_of(module_in(url)):
            assert other in places, (name, other)
        # Nothing else is imported, by any other way.
        assert re.findall(r"""\b(?:from|import)\s*\(?\s*["'](?!#)""", module_in(url)) == []


def test_modules_that_nothing_imports_are_left_out() -> None:
    needed = {name for module in page.modules().values() for name in page.imports_of(module)}
    assert set(page.modules()) == needed | {"#hashi"}


@pytest.mark.skipif(shutil.which("node") is None, reason="no node")
def test_modules_are_still_javascript() -> None:
    """Each module of the page is parsed by node, as it comes out of its URL."""
    modules = {name: module_in(url) for name, url in imports_in(hostile_page()).items()}
    code = (
        'const { SourceTextModule } = require("node:vm");'
        'const modules = JSON.parse(require("node:fs").readFileSync(0, "utf8"));'
        "for (const [name, text] of Object.entries(modules)) new SourceTextModule(text, { identifier: name });"
    )
    command = ["node", "--experimental-vm-modules", "--no-warnings", "-e", code]
    subprocess.run(command, input=json.dumps(modules).encode(), check=True, timeout=PATIENCE)


def test_the_policy_lets_nothing_run_but_the_page() -> None:
    text = hostile_page()
    (policy,) = [
        each.attributes["content"]
        for each in elements(text, "meta")
        if each.attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    assert policy is not None
    found = re.fullmatch(
        r"default-src 'none'; script-src '(nonce-\w{32})'; style-src '\1'; img-src data:; base-uri 'none';"
        r" form-action 'none'",
        policy,
    )
    assert found is not None
    for element in elements(text):
        if element.tag in ("script", "style") and element.attributes.get("type") != "application/json":
            assert f"nonce-{element.attributes.get('nonce')}" == found[1]
        assert not [name for name in element.attributes if name.startswith("on") or name == "style"]
    # It comes before everything that it is about.
    assert text.index("Content-Security-Policy") < text.index("<script")


def test_the_same_puzzles_make_the_same_bytes() -> None:
    assert hostile_page() == hostile_page()
    one, other = (page.whole(page.config("file", [], title=title)) for title in ("one", "two"))
    assert re.findall("nonce-[0-9a-f]{32}", one) != re.findall("nonce-[0-9a-f]{32}", other)


def test_the_served_page_allows_its_import_map_alone() -> None:
    text, policy = page.served(page.config("served", [], token="t"))
    inline = [each for each in elements(text, "script") if "src" not in each.attributes]
    kinds = [each.attributes.get("type") for each in inline]
    assert sorted(map(str, kinds)) == ["application/json", "importmap"]
    assert policy.count("'sha256-") == 1
    assert not [each for each in elements(text) if "style" in each.attributes]


def test_without_python_the_page_has_no_puzzles() -> None:
    """The files work from a disk as they are: the config is empty, and the import map leads to files."""
    folder = Path(page.__file__).parent
    text = (folder / "hashi.html").read_text()
    assert config_of(text) == {}
    places = imports_in(text)
    for name in page.modules():
        prefix = max((key for key in places if name == key or (key.endswith("/") and name.startswith(key))), key=len)
        assert (folder / (places[prefix] + name.removeprefix(prefix))).is_file(), name


def test_a_page_that_lacks_a_place_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "_page", lambda: "<html></html>")
    with pytest.raises(ValueError, match="exactly once"):
        page.whole(page.config("file", []))
    with pytest.raises(ValueError, match="exactly once"):
        page.served(page.config("served", []))
