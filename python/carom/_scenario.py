"""A scenario: a mechanism or a train, how it starts, and what can be asked of it."""

from __future__ import annotations

import math
import os
import tomllib
from typing import Any, Callable, Iterable, Mapping, Sequence

import numpy as np

from . import _carom
from ._batch import StrikeBatch
from ._faults import InputError
from ._law import Law
from ._toml import edited, text_of
from ._verbs import Verb, dressed, verbs

_section_keys: dict[str, list[str]] = {}
for _each in _carom.scenario_keys():
    _section_keys.setdefault(_each["section"], []).append(_each["key"])


class Scenario:
    """A scenario that was read and found sound. It never changes: `with_` and `edited` give others.

    Verbs are methods with the options of the command line: m.strike(law="all"), m.simulate(). What is
    no option may be a parameter of the scenario (a number sets it, an array becomes an axis of
    [[sweep]]: m.sweep(phi=np.linspace(-1, 1, 9))) or a key of the section of that name
    (m.simulate(duration=2)). Any number of threads may use one.
    """

    def __init__(
        self,
        text: str,
        path: str = "<mechanism>",
        parameters: Mapping[str, float] | None = None,
        laws: Sequence[Law] = (),
        places: Mapping[int, str] | None = None,
    ):
        """Of the text of a scenario file; `carom.load` and `carom.mechanism` are shorter."""
        self.text = text
        self.path = path
        self.laws = tuple(law_of(each, "laws") for each in laws)
        self._set = dict(parameters or {})
        self._places = dict(places) if places is not None else None
        try:
            self._loaded = _carom.Loaded(
                text,
                path,
                [f"{name}={_number_text(name, value)}" for name, value in self._set.items()],
                [law._law for law in self.laws],
            )
        except InputError as error:
            if self._places is None:
                raise
            raise error.placed(self._places) from None

    @property
    def title(self) -> str:
        return str(self._loaded.title)

    @property
    def is_train(self) -> bool:
        """Balls and cylinders in line, for `collide`; else a mechanism."""
        return bool(self._loaded.train)

    @property
    def parameters(self) -> dict[str, float]:
        """The named numbers of [parameters], as they are here."""
        return dict(self._loaded.parameters)

    @property
    def sections(self) -> dict[str, Any]:
        """The sections and keys of the scenario file."""
        return tomllib.loads(self.text)

    @property
    def positions(self) -> Any:
        """(degrees of freedom,): base [m], angles of the links [rad], in file order, at the start."""
        return self._loaded.positions

    @property
    def velocities(self) -> Any:
        """(degrees of freedom,): of the base [m/s], rates of the links [rad/s], at the start."""
        return self._loaded.velocities

    @property
    def degrees_of_freedom(self) -> int:
        return int(self._loaded.degrees_of_freedom)

    @property
    def links(self) -> list[str]:
        """Names, in file order."""
        return list(self._loaded.links)

    @property
    def contacts(self) -> list[str]:
        """Names, in file order."""
        return list(self._loaded.contacts)

    def with_(self, **parameters: float) -> Scenario:
        """The same with other values of parameters: m.with_(phi=0.4)."""
        given = {**self._set, **parameters}
        return Scenario(self.text, self.path, given, self.laws, self._places)

    def _without(self, names: Iterable[str]) -> Scenario:
        """The same with these parameters as the file has them."""
        swept = set(names)
        kept = {name: value for name, value in self._set.items() if name not in swept}
        if kept == self._set:
            return self
        return Scenario(self.text, self.path, kept, self.laws, self._places)

    def edited(self, sections: Mapping[str, Any] | None = None, **more: Any) -> Scenario:
        """The same with other keys, in the words of the scenario file:
        m.edited(world={"gravity": [0, -9.81]}, link={"shin": {"mass": 2}})."""
        text, places = text_of(edited(self.sections, {**(sections or {}), **more}))
        return Scenario(text, self.path, self._set, self.laws, places)

    def strike_batch(
        self,
        positions: Any,
        velocities: Any,
        *,
        law: str | Law | Callable[..., Any] = "",
        colliding: str | None = None,
        method: str = "consistent",
        parameters: Mapping[str, Any] | None = None,
        times: Any = None,
        jacobian: bool | str | Sequence[str] = False,
        threads: int = 0,
        out: StrikeBatch | None = None,
        on_error: str = "raise",
    ) -> StrikeBatch:
        """Impacts at many states at once, on all cores: each answer is that of `strike`, to the last bit.

        positions, velocities: (n, degrees of freedom) float64, in the order of `positions` [m, rad] and
            `velocities` [m/s, rad/s] of the scenario.
        law: one that `carom.laws()` lists; '': the scenario's, or energetic. Or one of one's own.
        colliding: name of the contact that strikes; None: the scenario's, or the one that approaches.
        parameters: {"e": array of n}: parameters of the scenario that differ from state to state. Where
            they change more than friction and restitution (masses, lengths) it is some 50 times slower.
        times: (n,) [s], for surfaces that are moved.
        jacobian: True: exact derivatives by the state too, in `jacobian` of the answer; or by what is
            named: "state", and parameters of the scenario.
        threads: 0: one a core.
        out: an earlier answer of the same size, whose arrays are written again.
        on_error: 'raise', or 'mark': states that cannot be struck (not finite, below a surface) have
            their code in `errors` and NaN in the answer.
        """
        if on_error not in ("raise", "mark"):
            raise ValueError(f"on_error is {on_error!r}; must be 'raise' or 'mark'")
        known, law = _asked_by(self, law)
        result = _carom.strike_batch(
            known._loaded,
            positions,
            velocities,
            law,
            colliding,
            method,
            threads,
            times,
            parameters or {},
            _differentiated_by(jacobian),
            None if out is None else out._result,
        )
        batch = out if out is not None else StrikeBatch(result)
        if result.done != result.states or (result.failed and on_error == "raise"):
            batch.check(on_error)
        return batch

    def striker(
        self,
        law: str | Law | Callable[..., Any] = "",
        colliding: str | None = None,
        method: str = "consistent",
        threads: int = 1,
    ) -> Any:
        """What maps velocities before to velocities after and does nothing else, for loops of control:

        after = m.striker(law="energetic")(positions, velocities)   # (degrees of freedom,) or (n, …)
        """
        known, law = _asked_by(self, law)
        return _carom.Striker(known._loaded, law, colliding, method, threads)

    def __reduce__(self) -> Any:
        return Scenario, (self.text, self.path, self._set, self.laws, self._places)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scenario) and self.__reduce__() == other.__reduce__()

    def __hash__(self) -> int:
        return hash((self.text, self.path, tuple(sorted(self._set.items()))))

    def __repr__(self) -> str:
        what = "train" if self.is_train else "mechanism"
        numbers = ", ".join(f"{name} = {value:g}" for name, value in self.parameters.items())
        return f"<{what} {self.title or self.path}{': ' + numbers if numbers else ''}>"

    def _repr_html_(self) -> str:
        html: str = self.describe()._repr_html_()  # type: ignore[attr-defined]
        return html


