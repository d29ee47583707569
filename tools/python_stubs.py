"""python_stubs.py FOLDER: writes the stubs of what the module makes of the program's declarations, verbs with
their options and classes of answers, into the folder of the package that the build makes."""

from __future__ import annotations

import inspect
import keyword
import sys
from pathlib import Path

import carom
from carom import _batch, _carom, _scenario
from carom._verbs import Option, Verb, verbs

HEAD = "# Written by tools/python_stubs.py.\n"
NUMBERS = "Numbers = npt.NDArray[np.float64]\n"
OWN_LAW = "Law | Callable[..., Any]"
OBJECT_TYPES = {"controller": "Controller"}


def words(text: str, indent: str) -> str:
    text = text.replace("\\", "\\\\").replace('"""', "'''")
    return f'{indent}"""{text}"""\n'


def report_classes() -> str:
    told = _carom.reports()
    tops = {name for names in told["verbs"].values() for name in names}
    out = HEAD + "from typing import Any, Mapping, Sequence\n\n"
    out += "import numpy as np\nimport numpy.typing as npt\n\n"
    out += "from ._arrays import Column as Column, Table as Table\n"
    out += "from ._reports import Page as Page, Record as Record, Report as Report\n\n" + NUMBERS
    for name, fields in sorted(told["classes"].items()):
        base = "Report" if name in tops else "Record"
        out += f"\nclass {name}({base}):\n"
        for field in fields:
            type_ = field["type"] + (" | None" if field["optional"] else "")
            own = field["name"] + ("_" if keyword.iskeyword(field["name"]) else "")
            unit = "" if field["unit"] == "1" else f" [{field['unit']}]"
            out += f"    @property\n    def {own}(self) -> {type_}:\n"
            out += words(f"{field['description']}{unit}", " " * 8)
        if not fields:
            out += "    ...\n"
    return out


def type_of(option: Option) -> str:
    if option.flag:
        return "bool"
    numeric = {"FLOAT", "F", "NUMBER", "SECONDS", "COUNT", "N", "K", "INT"}
    one = "float" if option.type in numeric or option.type == "float" else "str | PathLike[str] | float"
    several = " | Sequence[str] | Sequence[float]"
    if option.name == "law":
        one, several = f"str | {OWN_LAW}", f" | Sequence[str | {OWN_LAW}]"
    if not (option.list or option.repeated):
        several = ""
    return f"{one}{several}{' | bool' if option.optional_value else ''} | None"


def answer_of(verb: Verb) -> str:
    names = _carom.reports()["verbs"].get(verb.name)
    return " | ".join(f"reports.{name}" for name in names) if names else "Any"


def call_of(verb: Verb, first: str, indent: str) -> str:
    leading = [
        f"{name}: {type_of(verb.options[name])}"
        + ("" if verb.options[name].required else " = ...")
        for name in verb.leading
    ]
    rest = [
        f"{name}: {type_of(option)} = ..."
        for name, option in verb.options.items()
        if name not in verb.leading
    ]
    rest += [f"{name}: {OBJECT_TYPES[name]} | None = ..." for name in verb.objects]
    if verb.takes_scenario:
        rest.append("**changes: Any")
    starred = ["*"] if rest and not rest[0].startswith("**") else []
    inner = ", ".join([each for each in (first,) if each] + leading + starred + rest)
    told = verb.description + ".\n" + "".join(
        f"\n{indent}    {name}: {option.description}" for name, option in verb.options.items()
    ) + "".join(f"\n{indent}    {name}: {told}" for name, told in verb.objects.items())
    return f"{indent}def {verb.name}({inner}) -> {answer_of(verb)}:\n" + words(
        told + f"\n{indent}    ", indent + "    "
    )


