"""What verbs answer: objects with the names of the JSON documents."""

from __future__ import annotations

import html
import json
import keyword
import os
import tempfile
from typing import Any, Iterator, Mapping, Sequence

import numpy as np

from . import _carom
from ._arrays import Table
from ._needed import needed

_described = _carom.reports()


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _array(values: list[Any]) -> Any:
    """An array of numbers, or of equally many each; None of anything else."""
    if not values:
        return None
    if all(_is_number(each) for each in values):
        return np.array(values)
    if all(isinstance(each, list) and len(each) == len(values[0]) for each in values):
        rows = [_array(each) for each in values]
        if all(isinstance(row, np.ndarray) for row in rows):
            return np.array(rows)
    return None


class Record(Mapping[str, Any]):
    """A part of an answer. Names are those of the JSON document, as attributes and as keys; lists of
    numbers are arrays of NumPy's. A name that Python keeps for itself ends in _: stage.from_."""

    _fields: dict[str, Mapping[str, Any]] = {}

    def __init__(self, data: Mapping[str, Any]):
        self._data = data
        self._made: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._made:
            declared = self._fields.get(name, {}).get("type", "Any")
            self._made[name] = _converted(self._data[name], declared)
        return self._made[name]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        key = name[:-1] if name.endswith("_") and keyword.iskeyword(name[:-1]) else name
        if key in self._data:
            return self[key]
        if key in self._fields:
            return None
        known = list(dict.fromkeys([*self._data, *self._fields]))
        raise AttributeError(
            f"{type(self).__name__} has no {name}{_carom.did_you_mean(name, known)}"
        )

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)

    def __dir__(self) -> list[str]:
        names = dict.fromkeys([*self._data, *self._fields])
        own = [f"{each}_" if keyword.iskeyword(each) else each for each in names]
        return sorted({*super().__dir__(), *own})

    def __repr__(self) -> str:
        return f"{type(self).__name__}({json.dumps(self._data, ensure_ascii=False)})"

    def to_dict(self) -> dict[str, Any]:
        """As json.loads gives it."""
        return dict(self._data)

    def __reduce__(self) -> Any:
        return _rebuilt, (type(self).__name__, self._data)


def _rebuilt(name: str, data: Mapping[str, Any]) -> Record:
    return classes.get(name, Record)(data)


def _converted(value: Any, declared: str) -> Any:
    """A value of a document as Python has it."""
    if isinstance(value, dict):
        if declared.startswith("Mapping["):
            inner = declared[len("Mapping[str, ") : -1]
            return {k: _converted(v, inner) for k, v in value.items()}
        return classes.get(declared, Record)(value)
    if isinstance(value, list):
        if declared == "Numbers" and not value:
            return np.array([], dtype=float)
        array = _array(value)
        if array is not None:
            return array
        inner = declared[len("Sequence[") : -1] if declared.startswith("Sequence[") else "Any"
        return [_converted(each, inner) for each in value]
    return value


def _field_words(field: Mapping[str, Any]) -> str:
    unit = "" if field["unit"] == "1" else f" [{field['unit']}]"
    return f"{field['name']}{unit}: {field['description']}"


def _class(name: str, fields: Sequence[Mapping[str, Any]], base: type) -> type:
    words = "\n".join("    " + _field_words(field) for field in fields)
    made = type(
        name,
        (base,),
        {
            "__doc__": f"Part of an answer; units in brackets.\n\n{words}\n",
            "__module__": "carom.reports",
            "_fields": {field["name"]: field for field in fields},
        },
    )
    return made