def _differentiated_by(jacobian: bool | str | Sequence[str]) -> list[str]:
    if isinstance(jacobian, str):
        return [jacobian]
    if isinstance(jacobian, (bool, np.bool_)):
        return ["state"] if jacobian else []
    return list(jacobian)


def _number_text(name: str, value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, (int, float, np.generic, str)):
        raise TypeError(f"{name} is {value!r}; a parameter is a number")
    if isinstance(value, str):
        return value
    if not math.isfinite(value):
        raise ValueError(f"{name} is {value}; must be finite")
    return repr(float(value))


def law_of(given: Any, what: str) -> Law:
    """A law of one's own, or a function that is one."""
    if isinstance(given, Law):
        return given
    if not callable(given):
        raise TypeError(f"{what} has {given!r}; must be a carom.Law")
    return Law(getattr(given, "__name__", "law").strip("<>"), given)


def _asked_by(scenario: Scenario, law: Any) -> tuple[Scenario, Any]:
    """The scenario that knows the laws that are asked for, and their names."""
    several = isinstance(law, (list, tuple))
    asked = list(law) if several else [law]
    own = {i: law_of(each, "law") for i, each in enumerate(asked) if isinstance(each, Law) or callable(each)}
    if not own:
        return scenario, law
    named = [own[i].name if i in own else each for i, each in enumerate(asked)]
    others = [each for each in scenario.laws if each.name not in {new.name for new in own.values()}]
    laws = [*others, *own.values()]
    known = Scenario(scenario.text, scenario.path, scenario._set, laws, scenario._places)
    return known, named if several else named[0]