def scenario() -> str:
    source = inspect.getsource(_scenario.Scenario)
    kept = ""
    for name, member in vars(_scenario.Scenario).items():
        if name in verbs:
            continue
        function = member.fget if isinstance(member, property) else member
        if not inspect.isfunction(function) or name.startswith("_") and name != "__init__":
            continue
        if isinstance(member, property):
            kept += "    @property\n"
        text = inspect.getsource(function)
        head = text[text.index("    def ") : text.index(":\n", text.index(")")) + 2]
        result = ") -> Any:" if name == "striker" else None
        kept += (head if result is None else head.replace(") -> Any:", ") -> Striker:")).rstrip("\n") + "\n"
        kept += words(inspect.getdoc(function) or "", " " * 8)
    out = HEAD + "from os import PathLike\nfrom typing import Any, Callable, Mapping, Sequence\n\n"
    out += "import os\nimport numpy as np\nimport numpy.typing as npt\n\nfrom . import reports\n"
    out += "from ._batch import StrikeBatch\nfrom ._carom import Striker\nfrom ._control import Controller\n"
    out += "from ._law import Law\n"
    out += "from ._verbs import Verb\n\n" + NUMBERS + "\nclass Scenario:\n"
    out += "    text: str\n    path: str\n    laws: tuple[Law, ...]\n    _loaded: Any\n"
    for each in ("positions", "velocities"):
        kept = kept.replace(f"def {each}(self) -> Any:", f"def {each}(self) -> Numbers:")
    out += kept
    for verb in verbs.values():
        if verb.takes_scenario:
            out += call_of(verb, "self", "    ")
    for function in (_scenario.load, _scenario.mechanism):
        text = inspect.getsource(function)
        out += "\n" + text[: text.index(") -> Scenario:")] + ") -> Scenario:\n"
        out += words(inspect.getdoc(function) or "", " " * 4)
    out += "\ndef function_of(verb: Verb) -> Any: ...\n"
    assert source
    return out


def batch() -> str:
    shapes = {"verdicts": "np.uint8", "errors": "np.uint8", "outcomes": "np.uint8",
              "makes_energy": "np.bool_", "impulses_determined": "np.bool_", "sides": "np.uint8"}
    out = HEAD + "from typing import Any\n\nimport numpy as np\nimport numpy.typing as npt\n\n"
    for each in ("VERDICTS", "OUTCOMES", "ERRORS", "SIDES"):
        out += f"{each}: tuple[str, ...]\n"
    out += "\nclass BatchJacobian:\n    def __init__(self, result: Any) -> None: ...\n"
    for name, type_ in (("inputs", "list[str]"), ("exact", "bool"), ("velocities", ""),
                        ("impulses", ""), ("energy_loss", ""), ("sides", "")):
        told = inspect.getdoc(getattr(_batch.BatchJacobian, name)) or ""
        out += "    @property\n" + f"    def {name}(self) -> " + (
            type_ or f"npt.NDArray[{shapes.get(name, 'np.float64')}]") + ":\n" + words(told, " " * 8)
    out += "\n"
    out += "class StrikeBatch:\n    _result: Any\n    def __init__(self, result: Any) -> None: ...\n"
    out += "    def __len__(self) -> int: ...\n"
    for name in (*_batch._ARRAYS, "energy_loss"):
        told = inspect.getdoc(getattr(_batch.StrikeBatch, name)) or ""
        out += f"    @property\n    def {name}(self) -> npt.NDArray[{shapes.get(name, 'np.float64')}]:\n"
        out += words(told, " " * 8)
    for name, type_ in (("contacts", "list[str]"), ("done", "int"), ("counts", "dict[str, int]")):
        out += f"    @property\n    def {name}(self) -> {type_}: ...\n"
    out += "    @property\n    def jacobian(self) -> BatchJacobian | None: ...\n"
    out += "    def check(self, on_error: str = ...) -> None: ...\n"
    for name in ("to_pandas", "to_xarray"):
        out += f"    def {name}(self) -> Any: ...\n"
    return out + "    def plot(self, axes: Any = ...) -> Any: ...\n"


def package() -> str:
    out = HEAD + words(carom.__doc__ or "", "")
    out += "from os import PathLike\nfrom typing import Any, Callable, Sequence\n\n"
    for module, names in {
        "_arrays": ["Column", "Table"],
        "_batch": ["BatchJacobian", "ERRORS", "OUTCOMES", "SIDES", "StrikeBatch", "VERDICTS"],
        "_control": ["MotionState"],
        "_faults": ["Fault", "InputError", "Interrupted"],
        "_law": ["Law"],
        "_reports": ["Record", "Report"],
        "_scenario": ["Scenario", "load", "mechanism"],
    }.items():
        out += f"from .{module} import " + ", ".join(f"{n} as {n}" for n in names) + "\n"
    out += "from ._control import Controller\n"
    out += "from . import reports as reports\n\n__version__: str\nformat: int\n__all__: list[str]\n\n"
    for verb in verbs.values():
        first = "scenario: Scenario | str | PathLike[str]" if verb.takes_scenario else ""
        if verb.takes_scenario and not verb.needs_scenario:
            first += " | None = ..."
        out += call_of(verb, first, "")
    return out + "def table(folder: str) -> Table: ...\n"


def main(folder: Path) -> None:
    stubs = {
        "__init__.pyi": package(),
        "reports.pyi": report_classes(),
        "_scenario.pyi": scenario(),
        "_batch.pyi": batch(),
    }
    for name, text in stubs.items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
