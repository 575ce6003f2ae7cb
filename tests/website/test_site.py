"""The site: built without a warning, complete, and nothing in it comes from another host. Needs the extra `docs`."""
from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from urllib.parse import unquote, urlsplit

import paths
import pytest
import reference
from patience import PATIENCE

SOURCES = ["docs", "website"]


def build(source: Path, site: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "-m", "mkdocs", "build", "--strict", "--site-dir", str(site)]
    quiet = os.environ | {"NO_MKDOCS_2_WARNING": "1"}  # the theme's advertisement
    return subprocess.run(
        command, cwd=source, env=quiet, capture_output=True, text=True, timeout=PATIENCE, check=False
    )


class Page(HTMLParser):
    """The anchors of a page, its links, and what it loads by itself."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        self.anchors |= {found[name] or "" for name in ("id", "name") if name in found}
        if tag == "a" and found.get("href"):
            self.links.append(found["href"] or "")
        if tag == "link" and found.get("rel") not in ("canonical", "next", "prev"):
            self.loads.append(found.get("href") or "")
        if found.get("src"):
            self.loads.append(found["src"] or "")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("mkdocs")
    folder = tmp_path_factory.mktemp("site")
    done = build(paths.ROOT, folder)
    assert done.returncode == 0, done.stderr
    assert "WARNING " not in done.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {path: Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}


@pytest.mark.slow
def test_every_public_name_is_on_the_site(pages: dict[Path, Page], site: Path) -> None:
    for group in reference.GROUPS:
        anchors = pages[site / "reference" / f"{group.page}.html"].anchors
        missing = [name for name in group.names if reference.identifier(group, name) not in anchors]
        assert not missing, group.page


@pytest.mark.slow
def test_compiled_names_are_described_in_full(site: Path) -> None:
    text = (site / "reference" / "puzzles.html").read_text(encoding="utf-8")
    topology = text[text.index('id="hashi_fast.Topology"') :]
    assert "Edges join nearest visible neighbours" in topology  # from the module
    assert "the upper or left island of each edge" in topology
    assert "edge_list" in topology
    assert "NDArray" in topology  # from its stub


@pytest.mark.slow
def test_every_page_of_the_docs_is_on_the_site(pages: dict[Path, Page], site: Path) -> None:
    for source in (paths.ROOT / "docs").rglob("*.md"):
        place = source.relative_to(paths.ROOT / "docs").with_suffix(".html")
        assert site / (place.with_name("index.html") if place.name == "README.html" else place) in pages
    for name in ("architecture", "changelog", "contributing", "security"):
        assert site / f"{name}.html" in pages


@pytest.mark.slow
def test_links_lead_somewhere(pages: dict[Path, Page], site: Path) -> None:
    count = 0
    for path, page in pages.items():
        if path.name == "404.html":
            continue  # its links are those of a server
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme:
                assert parts.scheme == "https", link
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            assert target.exists(), f"{path.relative_to(site)}: {link}"
            if parts.fragment and target in pages:
                assert unquote(parts.fragment) in pages[target].anchors, f"{path.relative_to(site)}: {link}"
            count += 1
    assert count > 1000


@pytest.mark.slow
def test_nothing_comes_from_another_host(pages: dict[Path, Page], site: Path) -> None:
    for path, page in pages.items():
        for each in page.loads:
            assert not urlsplit(each).netloc, f"{path.relative_to(site)}: {each}"
            if path.name != "404.html":
                assert (path.parent / urlsplit(each).path).exists(), f"{path.relative_to(site)}: {each}"
    for path in site.rglob("*.css"):
        assert not re.search(r"url\(['\"]?(https?:)?//|@import", path.read_text(encoding="utf-8")), path.name


@pytest.mark.slow
def test_examples_have_prompts_that_are_not_part_of_the_code(site: Path) -> None:
    text = (site / "start.html").read_text(encoding="utf-8")
    assert '<span class="gp">&gt;&gt;&gt; </span>' in text
    for path in (site / "reference").glob("*.html"):
        assert "<blockquote>" not in path.read_text(encoding="utf-8"), path.name  # which prompts in Markdown would be


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ("docs/start.md", "\n[Nowhere](nowhere.md)\n"),
        ("docs/start.md", "\n[Nowhere](solving.md#nowhere)\n"),
        ("docs/lost.md", "# A page that is not in the navigation\n"),
    ],
)
def test_faults_are_seen(page: str, fault: str, tmp_path: Path) -> None:
    pytest.importorskip("mkdocs")
    for name in SOURCES:
        shutil.copytree(paths.ROOT / name, tmp_path / name)
    for path in [*paths.ROOT.glob("*.md"), paths.ROOT / "mkdocs.yml"]:
        shutil.copy(path, tmp_path)
    with (tmp_path / page).open("a") as file:
        file.write(fault)
    done = build(tmp_path, tmp_path / "site")
    assert done.returncode == 1
    assert "WARNING " in done.stderr


def test_pages_are_in_the_navigation() -> None:
    """As the build would say, for those who do not build."""
    configuration = (paths.ROOT / "mkdocs.yml").read_text()
    pages = {page.relative_to(paths.ROOT / "docs").as_posix() for page in (paths.ROOT / "docs").rglob("*.md")}
    assert {page for page in pages if f" {page}\n" not in configuration} == set()


@pytest.mark.parametrize("name", ["hooks", "docstrings"])
def test_docstrings(name: str) -> None:
    pytest.importorskip("mkdocs")
    assert doctest.testmod(import_module(name)).failed == 0


def test_what_is_known_about_the_project_agrees() -> None:
    """The version and the addresses are in several files."""
    import hashi_fast

    citation = (paths.ROOT / "CITATION.cff").read_text()
    project = (paths.ROOT / "pyproject.toml").read_text()
    assert f"\nversion: {hashi_fast.__version__}\n" in citation
    [repository] = re.findall(r"^repository-code: (\S+)$", citation, re.MULTILINE)
    [home] = re.findall(r"^url: (\S+)$", citation, re.MULTILINE)
    assert f'Source = "{repository}"' in project
    assert f'Documentation = "{home}"' in project
    assert f"site_url: {home}" in (paths.ROOT / "mkdocs.yml").read_text()
    assert f'"{repository}/blob/main/"' in (paths.ROOT / "website" / "hooks.py").read_text()
