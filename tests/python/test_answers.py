"""Python's answer is that of --json, to the last byte, for every example and verb; and so are faults."""

import json
from concurrent.futures import ThreadPoolExecutor

import carom
import pytest
from carom._verbs import verbs
from conftest import EXAMPLES, ROOT, program

# Those that need some seconds: one of each kind is enough.
LONG = {("sweep", "train_uncertain.toml"), ("simulate", "biped.toml")}
OF_SCENARIOS = [verb for verb in verbs.values() if verb.takes_scenario]
ASKED = [
    (verb.name, example)
    for example in EXAMPLES
    for verb in OF_SCENARIOS
    if (verb.name, example.name) not in LONG
]


@pytest.fixture(scope="module")
def told():
    """What the program answers to each, all asked at once."""

    def ask(case):
        verb, example = case
        return program(verb, example.relative_to(ROOT), "--json")

    with ThreadPoolExecutor(4) as threads:
        return dict(zip(ASKED, threads.map(ask, ASKED)))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_answers_are_those_of_the_command_line(example, told):
    for verb in OF_SCENARIOS:
        if (verb.name, example) not in told:
            continue
        command = told[verb.name, example]
        path = str(example.relative_to(ROOT))
        if command.returncode == 2:
            with pytest.raises(carom.InputError) as raised:
                getattr(carom, verb.name)(path)
            lines = command.stderr.splitlines()
            assert str(raised.value).splitlines() == lines[-len(raised.value.faults) :]
            continue
        answer = getattr(carom.load(path), verb.name)()
        assert answer.to_json() == command.stdout
        assert answer.to_dict() == json.loads(command.stdout)
        assert answer.exit_status == command.returncode


def test_words_are_those_of_the_command_line(three_link):
    command = program("strike", "examples/three_link.toml", "--law", "all", "-p", "phi=0.3")
    assert repr(three_link.with_(phi=0.3).strike(law="all")) == command.stdout.rstrip("\n")


def test_options_are_those_of_the_command_line(three_link):
    command = program(
        "strike", "examples/three_link.toml", "--law", "energetic,brach", "--joints", "--ratios",
        "--method", "pivot", "--json",
    )
    answer = three_link.strike(law=["energetic", "brach"], joints=True, ratios=True, method="pivot")
    assert answer.to_json() == command.stdout


def test_derivatives_of_a_train_are_those_of_the_command_line():
    path = "examples/train_ball_cylinder.toml"
    report = carom.load(path).collide(sensitivity="v,state")
    told = json.loads(program("collide", path, "--sensitivity=v,state", "--json").stdout)
    assert list(report.sensitivity["v"].velocity) == told["sensitivity"]["v"]["velocity"]
    # The input is the ball's velocity.
    assert list(report.sensitivity["state"]["velocity.ball"].velocity) == list(report.sensitivity["v"].velocity)
    with pytest.raises(carom.InputError, match="did you mean"):
        carom.load(path).collide(sensitivity="stat")


def test_what_needs_no_scenario():
    assert carom.laws().to_json() == program("laws", "--json").stdout
    assert carom.reproduce() == program("reproduce").stdout


def test_every_verb_is_a_function_with_words():
    lines = program("--help").stdout.split("Subcommands:")[1].splitlines()
    listed = {line.split()[0] for line in lines if line.startswith("  ") and line[2] != " "}
    assert listed >= {"strike", "simulate", "sweep"}
    for name in listed:
        assert name in carom.__all__
        assert getattr(carom, name).__doc__.strip()


def test_faults_are_those_of_the_command_line(tmp_path):
    file = tmp_path / "wrong.toml"
    file.write_text('[[link]]\nname = "a"\nlenght = 1.0\nmass = -1\n[state]\nangles = [0]\n')
    command = program("strike", file)
    with pytest.raises(carom.InputError) as raised:
        carom.load(file)
    error = raised.value
    assert str(error).splitlines() == command.stderr.splitlines()[1:]
    assert error.source == str(file)
    assert {each.nearest for each in error.faults} >= {"length"}
    assert any(each.place == "4:8" and each.key == "mass" for each in error.faults)


def test_no_name_of_an_answer_is_hidden_by_a_method():
    for name, made in carom.reports.classes.items():
        hidden = [field for field in made._fields if field in dir(carom.Record) or
                  (issubclass(made, carom.Report) and field in vars(carom.Report))]
        assert not hidden, (name, hidden)


def test_what_is_kept_is_what_the_table_says(three_link):
    """Every name that an answer has is declared, with words."""
    answer = three_link.strike(law="all", joints=True)

    def check(record):
        for name in record:
            assert name in record._fields, (type(record).__name__, name)
            assert record._fields[name]["description"]
            value = record[name]
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, carom.Record):
                    check(each)

    check(answer)
