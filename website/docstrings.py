"""Docstrings as Markdown, for the reference: our own house style, read by an extension of griffe.

Examples become blocks of code. Paragraphs of "field: meaning" become lists. What compiled modules say about themselves
is asked of the modules, since their stubs have types and little else.
"""
from __future__ import annotations

import inspect
import re
from importlib import import_module
from typing import Any

import griffe

_FIELD = re.compile(r"^(`?\w+`?(?:, `?\w+`?)*): ", re.MULTILINE)
_LATER_FIELD = re.compile(r"(?<=[.;]) (?=\w+(?:, \w+)*: )")


class HouseStyle(griffe.Extension):
    """Rewrites the docstring of every object that griffe has loaded."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.is_alias or obj.is_module:
            return
        if str(obj.filepath).endswith((".pyi", ".so", ".pyd")) and (said := _said_by_itself(obj)):
            obj.docstring = griffe.Docstring(said, parent=obj)
        if obj.docstring:
            obj.docstring.value = as_markdown(obj.docstring.value, _names_in(obj)) + _fields(obj)


def as_markdown(text: str, names: set[str]) -> str:
    """Return a docstring as Markdown; `names` are those of the fields and parameters it may explain.

    >>> as_markdown("A size.\\n\\nwidth: columns. height: rows.", {"width", "height"}).splitlines()
    ['A size.', '', '- `width`: columns.', '- `height`: rows.']
    >>> as_markdown("A sum.\\n\\n>>> 1 + 1\\n2", set()).splitlines()
    ['A sum.', '', '```pycon', '>>> 1 + 1', '2', '```']
    """
    paragraphs = []
    for paragraph in re.split(r"\n\s*\n", text.strip("\n")):
        if paragraph.lstrip().startswith(">>> "):
            paragraphs.append(f"```pycon\n{inspect.cleandoc(paragraph)}\n```")
        elif ">>> " in paragraph:  # an example right below its sentence
            before, example = paragraph.split(">>> ", 1)
            paragraphs += [before.rstrip(), f"```pycon\n{inspect.cleandoc('>>> ' + example)}\n```"]
        elif _explains(paragraph, names):
            paragraphs.append(_listed(paragraph, names))
        elif paragraph.startswith("    "):
            paragraphs.append(f"```text\n{inspect.cleandoc(paragraph)}\n```")
        else:
            paragraphs.append(paragraph)
    return "\n\n".join(paragraphs)


def _explains(paragraph: str, names: set[str]) -> bool:
    match = _FIELD.match(paragraph)
    return bool(match) and names.issuperset(_split(match[1]))


def _split(fields: str) -> list[str]:
    return fields.replace("`", "").split(", ")


def _listed(paragraph: str, names: set[str]) -> str:
    """Return a list with an item for each field; a new one may begin on a line or after a sentence."""
    items: list[str] = []
    for line in paragraph.split("\n"):
        for piece in _LATER_FIELD.split(line):
            match = _FIELD.match(piece)
            if match and names.issuperset(_split(match[1])):
                fields = ", ".join(f"`{name}`" for name in _split(match[1]))
                items.append(f"- {fields}: {piece[match.end() :]}")
            else:
                items[-1] += f" {piece.strip()}"
    return "\n".join(items)


def _fields(obj: griffe.Object) -> str:
    """Return a table of the attributes of a class that have a type but no words of their own."""
    plain = {
        name: member.annotation
        for name, member in obj.members.items()
        if obj.is_class and member.is_attribute and not member.docstring and member.annotation
        and not name.startswith("_")
    }
    if not plain:
        return ""
    rows = [f"| `{name}` | `{annotation}` |" for name, annotation in plain.items()]
    return "\n\n| attribute | type |\n|---|---|\n" + "\n".join(rows)


def _names_in(obj: griffe.Object) -> set[str]:
    names = set(obj.members)
    parameters = obj.parameters if obj.is_class or obj.is_function else ()
    return names | {parameter.name.lstrip("*") for parameter in parameters}


def _said_by_itself(obj: griffe.Object) -> str:
    """Return the docstring of a compiled object as it is when the program runs, without the signature in front."""
    value: Any = import_module(obj.module.path)
    for name in obj.path.removeprefix(obj.module.path).strip(".").split("."):
        value = getattr(value, name, None)
    text = inspect.getdoc(value) or ""
    first, _, rest = text.partition("\n")
    if obj.is_function and "(" in first and not first.endswith("."):
        return rest.lstrip("\n")
    return text
