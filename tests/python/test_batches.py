"""Impacts in arrays: the bits of `strike`, NumPy's own algebra, and clear words for what is wrong."""

import pickle
import resource
import signal
import threading
import time

import carom
import numpy as np
import pytest


def mixed(m, n, seed=1):
    random = np.random.default_rng(seed)
    q = np.tile(m.positions, (n, 1))
    phi = random.uniform(-1, 1, n)
    q[:, 2], q[:, 3], q[:, 4] = np.pi / 2 - phi, 0, -np.pi / 2 - phi
    v = np.zeros_like(q)
    v[:, 2:] = random.uniform(-1, 1, (n, 3))
    return q, v


def test_each_is_a_strike(three_link):
    q, v = mixed(three_link, 40)
    batch = three_link.strike_batch(q, v)
    for i in range(40):
        state = {"angles": q[i, 2:], "velocity": v[i, :2], "rates": v[i, 2:]}
        (law,) = three_link.edited(state=state).strike(law="energetic").results
        assert carom.VERDICTS[batch.verdicts[i]] == law.verdict
        if law.after is None:
            assert np.isnan(batch.velocities[i]).all()
            continue
        assert (batch.velocities[i, :2] == law.after.velocity).all()
        assert (batch.velocities[i, 2:] == law.after.rates).all()
        for k, contact in enumerate(law.contacts):
            assert (batch.impulses[i, k] == contact.impulse).all()
            assert carom.OUTCOMES[batch.outcomes[i, k]] == contact.outcome
        assert batch.makes_energy[i] == law.energy.makes_energy
        assert batch.impulses_determined[i] == law.impulses_determined


