"""Controllers that are functions of Python's: for trying ideas."""

from __future__ import annotations

from typing import Any, Callable, Mapping, Sequence

import numpy as np

from . import _carom


class MotionState:
    """What a controller sees of a motion: `positions` [m, rad] and `velocities` [m/s, rad/s], in the order
    of the scenario's; `angle` and `rate` of a link by its name."""

    __slots__ = ("time", "positions", "velocities", "_first")

    def __init__(self, time: float, positions: Any, velocities: Any, first: Mapping[str, int]):
        self.time = time
        self.positions = positions
        self.velocities = velocities
        self._first = first

    def angle(self, link: str) -> float:
        """Of a link, absolute [rad]."""
        return float(self.positions[self._place(link)])

    def rate(self, link: str) -> float:
        """Of a link, absolute [rad/s]."""
        return float(self.velocities[self._place(link)])

    def _place(self, link: str) -> int:
        try:
            return self._first[link]
        except KeyError:
            hint = _carom.did_you_mean(link, list(self._first))
            raise ValueError(f"{link!r} is not a link{hint}") from None

    def __repr__(self) -> str:
        return f"<state at {self.time:g} s: {self.positions}, {self.velocities}>"


#: (time, state) to couples [N m]: by names of links, one a link in file order, or None
Controller = Callable[[float, MotionState], "Mapping[str, float] | Sequence[float] | None"]


def acting(controller: Controller, links: Sequence[str], base: int) -> Callable[..., Any]:
    """What the module asks: (time, positions, velocities) to an array of couples. `base`: how
    many coordinates stand before the links'."""
    if not callable(controller):
        raise TypeError(f"controller is {controller!r}; must be a function of (time, state)")
    places = {link: k for k, link in enumerate(links)}
    coordinates = {link: base + k for link, k in places.items()}

    def act(time: float, positions: Any, velocities: Any) -> Any:
        given = controller(time, MotionState(time, positions, velocities, coordinates))
        couples = np.zeros(len(places))
        if given is None:
            return couples
        if isinstance(given, Mapping):
            for link, couple in given.items():
                if link not in places:
                    hint = _carom.did_you_mean(str(link), list(places))
                    raise ValueError(f"the controller gave a couple for {link!r}, which is not a link{hint}")
                couples[places[link]] = couple
        else:
            couples = np.array(given, dtype=float)
            if couples.shape != (len(places),):
                raise ValueError(
                    f"the controller gave couples of shape {couples.shape}; must be ({len(places)},), "
                    "one a link, or a dict by names of links"
                )
        if not np.isfinite(couples).all():
            link = list(places)[int(np.argmin(np.isfinite(couples)))]
            raise ValueError(f"the controller gave {couples[places[link]]} N m for {link!r} at {time:g} s")
        return couples

    return act
