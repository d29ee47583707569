"""What is wrong with an input, and work that was interrupted."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Mapping, Sequence


@dataclass(frozen=True)
class Fault:
    """One fault of an input, with its place."""

    message: str  #: what was found, what is allowed, the nearest valid name
    section: str = ""  #: of the scenario: "link"; empty: none
    index: int = -1  #: which [[section]], from 0; -1: a plain [section]
    key: str = ""  #: "mass"; empty: the section itself
    component: int = -1  #: which number of a list, from 0
    line: int = 0  #: in the file, from 1; 0: it has no place there
    column: int = 0
    path: str = ""  #: of a scenario made in code: 'link[1].mass'

    @property
    def place(self) -> str:
        """'14:8' in a file, 'link[1].mass' in a scenario made in code, else ''."""
        if self.path:
            return self.path
        return f"{self.line}:{self.column}" if self.line > 0 else ""

    @property
    def nearest(self) -> str | None:
        """The valid name that was probably meant, where there is one."""
        found = re.search(r'did you mean "([^"]*)"', self.message)
        return found.group(1) if found else None

    def __str__(self) -> str:
        return f"{self.place}  {self.message}" if self.place else self.message


class InputError(ValueError):
    """Everything that is wrong with an input, in one go: `faults`, each with its place."""

    source: str  #: the file, or ''
    faults: tuple[Fault, ...]

    def __init__(self, source: str, faults: Sequence[Any], words: str = ""):
        self.source = source
        self.faults = tuple(
            each if isinstance(each, Fault) else Fault(**each) for each in faults
        )
        self._words = words
        super().__init__(source, self.faults, words)

    def __str__(self) -> str:
        return self._words or "\n".join(str(each) for each in self.faults)

    def placed(self, paths: Mapping[int, str]) -> InputError:
        """The same of a scenario made in code, whose lines are those of `paths`."""
        return InputError(
            self.source,
            [replace(each, path=_path(each, paths), line=0, column=0) for each in self.faults],
        )


def _path(fault: Fault, paths: Mapping[int, str]) -> str:
    """'link[1].mass': what stands in its line; of what is lacking, by the fault's own words."""
    found = paths.get(fault.line, "")
    if found.startswith(fault.section):
        return found
    path = fault.section + (f"[{fault.index}]" if fault.index >= 0 else "")
    path += f".{fault.key}" if fault.key else ""
    return path + (f"[{fault.component}]" if fault.component >= 0 else "")


class Interrupted(KeyboardInterrupt):
    """Ctrl-C came; `result` has what was done until then (None: nothing that can be told)."""

    def __init__(self, words: str, result: Any = None):
        super().__init__(words)
        self.result = result
