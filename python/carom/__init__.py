"""Carom: what happens when linked rigid bodies strike.

    import carom

    m = carom.load("three_link.toml", phi=0.3)   # or carom.mechanism(link=[...], ...)
    m.strike(law="all")                          # the answers of the command line, to the last bit
    m.sweep(phi=numpy.linspace(-1, 1, 181))      # a table of arrays
    m.strike_batch(positions, velocities)        # millions of impacts on all cores

Everything is SI, angles are radians. Every verb of the program is here, with its options: as a method of
what `load` gives, and as a function (`carom.laws()`, `carom.report("results/")`). help(carom.Scenario)
goes on from here.
"""

from __future__ import annotations

from typing import Any

from . import _carom
from ._arrays import Column, Table
from ._batch import ERRORS, OUTCOMES, SIDES, VERDICTS, BatchJacobian, StrikeBatch
from ._control import MotionState
from ._faults import Fault, InputError, Interrupted
from ._law import Law
from ._reports import Record, Report
from ._scenario import Scenario, function_of, load, mechanism
from ._verbs import verbs as _verbs
from . import reports

__version__: str = _carom.version
#: Of the JSON documents.
format: int = _carom.format

for _verb in _verbs.values():
    globals()[_verb.name] = function_of(_verb)


def table(folder: str) -> Table:
    """The table of a sweep's result folder, as arrays."""
    return Table(_carom.table_of_folder(folder))


__all__ = [
    "BatchJacobian",
    "Column",
    "ERRORS",
    "Fault",
    "InputError",
    "Interrupted",
    "Law",
    "MotionState",
    "OUTCOMES",
    "Record",
    "Report",
    "SIDES",
    "Scenario",
    "StrikeBatch",
    "Table",
    "VERDICTS",
    "format",
    "load",
    "mechanism",
    "reports",
    "table",
    *_verbs,
]
