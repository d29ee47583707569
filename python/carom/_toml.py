"""Scenarios made in code: the sections and keys of scenario files as dictionaries and lists."""

from __future__ import annotations

import json
import math
import os
from typing import Any, Mapping

import numpy as np

Sections = Mapping[str, Any]


def _plain(value: Any) -> Any:
    """Without NumPy's types."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    return value


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping)


def _key(name: str) -> str:
    bare = name and all(c.isascii() and (c.isalnum() or c in "_-") for c in name)
    return name if bare else json.dumps(name, ensure_ascii=False)


def value_text(value: Any) -> str:
    """A value as TOML has it; numbers keep all their digits."""
    value = _plain(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        if math.isfinite(value):
            return repr(value)
        return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    if isinstance(value, (str, os.PathLike)):
        return json.dumps(os.fspath(value), ensure_ascii=False).replace("\x7f", "\\u007f")
    if _is_table(value):
        inner = ", ".join(f"{_key(k)} = {value_text(v)}" for k, v in value.items())
        return "{ " + inner + " }" if inner else "{}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(value_text(each) for each in value) + "]"
    raise TypeError(
        f"{value!r} cannot stand in a scenario; numbers, texts, lists and dictionaries can"
    )


def text_of(sections: Sections) -> tuple[str, dict[int, str]]:
    """The scenario file of these sections, and what stands in each of its lines: 'link[1].mass'."""
    lines: list[str] = []
    places: dict[int, str] = {}

    def add(line: str, place: str) -> None:
        lines.append(line)
        places[len(lines)] = place

    def add_keys(table: Mapping[str, Any], place: str) -> None:
        for key, value in table.items():
            if value is not None:
                add(f"{_key(key)} = {value_text(value)}", f"{place}.{key}" if place else key)

    add_keys({k: v for k, v in sections.items() if not _is_section(v)}, "")
    for name, value in sections.items():
        if _is_table(value):
            add(f"[{_key(name)}]", name)
            add_keys(value, name)
        elif _is_section(value):
            for i, table in enumerate(value):
                add(f"[[{_key(name)}]]", f"{name}[{i}]")
                add_keys(table, f"{name}[{i}]")
    return "\n".join(lines) + "\n", places


def _is_section(value: Any) -> bool:
    if _is_table(value):
        return True
    return isinstance(value, (list, tuple)) and len(value) > 0 and all(map(_is_table, value))


def edited(sections: Sections, changes: Sections) -> dict[str, Any]:
    """`sections` with `changes`. A dictionary changes keys of a section; of a list of sections the
    ones that it names; a list takes the place of what was there; None removes."""
    result = dict(sections)
    for name, change in changes.items():
        before = result.get(name)
        if change is None:
            result.pop(name, None)
        elif _is_table(change) and isinstance(before, list):
            result[name] = _edited_list(name, before, change)
        elif _is_table(change) and _is_table(before):
            merged = {**before, **change}
            result[name] = {k: v for k, v in merged.items() if v is not None}
        else:
            result[name] = change
    return result


def _edited_list(name: str, before: list[Any], change: Mapping[str, Any]) -> list[Any]:
    known = [table.get("name") for table in before]
    for each in change:
        if each not in known:
            named = ", ".join(f'"{k}"' for k in known if k)
            raise KeyError(f'there is no {name} "{each}"; there are {named}')
    return [
        {k: v for k, v in {**table, **change.get(table.get("name"), {})}.items() if v is not None}
        for table in before
    ]
