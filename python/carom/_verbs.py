"""The verbs of the program, with the options that it declares."""

from __future__ import annotations

import inspect
import keyword
import os
from dataclasses import dataclass
from typing import Any, Callable, Mapping

import numpy as np

from . import _carom
from ._control import acting
from ._faults import Interrupted
from ._reports import Report, report_of

#: Of the command line alone.
_NOT_HERE = ("json", "help", "parameter", "FILE")
#: Of Python alone: what a verb takes besides the options of the command line, with words about it.
OBJECTS: dict[str, dict[str, str]] = {
    "simulate": {
        "controller": "A function of (time, state) that gives the couples in the joints [N m], each on its "
        "link and against the parent: {'shin': -2.0}, one a link in file order, or None. It is asked at every "
        "evaluation of the accelerations, also of steps that are taken back, so it must follow from what it "
        "is given; slow: some 10 µs each time"
    }
}


@dataclass(frozen=True)
class Option:
    """An option of a verb, as the program declares it."""

    name: str  #: 'on-ambiguous'
    description: str
    type: str
    positional: bool
    flag: bool
    optional_value: bool
    list: bool
    repeated: bool
    required: bool

    @property
    def keyword(self) -> str:
        """As an argument of Python's: on_ambiguous; continue_, which is a word of the language."""
        word = self.name.replace("-", "_").lower()
        return f"{word}_" if keyword.iskeyword(word) else word

    def arguments(self, value: Any) -> list[str]:
        """What stands for this value on a command line."""
        if value is None or value is False:
            return []
        if self.positional:
            return [_word(value)]
        if value is True and (self.flag or self.optional_value):
            return [f"--{self.name}"]
        if self.flag:
            raise TypeError(f"{self.keyword} is {value!r}; must be True or False")
        several = isinstance(value, (list, tuple, np.ndarray))
        if several and self.repeated:
            return [f"--{self.name}={_word(each)}" for each in value]
        if several:
            return [f"--{self.name}={','.join(_word(each) for each in value)}"]
        return [f"--{self.name}={_word(value)}"]


def _word(value: Any) -> str:
    if isinstance(value, (str, os.PathLike)):
        return os.fspath(value)
    if isinstance(value, bool) or not isinstance(value, (int, float, np.generic)):
        raise TypeError(f"{value!r} is neither a number nor a text")
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    return repr(float(value))


@dataclass(frozen=True)
class Verb:
    """A verb, which can be asked."""

    name: str
    description: str
    options: Mapping[str, Option]  #: by their keywords
    takes_scenario: bool
    needs_scenario: bool  #: else what stands for it may be another file, or nothing
    leading: tuple[str, ...]  #: keywords of what stands before the options

    def keywords(self) -> dict[str, Option]:
        return self.options

    @property
    def objects(self) -> Mapping[str, str]:
        """Keywords that no command line has, with words about them."""
        return OBJECTS.get(self.name, {})

    def ask(self, scenario: Any, given: Mapping[str, Any], file: str | None = None) -> Any:
        """The answer: a report; the words printed where a verb has no report."""
        options = {name: value for name, value in given.items() if name not in self.objects}
        controller = given.get("controller") if "controller" in self.objects else None
        return Question(self, scenario, options, file, controller).asked()


@dataclass(frozen=True)
class Question:
    """A verb with what it is asked of: enough to ask again."""

    verb: Verb
    scenario: Any
    given: Mapping[str, Any]
    file: str | None = None  #: in place of a scenario: the program reads it
    controller: Any = None

    @property
    def options(self) -> Mapping[str, Option]:
        return self.verb.options

    def answer(self, extra: Mapping[str, Any]) -> dict[str, Any]:
        arguments: list[str] = []
        loaded = None
        if self.scenario is not None:
            loaded = self.scenario._loaded
            if self.verb.takes_scenario:
                arguments.append("./scenario")  # read already
        elif self.file is not None:
            arguments.append(self.file)
        given = {**self.given, **extra}
        for keyword in sorted(given, key=lambda each: not self.options[each].positional):
            arguments += self.options[keyword].arguments(given[keyword])
        actor = None
        if self.controller is not None and loaded is not None:
            actor = acting(self.controller, loaded.links, loaded.base_coordinates)
        answer: dict[str, Any] = _carom.ask(self.verb.name, arguments, loaded, actor)
        return answer

    def asked(self) -> Any:
        answer = self.answer({})
        answer["question"] = self
        result: Any = answer["printed"]
        if answer["json"]:
            result = report_of(self.verb.name, answer)
        elif answer["printed"].startswith("{"):
            answer["json"] = answer["printed"]
            result = report_of(self.verb.name, answer)
        if answer["interrupted"]:
            if isinstance(result, str):
                result = Report({}, answer) if answer["points"] is not None else None
            raise Interrupted(f"{self.verb.name} was interrupted", result)
        return result

    def asked_again(self, **extra: Any) -> None:
        """For what it leaves in files."""
        self.answer(extra)


def _declared() -> dict[str, Verb]:
    verbs = {}
    for each in _carom.verbs():
        options = [Option(**option) for option in each["options"]]
        names = [option.name for option in options]
        kept = {o.keyword: o for o in options if o.name not in _NOT_HERE}
        verbs[each["name"]] = Verb(
            each["name"],
            each["description"],
            kept,
            "FILE" in names and "parameter" in names,
            any(option.name == "FILE" and option.required for option in options),
            tuple(o.keyword for o in options if o.positional and o.name not in _NOT_HERE),
        )
    return verbs


verbs: dict[str, Verb] = _declared()


def words_about(verb: Verb) -> str:
    """Documentation of what calls the verb."""
    lines = [f"{verb.description}.", ""]
    for option in verb.options.values():
        value = "" if option.flag else f" ({option.type})" if option.type else ""
        lines.append(f"    {option.keyword}{value}: {option.description}")
    lines += [f"    {name}: {words}" for name, words in verb.objects.items()]
    return "\n".join(lines)


def signature_of(verb: Verb, first: str | None) -> inspect.Signature:
    kinds = inspect.Parameter
    parameters = []
    if first:
        lacks = kinds.empty if first == "self" or verb.needs_scenario else None
        parameters.append(kinds(first, kinds.POSITIONAL_OR_KEYWORD, default=lacks))
    for keyword in verb.leading:
        default = kinds.empty if verb.options[keyword].required and not first else None
        parameters.append(kinds(keyword, kinds.POSITIONAL_OR_KEYWORD, default=default))
    for keyword, option in verb.options.items():
        if keyword not in verb.leading:
            default = False if option.flag else None
            parameters.append(kinds(keyword, kinds.KEYWORD_ONLY, default=default))
    parameters += [kinds(name, kinds.KEYWORD_ONLY, default=None) for name in verb.objects]
    if verb.takes_scenario:
        parameters.append(kinds("changes", kinds.VAR_KEYWORD))
    return inspect.Signature(parameters)


def dressed(function: Callable[..., Any], verb: Verb, first: str | None, where: str) -> Any:
    function.__name__ = verb.name
    function.__qualname__ = f"{where}{verb.name}"
    function.__doc__ = words_about(verb)
    function.__signature__ = signature_of(verb, first)  # type: ignore[attr-defined]
    return function