def asked_of(scenario: Scenario, verb: Verb, given: Mapping[str, Any]) -> Any:
    """Asks a verb; what is not its option changes the scenario before."""
    options: dict[str, Any] = {}
    numbers: dict[str, Any] = {}
    axes: list[dict[str, Any]] = []
    keys: dict[str, Any] = {}
    known = scenario.parameters
    for name, value in given.items():
        if name in verb.options or name in verb.objects:
            options[name] = value
        elif name in known and np.ndim(value) > 0:
            axes.append({"parameter": name, "values": np.asarray(value, dtype=float)})
        elif name in known:
            numbers[name] = value
        elif name in _section_keys.get(verb.name, ()):
            keys[name] = value
        else:
            every = [*verb.options, *verb.objects, *known, *_section_keys.get(verb.name, ())]
            raise TypeError(
                f"{verb.name} has no option {name!r}, nor is it a parameter of the scenario"
                f"{_carom.did_you_mean(name, every)}"
            )
    if numbers:
        scenario = scenario.with_(**numbers)
    if axes:
        scenario = scenario._without(each["parameter"] for each in axes)
    changes: dict[str, Any] = {}
    if axes:
        changes["sweep"] = axes
    if keys:
        changes[verb.name] = keys
    if changes:
        scenario = scenario.edited(changes)
    if "law" in options:
        scenario, options["law"] = _asked_by(scenario, options["law"])
    return verb.ask(scenario, options)


def _method(verb: Verb) -> Any:
    def method(self: Scenario, *leading: Any, **given: Any) -> Any:
        return asked_of(self, verb, {**_leading(verb, leading), **given})

    return dressed(method, verb, "self", "Scenario.")


def _leading(verb: Verb, values: Sequence[Any]) -> dict[str, Any]:
    if len(values) > len(verb.leading):
        raise TypeError(f"{verb.name} takes {len(verb.leading)} arguments before its options")
    return dict(zip(verb.leading, values))


def load(
    path: str | os.PathLike[str], *, laws: Sequence[Law] = (), **parameters: float
) -> Scenario:
    """Reads a scenario file: m = carom.load("three_link.toml", phi=0.3). Faults are all told at once, by
    carom.InputError. `laws` are known beside Carom's own."""
    path = os.fspath(path)
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except UnicodeDecodeError as error:
        raise InputError(path, [{"message": f"is no text: {error}"}]) from None
    except OSError as error:
        raise InputError(path, [{"message": f"cannot be read: {error.strerror}"}], str(error)) from None
    return Scenario(text, path, parameters, laws)


def mechanism(
    sections: Mapping[str, Any] | None = None, *, laws: Sequence[Law] = (), **more: Any
) -> Scenario:
    """A mechanism, or a train, in code, with the words of the scenario file:

    m = carom.mechanism(
        base={"position": [0, 1]},
        link=[{"name": "rod", "length": 1.0, "mass": 2.0}],
        surface=[{"name": "floor"}],
        contact=[{"name": "tip", "link": "rod", "at": 1.0, "surface": "floor", "restitution": 0.5}],
        state={"angles_deg": [-90], "velocity": [0, -1], "rates": [0]},
    )
    """
    text, places = text_of({**(sections or {}), **more})
    return Scenario(text, laws=laws, places=places)


def function_of(verb: Verb) -> Any:
    """The verb as a function of the module: of a scenario, or of what else it takes."""
    if not verb.takes_scenario:

        def function(*leading: Any, **given: Any) -> Any:
            # A scenario may stand for a file: what it is asked of is the scenario then.
            if leading and isinstance(leading[0], Scenario):
                return asked_of(leading[0], verb, given)
            return verb.ask(None, _known(verb, {**_leading(verb, leading), **given}))

        return dressed(function, verb, None, "")

    def of_scenario(scenario: Any = None, *leading: Any, **given: Any) -> Any:
        given = {**_leading(verb, leading), **given}
        if not isinstance(scenario, Scenario):
            if not verb.needs_scenario:
                file = None if scenario is None else os.fspath(scenario)
                return verb.ask(None, _known(verb, given), file)
            scenario = load(scenario)
        return asked_of(scenario, verb, given)

    return dressed(of_scenario, verb, "scenario", "")


def _known(verb: Verb, given: dict[str, Any]) -> dict[str, Any]:
    for name in given:
        if name not in verb.options:
            raise TypeError(
                f"{verb.name} has no option {name!r}{_carom.did_you_mean(name, list(verb.options))}"
            )
    return given


for _verb in verbs.values():
    if _verb.takes_scenario:
        setattr(Scenario, _verb.name, _method(_verb))
