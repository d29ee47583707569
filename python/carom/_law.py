"""Laws of impact that are functions of Python's: for trying ideas."""

from __future__ import annotations

import math
from typing import Any, Callable, Mapping, Sequence

from . import _carom

#: (least, most), or (least, most, the number of contacts that do not give it)
Bounds = Sequence[float]


class Law:
    """A law of rigid impact, v⁺ = v⁻ + W τ.

    `function(W, v, parameters, colliding)` is given the contact-space inverse inertia W [1/kg], 2c × 2c;
    the velocities v [m/s], 2c, of the c contacts that touch, tangential and normal by turns; the
    contacts' numbers by name (arrays of c); and which contact strikes. It gives the impulses τ [N s], 2c,
    or None where it has no answer. Velocities, work and energy follow from them; impulses that are
    not finite, that pull, or after which a contact still approaches are no answer.

    It is slow: some 10 µs an impact where Carom's own laws take a fraction of one, and all threads
    wait for each other. `parameters` are numbers that [[contact]] may have for it, by name:
    (least, most) or (least, most, default); friction and restitution are always there.
    """

    def __init__(
        self,
        name: str,
        function: Callable[..., Any],
        parameters: Mapping[str, Bounds] | None = None,
        title: str = "",
        needs_one_striker: bool = True,
    ):
        if not callable(function):
            raise TypeError(f"function is {function!r}; must be a function of (W, v, parameters, colliding)")
        self.name = name
        self.function = function
        self.parameters = {k: tuple(v) for k, v in (parameters or {}).items()}
        self.title = title or f"{name}, a function of Python's"
        self.needs_one_striker = needs_one_striker
        declared = []
        for each, bounds in self.parameters.items():
            least, most = (float(number) for number in bounds[:2])
            otherwise = float(bounds[2]) if len(bounds) > 2 else max(least, min(0.0, most))
            if math.isnan(least) or math.isnan(most) or least > most:
                raise ValueError(f"{each}: ({least}, {most}) is no range")
            declared.append((each, least, most, otherwise, "1", f"of the law {name}"))
        self._law = _carom.Law(name, function, declared, self.title, needs_one_striker)

    def __reduce__(self) -> Any:
        return Law, (
            self.name,
            self.function,
            self.parameters,
            self.title,
            self.needs_one_striker,
        )

    def __repr__(self) -> str:
        return f"Law({self.name!r}, {self.function!r})"