def test_parameters_go_abreast_too(three_link):
    """Groups of states with their own e and friction, of any number: the bits of each alone."""
    for n in (1, 7, 8, 9, 250):
        q, v = mixed(three_link, n)
        e = np.linspace(0, 1, n)
        mu = np.linspace(0.1, 1.5, n)
        batch = three_link.strike_batch(q, v, parameters={"e": e, "muc": mu})
        for i in range(0, n, 1 + n // 10):
            alone = three_link.with_(e=e[i], muc=mu[i]).strike_batch(q[i : i + 1], v[i : i + 1])
            assert alone.verdicts[0] == batch.verdicts[i]
            for name in ("velocities", "impulses", "contact_velocities_after", "contact_work"):
                one, all_of_them = getattr(alone, name)[0], getattr(batch, name)[i]
                assert np.array_equal(one, all_of_them, equal_nan=True), (n, i, name)
    assert batch.counts["unique"] > 10 and batch.counts["not_colliding"] > 1


def test_what_a_strike_says_of_impacts_is_told(three_link):
    q, v = mixed(three_link, 400)
    batch = three_link.strike_batch(q, v, law="kinematic")
    made = int((batch.energy_loss < 0).sum())
    assert made > 10 and f"; {made} make energy>" in repr(batch)
    # A pinned rod that a second contact holds already: what each takes is open.
    held = carom.mechanism(
        link=[{"name": "rod", "length": 1.0, "mass": 1.0}],
        base={"kind": "pinned"},
        surface=[{"name": "wall", "point": [1, 0], "angle": 0.0}],
        contact=[{"name": n, "link": "rod", "at": 1.0, "surface": "wall", "friction": 0.2} for n in "bc"],
        state={"angles": [0.0], "rates": [-1.0]},
    )
    (law,) = held.strike(law="moreau").results
    assert not law.impulses_determined
    batch = held.strike_batch([held.positions], [held.velocities], law="moreau")
    assert not batch.impulses_determined[0]
    assert repr(batch) == "<1 impacts: 1 unique; the impulses of 1 are not determined>"


def test_threads_and_memory_of_others_do_not_matter(three_link):
    q, v = mixed(three_link, 5000)
    one = three_link.strike_batch(q, v, threads=1)
    two = three_link.strike_batch(q, v, threads=2)
    assert one.velocities.tobytes() == two.velocities.tobytes()
    out = three_link.strike_batch(q[::-1].copy(), v[::-1].copy())
    kept = out.velocities
    assert three_link.strike_batch(q, v, out=out) is out
    assert out.velocities is kept and kept.tobytes() == one.velocities.tobytes()


def rods(random, n):
    """A chain of n rods that falls on its far end, and its mass matrix by NumPy's algebra alone."""
    lengths, masses = random.uniform(0.5, 2, n), random.uniform(0.5, 2, n)
    angles = random.uniform(-2.5, -0.5, n)
    m = carom.mechanism(
        link=[{"name": f"L{i}", "length": lengths[i], "mass": masses[i]} for i in range(n)],
        surface=[{"name": "floor", "point": [0, float(lengths @ np.sin(angles))]}],
        contact=[
            {"name": "tip", "link": f"L{n - 1}", "at": lengths[-1], "surface": "floor",
             "friction": 10.0, "restitution": float(random.uniform(0, 1))}
        ],
        state={"angles": angles, "velocity": [0, 0], "rates": np.zeros(n)},
    )
    directions = np.array([-np.sin(angles), np.cos(angles)])

    def jacobian(k, at):
        """Of a point on link k."""
        j = np.zeros((2, n + 2))
        j[:, :2] = np.eye(2)
        for i in range(k):
            j[:, 2 + i] = lengths[i] * directions[:, i]
        j[:, 2 + k] = at * directions[:, k]
        return j

    inertia = np.zeros((n + 2, n + 2))
    for k in range(n):
        j = jacobian(k, lengths[k] / 2)
        inertia += masses[k] * j.T @ j
        inertia[2 + k, 2 + k] += masses[k] * lengths[k] ** 2 / 12
    return m, inertia, jacobian(n - 1, lengths[-1])


@pytest.mark.parametrize("links", [1, 2, 3, 5, 9])
def test_against_algebra_of_numpys(links):
    """M (v⁺ − v⁻) = Jᵀ τ, and sticking with e: J v⁺ = (0, −e v_n⁻)."""
    random = np.random.default_rng(links)
    m, inertia, j = rods(random, links)
    n = 30
    v = random.normal(0, 1, (n, links + 2))
    v[:, 1] -= 3 + np.abs(v).sum(1) * 3
    v[:, 0] *= 0.1
    batch = m.strike_batch(np.tile(m.positions, (n, 1)), v, law="kinematic")
    assert batch.counts == {"unique": n}
    change = batch.velocities - v
    impulse = batch.impulses[:, 0]
    assert np.allclose(change @ inertia, impulse @ j, rtol=1e-9, atol=1e-9)
    e = m.sections["contact"][0]["restitution"]
    before, after = v @ j.T, batch.velocities @ j.T
    assert np.allclose(after[:, 1], -e * before[:, 1], rtol=1e-9, atol=1e-9)
    energy = 0.5 * np.einsum("ni,ij,nj->n", v, inertia, v)
    assert np.allclose(batch.kinetic_energy_before, energy, rtol=1e-12)
    left = 0.5 * np.einsum("ni,ij,nj->n", batch.velocities, inertia, batch.velocities)
    assert np.allclose(batch.energy_loss, energy - left, rtol=1e-9)


def test_parameters_differ_from_state_to_state(three_link):
    q, v = np.tile(three_link.positions, (30, 1)), np.tile(three_link.velocities, (30, 1))
    e = np.linspace(0, 1, 30)
    batch = three_link.strike_batch(q, v, parameters={"e": e})
    for i in (0, 7, 29):
        assert batch.energy_loss[i] == three_link.with_(e=e[i]).strike().results[0].energy_loss
    with pytest.raises(carom.InputError, match='"ee" is not a parameter'):
        three_link.strike_batch(q, v, parameters={"ee": e})
    with pytest.raises(carom.InputError, match="changes the state alone"):
        three_link.strike_batch(q, v, parameters={"phi": e})
    # Of a mass the mechanism is made anew at every state.
    heavy = carom.mechanism(
        parameters={"m": 1.0},
        link=[{"name": "rod", "length": 1.0, "mass": "m"}],
        surface=[{"name": "floor"}],
        contact=[{"name": "tip", "link": "rod", "at": 1.0, "surface": "floor", "restitution": 0.5}],
        base={"position": [0, 1]},
        state={"angles_deg": [-90], "velocity": [0, -1], "rates": [0]},
    )
    q, v = np.tile(heavy.positions, (3, 1)), np.tile(heavy.velocities, (3, 1))
    batch = heavy.strike_batch(q, v, parameters={"m": np.array([1.0, 2.0, -1.0])}, on_error="mark")
    assert batch.energy_loss[:2] == pytest.approx([0.375, 0.75])
    assert carom.ERRORS[batch.errors[2]] == "bad_option" and np.isnan(batch.velocities[2]).all()


def test_wrong_arrays_are_told(three_link):
    q, v = mixed(three_link, 10)
    strike = three_link.strike_batch
    with pytest.raises(ValueError, match=r"positions has shape \(10, 4\); must have \(n, 5\)"):
        strike(q[:, :4].copy(), v)
    with pytest.raises(ValueError, match=r"velocities has shape \(9, 5\); must have \(10, 5\)"):
        strike(q, v[:9])
    with pytest.raises(TypeError, match="positions has dtype float32; must have float64"):
        strike(q.astype(np.float32), v)
    with pytest.raises(ValueError, match="velocities is not contiguous"):
        strike(q, np.asfortranarray(v))
    with pytest.raises(TypeError, match="positions must be an array"):
        strike(None, v)
    with pytest.raises(ValueError, match="out.verdicts"):
        strike(q, v, out=strike(q[:5], v[:5]))
    kept = strike(q, v)
    kept.velocities.setflags(write=False)
    with pytest.raises(ValueError, match="out.velocities cannot be written"):
        strike(q, v, out=kept)
    with pytest.raises(ValueError, match="out cannot be written"):
        three_link.striker()(q, v, out=kept.velocities)
    with pytest.raises(TypeError, match="positions is a masked array"):
        strike(np.ma.array(q, mask=q > 1), v)
    with pytest.raises(ValueError, match="phi is nan; must be finite"):
        three_link.with_(phi=np.nan)
    with pytest.raises(carom.InputError, match="energetic"):
        strike(q, v, law="energtic")
    with pytest.raises(carom.InputError, match="Ad"):
        strike(q, v, colliding="Ad")
    assert len(strike(q[:0], v[:0])) == 0
    assert len(strike(q.tolist(), v.tolist())) == 10
    q[3, 2] = np.nan
    with pytest.raises(carom.InputError, match="state 3: a number of the state is not finite") as raised:
        strike(q, v)
    assert raised.value.faults[0].index == 3
    assert carom.ERRORS[strike(q, v, on_error="mark").errors[3]] == "not_finite"
    train = carom.load("examples/train_two_bodies.toml")
    with pytest.raises(carom.InputError, match="is a train"):
        train.strike_batch(q, v)


def test_a_striker_maps_velocities(three_link):
    striker = three_link.striker(law="kinetic")
    q, v = mixed(three_link, 10)
    assert (
        striker(q, v).tobytes() == three_link.strike_batch(q, v, law="kinetic").velocities.tobytes()
    )
    out = np.empty(5)
    assert striker(q[0], v[0], out) is out
    assert out.tobytes() == striker(q, v)[0].tobytes()
    with pytest.raises(ValueError, match="must have"):
        striker(q[0, :3], v[0])


def test_tables_and_pickles(three_link):
    batch = three_link.strike_batch(*mixed(three_link, 20))
    again = pickle.loads(pickle.dumps(batch))
    assert again.velocities.tobytes() == batch.velocities.tobytes() and repr(again) == repr(batch)
    frame = batch.to_pandas()
    assert frame["impulses.Ac.normal"].to_numpy().tobytes() == batch.impulses[:, 1, 1].tobytes()


def test_memory_stays_where_it_was(three_link):
    q, v = mixed(three_link, 10000)
    out = three_link.strike_batch(q, v)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(100):
        three_link.strike_batch(q, v, out=out)
        three_link.strike_batch(q[:1000], v[:1000])
    for _ in range(50):
        three_link.strike(law="all")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000  # kB


def interrupting(after):
    thread = threading.Timer(after, lambda: signal.raise_signal(signal.SIGINT))
    thread.start()
    return thread


def test_ctrl_c_has_what_is_done(three_link):
    q, v = mixed(three_link, 200_000)
    parameters = {"e": np.full(len(q), 0.5)}
    law = carom.Law("slow", lambda w, v, numbers, colliding: time.sleep(1e-4))
    m = carom.load("examples/three_link.toml", laws=[law])
    timer = interrupting(0.3)
    with pytest.raises(carom.Interrupted) as raised:
        m.strike_batch(q, v, law="slow", parameters=parameters, threads=1)
    timer.join()
    done = raised.value.result.done
    assert 0 < done < len(q)
    law = carom.Law("slower", lambda w, v, numbers, colliding: time.sleep(2e-3))
    m = carom.load("examples/three_link.toml", laws=[law])
    timer = interrupting(0.8)
    with pytest.raises(carom.Interrupted) as raised:
        m.sweep(phi=np.linspace(-1, 1, 3000), law="slower", threads=1, chunk=16)
    timer.join()
    table = raised.value.result.table
    assert 0 < table.done.sum() < 3000


def test_derivatives_are_those_of_differences(three_link):
    q, v = mixed(three_link, 400)
    batch = three_link.strike_batch(q, v, jacobian=["state", "e"], law="energetic")
    slopes = batch.jacobian
    assert slopes.exact and slopes.velocities.shape == (400, 5, 11)
    assert slopes.inputs[:2] == ["position.x", "position.y"] and slopes.inputs[-1] == "e"
    assert slopes.impulses.shape == (400, 2, 2, 11) and slopes.energy_loss.shape == (400, 11)
    checked = 0
    # One end rests: base velocities are one-sided, rates are not.
    both = slopes.sides == carom.SIDES.index("both")
    h = 1e-6
    for j in range(7, 10):
        step = np.zeros(5)
        step[j - 5] = h
        ahead, behind = (three_link.strike_batch(q, v + s * step, law="energetic") for s in (1, -1))
        apart = (ahead.velocities - behind.velocities) / (2 * h)
        # Where modes change within the step the difference is none.
        same = both[:, j] & (ahead.outcomes == behind.outcomes).all(axis=1) & ~np.isnan(apart).any(axis=1)
        off = np.abs(apart - slopes.velocities[:, :, j]).max(axis=1)[same]
        assert np.median(off) < 1e-8
        checked += same.sum()
    assert checked > 300
    e = three_link.parameters["e"]
    ahead, behind = (three_link.with_(e=e + s * h).strike_batch(q, v, law="energetic") for s in (1, -1))
    apart = (ahead.energy_loss - behind.energy_loss) / (2 * h)
    known = both[:, 10] & ~np.isnan(apart)
    assert known.sum() > 100 and np.abs(apart - slopes.energy_loss[:, 10])[known].max() < 1e-7


def test_derivatives_where_parameters_differ(three_link):
    q, v = mixed(three_link, 60)
    e = np.linspace(0.1, 0.9, 60)
    batch = three_link.strike_batch(q, v, parameters={"e": e}, jacobian=["e", "state", "e"])
    assert batch.jacobian.velocities.shape == (60, 5, 11)
    for i in range(0, 60, 7):
        alone = three_link.with_(e=e[i]).strike_batch(q[i : i + 1], v[i : i + 1], jacobian=("state", "e"))
        np.testing.assert_array_equal(alone.jacobian.velocities[0], batch.jacobian.velocities[i])
        np.testing.assert_array_equal(alone.jacobian.sides[0], batch.jacobian.sides[i])
    again = pickle.loads(pickle.dumps(batch))
    np.testing.assert_array_equal(again.jacobian.impulses, batch.jacobian.impulses)
    assert three_link.strike_batch(q, v).jacobian is None
    with pytest.raises(carom.InputError, match='"mas" is not a parameter'):
        three_link.strike_batch(q, v, jacobian=["mas"])
    with pytest.raises(ValueError, match="derivatives by 11 inputs; must have them by 10"):
        three_link.strike_batch(q, v, jacobian=True, out=batch)


def test_torch(three_link):
    torch = pytest.importorskip("torch")
    from carom.torch import Impact

    q, v = mixed(three_link, 200)
    plain = three_link.strike_batch(q, v, jacobian=["state", "e"], law="energetic")
    sound = (plain.jacobian.sides[:, 7:] == carom.SIDES.index("both")).all(axis=1)
    q, v = (torch.tensor(x[sound][:6]) for x in (q, v))
    impact = Impact(three_link, law="energetic", parameters=("e",))
    e = torch.full((6,), 0.7, dtype=torch.float64, requires_grad=True)
    rates = v[:, 2:].clone().requires_grad_(True)

    def after(rates, e):
        return impact(q, torch.cat([v[:, :2], rates], 1), e=e)

    assert torch.autograd.gradcheck(after, (rates, e), eps=1e-6, atol=1e-6)
    one = torch.tensor(0.7, dtype=torch.float64, requires_grad=True)
    impact(q[0], v[0], e=one).sum().backward()
    assert torch.isfinite(one.grad)
    with pytest.raises(TypeError, match="float64"):
        impact(q.float(), v.float(), e=e)
    with pytest.raises(TypeError, match="must be e"):
        impact(q, v)
