"""Every public name is described in the reference, once, on the page where people look for it."""
from __future__ import annotations

from collections import Counter

import reference

import hashi_fast
from hashi_fast import engines, formats

MODULES = {"capi", "engines", "formats"}


def names_of(module: str) -> list[str]:
    return [name for group in reference.GROUPS if group.module == module for name in group.names]


def test_every_public_name_is_in_the_reference_once() -> None:
    described = [*names_of("hashi_fast"), "solution_from_dimacs"]
    assert Counter(described) == Counter(set(hashi_fast.__all__) - MODULES)


def test_every_public_name_of_the_modules_is_in_the_reference() -> None:
    assert set(names_of("hashi_fast.search.engines")) == {*engines.__all__, "solution_from_dimacs"}
    # Most names of `formats` are those of the package itself.
    assert set(names_of("hashi_fast.formats")) == set(formats.__all__) - set(hashi_fast.__all__)
    assert set(names_of("hashi_fast.capi")) == {"get_include"}
    assert {group.title for group in reference.GROUPS if group.module != "hashi_fast"} == {
        f"hashi_fast.{name}" for name in MODULES
    }


def test_pages_describe_their_names() -> None:
    pages = reference.pages()
    for group in reference.GROUPS:
        page = pages[f"reference/{group.page}.md"]
        for name in group.names:
            assert f"\n::: {reference.identifier(group, name)}\n" in page
            assert f"[`{name}`][{reference.identifier(group, name)}]" in pages["reference/README.md"]
