"""Tables of sweeps and motions, drawings, laws of one's own, what others do with the module."""

import os
import subprocess
import sys
from pathlib import Path

import carom
import numpy as np
import pytest
from conftest import ROOT


def test_a_sweeps_table_is_that_of_its_folder(three_link, tmp_path):
    table = three_link.sweep(law="all").table
    three_link.sweep(law="all", output=tmp_path / "results")
    kept = carom.table(str(tmp_path / "results"))
    assert list(table) == list(kept)
    for name in table:
        if name in table.columns and table.columns[name].words:
            assert (table.columns[name].in_words == kept.columns[name].in_words).all(), name
        else:
            assert np.array_equal(table[name], kept[name], equal_nan=True), name
    assert table.columns["energetic.history"].in_words[0, 1].count("|") == 1
    with pytest.raises(KeyError, match="energetic.energy_loss"):
        table["energetic.energyloss"]


def test_a_motions_table_is_that_of_its_folder(tmp_path):
    import h5py

    m = carom.load("examples/bouncing_disc.toml")
    answer = m.simulate(duration=0.5, every=0.01)
    m.simulate(duration=0.5, every=0.01, output=tmp_path / "motion")
    with h5py.File(tmp_path / "motion" / "trajectory.h5") as file:
        assert (file["time"][:] == answer.table["time"]).all()
        assert (file["positions"][:] == answer.table["positions"]).all()
        assert (file["contacts/gap"][:] == answer.table["contacts.gap"]).all()
    assert answer.final.angles[-1] == answer.table["positions"][-1, -1]


def test_arrays_are_handed_over_not_copied(three_link):
    table = three_link.sweep(phi=np.linspace(-1, 1, 11)).table
    values = table["energetic.energy_loss"]
    assert values.base is not None and table["energetic.energy_loss"] is values
    del table
    assert np.isfinite(values).all()


def test_tables_of_others(three_link):
    pandas = pytest.importorskip("pandas")
    answer = three_link.sweep(phi=np.linspace(-1, 1, 5), e=np.array([0.2, 0.8]), law="energetic")
    frame = answer.to_pandas()
    assert len(frame) == 10 and isinstance(frame, pandas.DataFrame)
    losses = answer.table["energetic.energy_loss"]
    assert (frame["energetic.energy_loss"].to_numpy() == losses.ravel()).all()
    contacts = three_link.strike(law="all").to_pandas("results.contacts")
    assert len(contacts) == 12 and set(contacts["law"]) >= {"kinetic", "brach"}
    xarray = pytest.importorskip("xarray")
    data = answer.to_xarray()
    assert isinstance(data, xarray.Dataset)
    assert data["energetic.energy_loss"].dims == ("phi", "e")
    assert float(data["energetic.impulse"].sel(phi=0, e=0.8, contact="Ac", component="normal")) > 0


def test_plots(three_link):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    assert three_link.strike(law="all").plot().patches
    assert three_link.sweep(phi=np.linspace(-1, 1, 5)).plot().lines
    assert three_link.strike_batch([three_link.positions] * 2, [three_link.velocities] * 2).plot()


def test_notebooks_show_drawings(three_link):
    answer = three_link.strike(law="energetic")
    page = answer._repr_html_()
    assert "<svg" in page and "The account by the energetic law" in page
    assert "<svg" in three_link._repr_html_()
    assert carom.laws()._repr_html_().startswith("<pre>")
    motion = carom.load("examples/bouncing_disc.toml").simulate(duration=0.3)
    assert motion.show()._repr_html_().startswith("<iframe")


def test_a_law_of_ones_own(three_link):
    """Newton's rule without friction, τ_n = −(1 + e) v_n / W_nn at the contact that strikes."""

    def newton(w, v, numbers, colliding):
        row = 2 * colliding + 1
        impulse = np.zeros(len(v))
        impulse[row] = -(1 + numbers["restitution"][colliding] + numbers["extra"][0]) * v[row] / w[row, row]
        return impulse

    law = carom.Law("mine", newton, {"extra": (0, 1, 0.25)})
    rod = dict(
        link=[{"name": "rod", "length": 1.0, "mass": 2.0}],
        surface=[{"name": "floor"}],
        contact=[{"name": "tip", "link": "rod", "at": 1.0, "surface": "floor", "restitution": 0.5}],
        base={"position": [0, 1]},
        state={"angles_deg": [-90], "velocity": [0, -1], "rates": [0]},
        impact={"law": "mine"},
    )
    m = carom.mechanism(rod, laws=[law])
    (answer,) = m.strike().results
    assert answer.verdict == "unique"
    assert answer.after.velocity == pytest.approx([0, 0.75])
    assert m.strike_batch([m.positions], [m.velocities]).velocities[0, 1] == answer.after.velocity[1]
    with pytest.raises(carom.InputError, match="mine"):
        carom.mechanism(rod)


def test_a_law_may_be_given_where_it_is_asked_for():
    """A function, or a carom.Law, wherever a law is named."""

    def plastic(w, v, numbers, colliding):
        impulse = np.zeros(len(v))
        row = 2 * colliding + 1
        impulse[row] = -v[row] / w[row, row]
        return impulse

    m = carom.load("examples/bouncing_disc.toml").edited(
        base={"position": [0, 0.1]}, state={"velocity": [0, -1]}
    )
    q, v = [m.positions], [m.velocities]
    answer = m.strike(law=plastic).results[0]
    assert answer.law == "plastic" and answer.energy_loss > 0
    both = m.strike(law=["energetic", carom.Law("mine", plastic)])
    assert [each.law for each in both.results] == ["energetic", "mine"]
    after = m.strike_batch(q, v, law=plastic).velocities[0]
    assert after.tolist() == [*answer.after.velocity, *answer.after.rates]
    assert m.striker(law=plastic)(m.positions, m.velocities).tolist() == after.tolist()
    assert m.simulate(law=plastic, duration=0.1).law == "plastic"
    with pytest.raises(TypeError, match="3; must be a carom.Law"):
        carom.load("examples/three_link.toml", laws=[3])
    with pytest.raises(TypeError, match="function is 3"):
        carom.Law("three", 3)
    assert m.laws == ()


def test_what_a_law_raises_is_raised():
    def broken(w, v, numbers, colliding):
        raise ZeroDivisionError("on purpose")

    m = carom.load("examples/three_link.toml", laws=[carom.Law("broken", broken)])
    with pytest.raises(ZeroDivisionError, match="on purpose"):
        m.strike(law="broken")
    with pytest.raises(ZeroDivisionError):
        m.strike_batch([m.positions], [m.velocities], law="broken")
    wrong = carom.load(
        "examples/three_link.toml", laws=[carom.Law("short", lambda w, v, n, c: [1.0])]
    )
    with pytest.raises(TypeError, match="gave 1 impulses; must give 4"):
        wrong.strike(law="short")
    assert m.strike().solved


def test_mypy_reads_them(tmp_path):
    """Types of a script, right and wrong."""
    pytest.importorskip("mypy")
    script = tmp_path / "script.py"
    script.write_text(
        "import carom\n"
        "m = carom.load('a.toml', phi=0.3)\n"
        "loss: float = m.strike(law='all').results[0].energy_loss or 0.0\n"
        "q = m.positions.reshape(1, -1)\n"
        "reveal_type(m.strike_batch(q, q).velocities)\n"
        "m.strike(joints='yes')\n"
    )
    told = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path / "cache", script],
        env={**os.environ, "MYPYPATH": str(Path(carom.__file__).parents[1])}, capture_output=True, text=True,
    ).stdout
    assert "ndarray[Any, numpy.dtype" in told, told
    errors = [line for line in told.splitlines() if "error" in line]
    assert [line.split(":")[1] for line in errors if "script.py" in line] == ["6"], told


def test_beside_others_that_have_the_same_libraries():
    """HDF5's Python and ours in one process, in either order; nothing of MPI's is begun."""
    for first, second in (("h5py", "carom"), ("carom", "h5py")):
        code = f"import {first}, {second}; carom.load('examples/three_link.toml').strike()"
        subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
