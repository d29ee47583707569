"""Controllers that are functions of Python's."""

import inspect
import math

import carom
import numpy as np
import pytest

ARM = dict(
    world={"gravity": [0, -9.81]},
    base={"kind": "pinned"},
    link=[
        {"name": "upper", "length": 1.0, "mass": 2.0},
        {"name": "lower", "length": 0.5, "mass": 1.0},
    ],
    state={"angles": [-1.2, -0.9], "rates": [0.5, -1.0]},
    simulate={"duration": 2.0},
)


@pytest.fixture
def arm():
    return carom.mechanism(ARM)


def test_a_controller_does_what_a_formula_does(arm):
    def spring(t, state):
        bent = state.angle("lower") - state.angle("upper")
        return {"lower": -3 * bent + 0.1 * state.rate("upper") + math.sin(2 * t)}

    value = "-3*(angle.lower - angle.upper) + 0.1*rate.upper + sin(2*t)"
    formula = arm.edited(torque=[{"link": "lower", "against": "upper", "value": value}])
    given, controlled = formula.simulate(), arm.simulate(controller=spring)
    assert controlled.solved
    np.testing.assert_allclose(controlled.final.angles, given.final.angles, atol=1e-8)
    np.testing.assert_allclose(controlled.final.rates, given.final.rates, atol=1e-8)
    assert len(controlled.table["time"]) == len(given.table["time"])


def test_couples_may_be_an_array_or_none(arm):
    hanging = arm.edited(state={"angles": [-math.pi / 2] * 2, "rates": [0, 0]})
    still = hanging.simulate(controller=lambda t, state: None)
    np.testing.assert_allclose(still.final.rates, 0, atol=1e-9)
    seen = []

    def push(t, state):
        seen.append((t, state.time, state.positions.copy(), state.velocities.copy()))
        return [0.0, 0.5]

    pushed = hanging.simulate(controller=push)
    named = hanging.simulate(controller=lambda t, state: {"lower": 0.5})
    assert list(pushed.final.angles) == list(named.final.angles)
    t, time, positions, velocities = seen[0]
    assert t == time == 0
    np.testing.assert_array_equal(positions, hanging.positions)
    np.testing.assert_array_equal(velocities, hanging.velocities)


def test_beside_contacts_and_a_free_base():
    falling = carom.load("examples/falling_chain.toml")
    link = falling.links[1]
    plain = falling.simulate(duration=0.3)
    idle = falling.simulate(duration=0.3, controller=lambda t, state: None)
    turned = falling.simulate(duration=0.3, controller=lambda t, state: {link: 0.2})
    np.testing.assert_allclose(idle.final.angles, plain.final.angles, atol=1e-6)
    assert np.abs(turned.final.angles - plain.final.angles).max() > 1e-4


def test_what_a_controller_raises_is_raised(arm):
    def broken(t, state):
        if t > 0.5:
            raise ZeroDivisionError("on purpose")
        return None

    with pytest.raises(ZeroDivisionError, match="on purpose"):
        arm.simulate(controller=broken)
    assert arm.simulate().solved


@pytest.mark.parametrize(
    "given, words",
    [
        ({"lower": float("nan")}, "nan N m for 'lower' at 0 s"),
        ([float("inf"), 0], "inf N m for 'upper'"),
        ({"lwer": 1.0}, "'lwer', which is not a link.*lower"),
        ([1.0, 2.0, 3.0], r"shape \(3,\); must be \(2,\)"),
        ({"lower": "much"}, "much"),
    ],
)
def test_couples_that_are_none(arm, given, words):
    with pytest.raises(ValueError, match=words):
        arm.simulate(controller=lambda t, state: given)


def test_what_is_no_controller(arm):
    with pytest.raises(TypeError, match="must be a function"):
        arm.simulate(controller={"lower": 1.0})
    with pytest.raises(TypeError, match="no option 'controller'"):
        arm.describe(controller=lambda t, state: None)
    with pytest.raises(ValueError, match="'lowr' is not a link.*lower"):
        arm.simulate(controller=lambda t, state: {"lower": state.angle("lowr")})
    m = carom.mechanism({**ARM, "parameters": {"c": 1.0}})
    with pytest.raises(carom.InputError, match="controller"):
        m.simulate(controller=lambda t, state: None, sensitivity=True)


def test_help_tells_of_it():
    assert "controller" in carom.Scenario.simulate.__doc__
    assert "controller" in inspect.signature(carom.simulate).parameters
