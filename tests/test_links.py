"""Links and paths in the documentation lead somewhere."""
import re
from pathlib import Path

import paths
import pytest

PAGES = sorted([*paths.ROOT.glob("*.md"), *paths.ROOT.glob("docs/**/*.md")])
ROOMS = [path.name for path in (paths.ROOT / "hashi_fast").iterdir() if (path / "__init__.py").is_file()]
TOP = ["hashi_fast", "tests", "benchmarks", "docs", "csrc", "website"]

LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)")
FILE = re.compile(rf"`((?:{'|'.join(TOP + ROOMS)})/[\w./*]*)`")


def anchors(page: Path) -> set[str]:
    """Return the link anchors of the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(paths.ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    for target, anchor in LINK.findall(page.read_text()):
        linked = page.parent / target if target else page
        assert linked.exists(), target
        assert not anchor or anchor in anchors(linked), f"{target}#{anchor}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(paths.ROOT).as_posix())
def test_files_that_are_named_exist(page: Path) -> None:
    """A path starts at the top of the repository or in a room of the package; `*` stands for any characters."""
    for name in FILE.findall(page.read_text()):
        place = paths.ROOT if name.split("/")[0] in TOP else paths.ROOT / "hashi_fast"
        assert list(place.glob(name.rstrip("/"))), name


def test_pages_name_files_and_link() -> None:
    text = "".join(page.read_text() for page in PAGES)
    assert len(LINK.findall(text)) > 40
    assert len(FILE.findall(text)) > 60
