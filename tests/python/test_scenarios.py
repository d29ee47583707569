"""Scenarios: loaded, made in code, changed, kept."""

import inspect
import pickle
import threading
import tomllib

import carom
import numpy as np
import pytest
from conftest import EXAMPLES


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_code_has_the_words_of_the_file(example):
    """Every example as dictionaries describes itself as the file does."""
    sections = tomllib.loads(example.read_text())
    assert carom.mechanism(sections).describe().to_json() == carom.load(example).describe().to_json()


def test_with_gives_another(three_link):
    other = three_link.with_(phi=0.4).with_(e=0.5)
    assert three_link.parameters["phi"] == -0.5
    assert other.parameters == {**three_link.parameters, "phi": 0.4, "e": 0.5}
    assert other.strike().to_json() == carom.load(three_link.path, phi=0.4, e=0.5).strike().to_json()
    with pytest.raises(carom.InputError, match="phj"):
        three_link.with_(phj=1)


def test_a_number_keeps_its_digits(three_link):
    for number in (0.1 + 0.2, 1e-300, np.pi, np.float64(2) / 3):
        assert three_link.with_(phi=number).parameters["phi"] == number


def test_edited_changes_sections(three_link):
    heavy = three_link.edited(link={"left": {"mass": 3.0}}, world={"gravity": [0, -9.81]})
    assert [link["mass"] for link in heavy.sections["link"]] == [3.0, 1.0, 1.0]
    assert heavy.describe().to_json() != three_link.describe().to_json()
    with pytest.raises(KeyError, match="lefft"):
        three_link.edited(link={"lefft": {}})


def test_verbs_take_parameters_axes_and_keys(three_link):
    assert three_link.strike(phi=0.1).to_json() == three_link.with_(phi=0.1).strike().to_json()
    values = np.array([-0.3, 0.1 + 0.2])
    table = three_link.sweep(phi=values, law="energetic").table
    assert (table["phi"] == values).all()
    for value, loss in zip(values, table["energetic.energy_loss"]):
        assert loss == three_link.strike(phi=value).results[0].energy_loss
    disc = carom.load("examples/bouncing_disc.toml")
    assert disc.simulate(duration=0.25).final.time == 0.25
    with pytest.raises(carom.InputError) as raised:
        disc.simulate(duration=-1)
    assert [each.place for each in raised.value.faults] == ["simulate.duration"]
    with pytest.raises(TypeError, match='did you mean "law"'):
        three_link.strike(lew="all")


def test_faults_in_code_have_places():
    with pytest.raises(carom.InputError) as raised:
        carom.mechanism(
            link=[{"name": "a", "length": 1, "mas": 2}],
            contact=[{"name": "c", "link": "b", "at": 1, "surface": "floor"}],
            surface=[{"name": "floor"}],
            state={"angles": [0]},
        )
    faults = {each.place: each for each in raised.value.faults}
    assert faults["link[0].mas"].nearest == "mass"
    assert "contact[0].link" in faults
    with pytest.raises(TypeError, match="cannot stand in a scenario"):
        carom.mechanism(link=[{"name": object()}])


def test_pickled(three_link):
    m = three_link.with_(phi=0.2)
    again = pickle.loads(pickle.dumps(m))
    assert again == m and again.strike().to_json() == m.strike().to_json()
    answer = pickle.loads(pickle.dumps(m.strike(law="all")))
    assert repr(answer) == repr(m.strike(law="all"))
    assert answer.results[0].contacts[0].name == "A0"
    sweep = pickle.loads(pickle.dumps(m.sweep(phi=np.linspace(-1, 1, 3))))
    assert (sweep.table["phi"] == [-1, 0, 1]).all()


def test_threads_share_one(three_link):
    expected = three_link.strike(law="all").to_json()
    found = []
    threads = [
        threading.Thread(target=lambda: found.append(three_link.strike(law="all").to_json()))
        for _ in range(8)
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert found == [expected] * 8


def test_files_that_are_not_scenarios(tmp_path):
    with pytest.raises(carom.InputError, match="No such file"):
        carom.load(tmp_path / "none.toml")
    with pytest.raises(carom.InputError):
        carom.load(tmp_path)
    (tmp_path / "latin.toml").write_bytes(b'title = "\xe9"')
    with pytest.raises(carom.InputError, match="no text"):
        carom.load(tmp_path / "latin.toml")
    locked = tmp_path / "file"
    locked.write_text("")
    with pytest.raises(carom.InputError):
        carom.load("examples/three_link.toml").sweep(output=locked / "folder")


def test_an_option_that_is_a_word_of_the_language_has_an_underscore():
    assert "continue_" in inspect.signature(carom.Scenario.map).parameters
