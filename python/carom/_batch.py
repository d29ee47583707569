"""Answers of many impacts."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _carom
from ._faults import InputError, Interrupted
from ._needed import needed

VERDICTS: tuple[str, ...] = _carom.VERDICTS
OUTCOMES: tuple[str, ...] = _carom.OUTCOMES
ERRORS: tuple[str, ...] = _carom.ERRORS
SIDES: tuple[str, ...] = _carom.SIDES

_ERROR_WORDS = {
    "not_finite": "a number of the state is not finite",
    "below_surface": "a contact is below its surface",
    "singular_inertia": "nothing resists some motion in this configuration",
    "bad_option": "a parameter is out of its range, or makes no mechanism",
}

_ARRAYS = (
    "verdicts",
    "errors",
    "outcomes",
    "velocities",
    "impulses",
    "contact_velocities_before",
    "contact_velocities_after",
    "kinetic_energy_before",
    "kinetic_energy_after",
    "contact_work",
    "makes_energy",
    "impulses_determined",
)

_SLOPES = ("velocity_slopes", "impulse_slopes", "loss_slopes", "sides", "inputs", "exact")


class BatchJacobian:
    """Derivatives of the answers of `strike_batch`: the last axis of each array is the input. NaN where
    there is none. What is held: the contacts that take part stay the same."""

    def __init__(self, result: Any):
        self._result = result

    @property
    def inputs(self) -> list[str]:
        """What derivatives are by, in order: numbers of the state, then parameters."""
        return list(self._result.inputs)

    @property
    def velocities(self) -> Any:
        """(n, degrees of freedom, inputs): of the velocities after."""
        return np.moveaxis(self._result.velocity_slopes, 1, -1)

    @property
    def impulses(self) -> Any:
        """(n, contacts, 2, inputs): of the impulses, (tangential, normal)."""
        return np.moveaxis(self._result.impulse_slopes, 1, -1)

    @property
    def energy_loss(self) -> Any:
        """(n, inputs): of kinetic energy before minus after."""
        return self._result.loss_slopes

    @property
    def sides(self) -> Any:
        """(n, inputs) uint8: codes of carom.SIDES; 'above' and 'below' where modes change at this very
        place and the derivative is that of larger or smaller values alone."""
        return self._result.sides

    @property
    def exact(self) -> bool:
        """False: the law is one of one's own, and its part is by differences."""
        return bool(self._result.exact)

    def __repr__(self) -> str:
        return f"<derivatives of {len(self.sides)} impacts by {', '.join(self.inputs)}>"


class StrikeBatch:
    """Answers of `strike_batch`, each array with a row a state; help(StrikeBatch.velocities) tells units
    and shapes. Where there is no answer numbers are NaN."""

    def __init__(self, result: Any):
        self._result = result

    def __len__(self) -> int:
        return int(self._result.states)

    @property
    def energy_loss(self) -> Any:
        """(n,): J, kinetic energy before minus after; below zero energy was made."""
        return self.kinetic_energy_before - self.kinetic_energy_after  # type: ignore[attr-defined]

    @property
    def jacobian(self) -> BatchJacobian | None:
        """Derivatives, where they were asked for."""
        return BatchJacobian(self._result) if self._result.inputs else None

    @property
    def contacts(self) -> list[str]:
        """Names, in the order of the arrays."""
        return list(self._result.contacts)

    @property
    def done(self) -> int:
        """How many states were solved, from the first: all, but after Ctrl-C."""
        return int(self._result.done)

    @property
    def counts(self) -> dict[str, int]:
        """How many states have which verdict, and how many an error."""
        counts = {name: int(n) for name, n in zip(VERDICTS, self._result.counts) if n}
        return {**counts, "error": int(self._result.failed)} if self._result.failed else counts

    def check(self, on_error: str = "raise") -> None:
        """Raises what went wrong: Interrupted with what was done, or the first state's error."""
        if self.done != len(self):
            raise Interrupted(f"interrupted after {self.done} of {len(self)} impacts", self)
        errors = self._result.errors
        if on_error == "raise" and self._result.failed:
            first = int(np.flatnonzero(errors)[0])
            name = ERRORS[errors[first]]
            several = f"; {self._result.failed} states have an error" if self._result.failed > 1 else ""
            words = f"state {first}: {_ERROR_WORDS.get(name, name)} ({name}){several}"
            raise InputError("", [{"message": words, "section": "strike_batch", "index": first}], words)

    def to_pandas(self) -> Any:
        """A DataFrame with a row a state."""
        pandas = needed("pandas")

        columns: dict[str, Any] = {
            "verdict": np.array(VERDICTS, dtype=object)[self._result.verdicts],
            "energy_loss": self.energy_loss,
            "makes_energy": self._result.makes_energy,
            "impulses_determined": self._result.impulses_determined,
        }
        for i in range(self._result.velocities.shape[1]):
            columns[f"velocities.{i}"] = self._result.velocities[:, i]
        for k, contact in enumerate(self.contacts):
            for name in ("impulses", "contact_velocities_before", "contact_velocities_after"):
                for j, component in enumerate(("tangential", "normal")):
                    columns[f"{name}.{contact}.{component}"] = getattr(self._result, name)[:, k, j]
        return pandas.DataFrame(columns)

    def to_xarray(self) -> Any:
        """A Dataset with the dimensions state, freedom, contact, component."""
        xarray = needed("xarray")

        dims = {
            "velocities": ("state", "freedom"),
            "outcomes": ("state", "contact"),
            "impulses": ("state", "contact", "component"),
            "contact_velocities_before": ("state", "contact", "component"),
            "contact_velocities_after": ("state", "contact", "component"),
        }
        return xarray.Dataset(
            {name: (dims.get(name, ("state",)), getattr(self._result, name)) for name in _ARRAYS},
            {"contact": self.contacts, "component": ["tangential", "normal"]},
        )

    def plot(self, axes: Any = None) -> Any:
        """How the energy loss is spread, by matplotlib."""
        from ._plots import plot_batch

        return plot_batch(self, axes)

    def __reduce__(self) -> Any:
        data = {name: getattr(self, name) for name in (*_ARRAYS, "contacts", "done", "counts")}
        data.update({name: getattr(self._result, name) for name in _SLOPES})
        return _rebuilt, (data, len(self))

    def __repr__(self) -> str:
        told = ", ".join(f"{count} {name}" for name, count in self.counts.items())
        made = int(self._result.makes_energy[: self.done].sum())
        unknown = int((~self._result.impulses_determined[: self.done]).sum())
        told += f"; {made} make energy" if made else ""
        told += f"; the impulses of {unknown} are not determined" if unknown else ""
        return f"<{len(self)} impacts: {told}>"


class _Kept:
    """The arrays of a batch that was pickled."""

    def __init__(self, data: dict[str, Any], states: int):
        self.__dict__.update(data)
        self.states = states
        self.failed = data["counts"].get("error", 0)
        self.counts = [data["counts"].get(name, 0) for name in VERDICTS]


def _rebuilt(data: dict[str, Any], states: int) -> StrikeBatch:
    return StrikeBatch(_Kept(data, states))


def _passed_on(name: str) -> property:
    def value(self: StrikeBatch) -> Any:
        return getattr(self._result, name)

    return property(value, doc=getattr(_carom.BatchResult, name).__doc__)


for _name in _ARRAYS:
    setattr(StrikeBatch, _name, _passed_on(_name))