class Report(Record):
    """The answer of a verb. `repr` is what the command line prints."""

    def __init__(self, data: Mapping[str, Any], answer: Mapping[str, Any] | None = None):
        super().__init__(data)
        answer = answer or {}
        self._question: Any = answer.get("question")
        self._text: str = answer.get("text", "")
        self._json: str = answer.get("json", "")
        self._drawings: dict[Any, str] = {}
        #: What the command's exit status is: 0 solved, 1 no single answer.
        self.exit_status: int = answer.get("status", 0)
        #: The numbers of a sweep's points, or of a motion's samples; None of other verbs.
        self.table: Table | None = None
        for each in ("points", "samples"):
            if answer.get(each) is not None:
                self.table = Table(answer[each])

    def __reduce__(self) -> Any:
        state = {
            "text": self._text,
            "json": self._json,
            "status": self.exit_status,
            "question": self._question,
        }
        return _rebuilt_report, (type(self).__name__, self._data, state, self.table)

    @property
    def solved(self) -> bool:
        """Whether there is a single answer to all that was asked."""
        return self.exit_status == 0

    def to_json(self) -> str:
        """The document that --json prints, to the last byte."""
        return self._json

    def __repr__(self) -> str:
        return self._text.rstrip("\n") or super().__repr__()

    def svg(self, **options: Any) -> str:
        """The drawing that --svg makes, of verbs that draw; options are the verb's."""
        key = tuple(sorted(options.items()))
        if key not in self._drawings:
            if self._question is None or "svg" not in self._question.options:
                raise TypeError(f"{type(self).__name__} has no drawing")
            with tempfile.TemporaryDirectory() as folder:
                file = os.path.join(folder, "drawing.svg")
                self._question.asked_again(svg=file, **options)
                with open(file, encoding="utf-8") as drawing:
                    self._drawings[key] = drawing.read()
        return self._drawings[key]

    def page(self) -> str:
        """The page for a browser that `carom report` makes: a motion plays on it."""
        if self._question is None or "output" not in self._question.options:
            raise TypeError(f"{type(self).__name__} has no page")
        from . import report

        with tempfile.TemporaryDirectory() as folder:
            results = os.path.join(folder, "results")
            self._question.asked_again(output=results)
            file = os.path.join(folder, "report.html")
            report(results, output=file)
            with open(file, encoding="utf-8") as page:
                return page.read()

    def show(self, height: int = 720) -> Any:
        """The page in a notebook's cell: curves, maps, the mechanism as it moves."""
        return Page(self.page(), height)

    def _repr_html_(self) -> str:
        words = f"<pre>{html.escape(repr(self))}</pre>"
        try:
            return f"<div>{self.svg()}</div>{words}"
        except Exception:  # nothing to draw, or not of this answer
            return words

    def to_pandas(self, path: str = "") -> Any:
        """A DataFrame of the table, or of a list in the answer: 'results.contacts' has a row a
        contact of each law."""
        pandas = needed("pandas")

        if not path and self.table is not None:
            return self.table.to_pandas()
        if not path:
            lists = [k for k, v in self._data.items() if _is_list_of_tables(v)]
            if not lists:
                return pandas.json_normalize(self.to_dict())
            path = lists[0]
        return pandas.json_normalize(list(_rows(self._data, path.split("."))))

    def to_xarray(self) -> Any:
        """A Dataset of the table, of sweeps and motions."""
        if self.table is None:
            raise TypeError(f"{type(self).__name__} has no table; to_pandas has its lists")
        return self.table.to_xarray()

    def plot(self, *names: str, axes: Any = None) -> Any:
        """What there is to see, by matplotlib: curves of a motion or a sweep, bars of a strike."""
        from ._plots import plot_report

        return plot_report(self, names, axes)


class Page:
    """A page that a notebook shows in a frame of its own."""

    def __init__(self, page: str, height: int):
        self.page = page
        self.height = height

    def _repr_html_(self) -> str:
        return (
            f'<iframe srcdoc="{html.escape(self.page)}" width="100%" '
            f'height="{self.height}" frameborder="0"></iframe>'
        )


def _rebuilt_report(name: str, data: Any, answer: Any, table: Table | None) -> Report:
    made = classes.get(name, Report)(data, answer)
    made.table = table
    return made


def _is_list_of_tables(value: Any) -> bool:
    return isinstance(value, list) and len(value) > 0 and isinstance(value[0], dict)


def _rows(data: Mapping[str, Any], path: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The tables at the end of a path, each with the plain values of those around it."""
    for each in data.get(path[0], []):
        if len(path) == 1:
            yield each
            continue
        around = {k: v for k, v in each.items() if not isinstance(v, (dict, list))}
        for row in _rows(each, path[1:]):
            yield {**around, **row}


_tops = {name for names in _described["verbs"].values() for name in names}
#: Every class of an answer's parts, by its name.
classes: dict[str, type] = {
    name: _class(name, fields, Report if name in _tops else Record)
    for name, fields in _described["classes"].items()
}


def report_of(verb: str, answer: Mapping[str, Any]) -> Report:
    """The answer of a verb as the class that its names fit."""
    data = json.loads(answer["json"])
    names = _described["verbs"].get(verb, ())
    fitting = max(
        names,
        key=lambda name: len(set(classes[name]._fields) & set(data)),  # type: ignore[attr-defined]
        default=None,
    )
    return classes[fitting](data, answer) if fitting else Report(data, answer)
