"""JSON Schemas of what is written as JSON: records and packs. The files are in the folder `schemas`."""
from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Literal

from hashi_fast.errors import check_choice

_NAMES = ("record", "pack")


def json_schema(name: Literal["record", "pack"] = "record") -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of records, which are lines of JSON Lines, or of packs.

    >>> json_schema("record")["required"], json_schema("pack")["title"]
    (['w', 'h'], 'Hashi pack')
    """
    check_choice("name of a schema", name, _NAMES)
    schema = _read(name)
    if name == "pack":
        # The file refers to the other one. Here, one object is complete.
        file = f"{_NAMES[0]}.schema.json"
        schema["$defs"] = {file: {"$id": file, **_read(_NAMES[0])}}
    return schema


def _read(name: str) -> dict[str, Any]:
    text = (files("hashi_fast.formats") / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema
