"""The scripts of examples/python say what is known of their subjects."""

import re
import subprocess
import sys

import pytest
from conftest import ROOT


def output(name):
    script = ROOT / "examples" / "python" / name
    done = subprocess.run([sys.executable, script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_five_laws():
    """Which of them make energy: the study's Figures 4 to 6."""
    lines = output("five_laws.py").splitlines()[2:]
    never = {line.split()[0] for line in lines if line.endswith("never")}
    assert never == {"kinetic", "energetic", "brach"} and len(lines) == 5


def test_spread_of_outcomes():
    told = output("spread_of_outcomes.py")
    assert "100000 impacts: {'unique': 100000}" in told
    rests, slides = (float(re.search(rf"{word} ([\d.]+)%", told)[1]) for word in ("rests", "slides"))
    assert rests + slides == pytest.approx(100, abs=0.11) and rests > 0.5


def test_measured_ellipse():
    """Two independent codes have found these misfits and coefficients."""
    known = {"kinetic": 0.148, "energetic": 0.148, "kinematic": 0.151, "whittaker": 0.155}
    told = output("measured_ellipse.py")
    assert told.startswith("1718 impacts")
    for law, misfit in known.items():
        found = re.search(rf"{law} +misfit ([\d.]+)   mu ([\d.]+)  e ([\d.]+)", told)
        assert float(found[1]) == pytest.approx(misfit, abs=0.0011)
        assert float(found[2]) == pytest.approx(0.19, abs=0.021)
        assert float(found[3]) == pytest.approx(0.52, abs=0.021)


def test_walker_gait():
    """A step of Drake's compass gait, and a gait that lasts."""
    told = output("walker_gait.py")
    assert "stance 2.021656674 (2.021656674), swing 1.724138212 (1.724138212)" in told
    assert "the gait is stable" in told
    assert float(re.search(r"largest ([\d.]+)", told)[1]) < 1


def test_stabilised_gait():
    """Garcia's long-period gait at 0.02 rad has lost its stability (by a doubling at 0.0151); the feedback keeps it."""
    told = output("stabilised_gait.py")
    worst, least = (float(x) for x in re.search(r"multipliers \[\s*(\S+)\s+(\S+?)\]", told).groups())
    assert worst == pytest.approx(-1.8687, abs=1e-3) and least == pytest.approx(-0.1413, abs=1e-3)
    assert f"multipliers then [{least}" in told
    without, held = (
        [float(x) for x in re.search(rf"^{name} feedback.*: (.*)$", told, re.M)[1].split(", ")]
        for name in ("without", "with")
    )
    assert min(without[:4]) == without[0] and max(without) > 5e-3
    assert held[-1] < 1e-9
    # As fast as the other multiplier says.
    assert held[-1] / held[-3] == pytest.approx(least**2, rel=0.1)
