from typing import Any, Callable, Sequence

import numpy as np
import numpy.typing as npt

version: str
format: int
VERDICTS: tuple[str, ...]
OUTCOMES: tuple[str, ...]
ERRORS: tuple[str, ...]
SIDES: tuple[str, ...]

class Law:
    def __init__(
        self,
        name: str,
        function: Callable[..., Any],
        parameters: Sequence[Any],
        title: str,
        needs_one_striker: bool,
    ) -> None: ...

class Loaded:
    def __init__(
        self, text: str, path: str, overrides: Sequence[str], laws: Sequence[Law]
    ) -> None: ...
    title: str
    train: bool
    parameters: dict[str, float]
    positions: npt.NDArray[np.float64]
    velocities: npt.NDArray[np.float64]
    degrees_of_freedom: int
    base_coordinates: int
    links: list[str]
    contacts: list[str]

class BatchResult: ...

class Striker:
    def __call__(
        self, positions: Any, velocities: Any, out: Any = ...
    ) -> npt.NDArray[np.float64]:
        """Velocities after, m/s and rad/s, of one state or of a row each; NaN where there is no
        answer. `out` is written and given back."""

def did_you_mean(name: str, known: Sequence[str]) -> str: ...
def verbs() -> list[dict[str, Any]]: ...
def ask(
    verb: str,
    arguments: Sequence[str],
    scenario: Loaded | None,
    controller: Callable[..., Any] | None = ...,
) -> dict[str, Any]: ...
def table_of_folder(folder: str) -> dict[str, Any]: ...
def reports() -> dict[str, Any]: ...
def scenario_keys() -> list[dict[str, Any]]: ...
def strike_batch(
    loaded: Loaded,
    positions: Any,
    velocities: Any,
    law: str,
    colliding: str | None,
    method: str,
    threads: int,
    times: Any,
    parameters: Any,
    jacobian: Sequence[str],
    out: Any,
) -> Any: ...
