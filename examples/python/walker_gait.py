"""A walker's gait: a compass walker, two legs and a hip, down a slope of 3 degrees.

    ./carom python examples/python/walker_gait.py

The swing of two legs is integrated here, in a few lines of NumPy; what happens when the foot strikes is Carom's:
two feet on the ramp, of which the one behind leaves or stays as the impact says. Step after step leads to a gait; how
fast disturbances die out is seen from the steps beside it.
"""

import carom
import numpy as np

HIP, LEG, SLOPE, GRAVITY = 10.0, 5.0, 0.0525, 9.81  # kg, kg, rad, m/s²; legs are 1 m long
UP, ALONG = np.array([np.sin(SLOPE), np.cos(SLOPE)]), np.array([np.cos(SLOPE), -np.sin(SLOPE)])

walker = carom.mechanism(
    link=[
        {"name": "stance", "length": 1.0, "mass": 0.0},  # from the foot to the hip
        {"name": "swing", "length": 1.0, "mass": 0.0},  # from the hip to the other foot
    ],
    mass=[
        {"link": "stance", "at": 0.5, "mass": LEG},
        {"link": "stance", "at": 1.0, "mass": HIP},
        {"link": "swing", "at": 0.5, "mass": LEG},
    ],
    surface=[{"name": "ramp", "angle": -SLOPE}],
    contact=[
        {"name": "behind", "link": "stance", "at": 0.0, "surface": "ramp", "friction": 10.0},
        {"name": "ahead", "link": "swing", "at": 1.0, "surface": "ramp", "friction": 10.0},
    ],
    state={"angles": [1.3, -1.3], "rates": [-1.0, 0.0], "velocity": [0, 0]},
    close={"angles": ["swing"], "touch": ["ahead"]},
)
strike = walker.striker(law="energetic", colliding="ahead")


def direction(angle: float) -> np.ndarray:
    return np.array([np.cos(angle), np.sin(angle)])


def rates(state: np.ndarray) -> np.ndarray:
    """Of the angles and rates of stance and swing while the stance foot stays."""
    a, b, wa, wb = state
    coupling = LEG / 2 * np.cos(a - b)
    inertia = np.array([[LEG / 4 + HIP + LEG, coupling], [coupling, LEG / 4]])
    turning = LEG / 2 * np.sin(a - b)
    weight = GRAVITY * np.array([(1.5 * LEG + HIP) * np.cos(a), LEG / 2 * np.cos(b)])
    load = [-turning * wb**2, turning * wa**2] - weight
    return np.concatenate([[wa, wb], np.linalg.solve(inertia, load)])


def gap(state: np.ndarray) -> float:
    return float(UP @ (direction(state[0]) + direction(state[1])))


def step(state: np.ndarray, h: float) -> np.ndarray:
    """Of Runge and Kutta."""
    k1 = rates(state)
    k2 = rates(state + h / 2 * k1)
    k3 = rates(state + h / 2 * k2)
    return state + h / 6 * (k1 + 2 * k2 + 2 * k3 + rates(state + h * k3))


def swing(state: np.ndarray, h: float = 0.005) -> tuple[float, np.ndarray]:
    """Until the foot comes down ahead of the other; on the way it may pass through the ramp."""
    time = 0.0
    while time < 3:
        after = step(state, h)
        ahead = ALONG @ (direction(after[0]) + direction(after[1])) > 0.1
        if ahead and gap(state) > 0 >= gap(after):
            low, high = 0.0, h
            for _ in range(50):
                middle = (low + high) / 2
                low, high = (middle, high) if gap(step(state, middle)) > 0 else (low, middle)
            return time + high, step(state, high)
        time, state = time + h, after
    raise SystemExit("the walker has fallen")


def foot_strike(state: np.ndarray) -> np.ndarray:
    """Carom's impact; then the legs change places: what was ahead is the stance leg."""
    q, v = np.concatenate([[0, 0], state[:2]]), np.concatenate([[0, 0], state[2:]])
    after = strike(q, v)
    a, b = state[:2]
    return np.array([b + np.pi, a - np.pi, after[3], after[2]])


def stride(state: np.ndarray) -> np.ndarray:
    return foot_strike(swing(state)[1])


def main() -> None:
    # A step whose answer is known (Drake's test of its compass gait): rates 2 and -1 before.
    up = np.pi / 2 - SLOPE
    known = foot_strike(np.array([up - 0.2, up + 0.2 - np.pi, -2.0, 1.0]))
    print(f"known step: stance {-known[2]:.9f} (2.021656674), swing {-known[3]:.9f} (1.724138212)")

    # From a step near the gait, to the gait.
    state = np.array([np.pi / 2 + 0.219, -np.pi / 2 - 0.323, -1.092, -0.377])
    for _ in range(60):
        state = stride(state)
    period, before = swing(state)
    length = ALONG @ (direction(before[0]) + direction(before[1]))
    print(f"gait: {period:.4f} s and {length:.4f} m a step, {length / period:.3f} m/s")
    lost = walker.strike_batch([[0, 0, *before[:2]]], [[0, 0, *before[2:]]], colliding="ahead")
    behind = carom.OUTCOMES[lost.outcomes[0, 0]]
    print(f"each strike takes {lost.energy_loss[0]:.4f} J, and the foot behind {behind}")

    # Three numbers are free right after a strike: both feet are on the ramp.
    def returns(x: np.ndarray) -> np.ndarray:
        half, wa, wb = x
        after = stride(np.array([up + half, up - half - np.pi, wa, wb]))
        return np.array([after[0] - up, after[2], after[3]])

    fixed = np.array([state[0] - up, state[2], state[3]])
    h = 1e-6
    slopes = [(returns(fixed + h * e) - returns(fixed - h * e)) / (2 * h) for e in np.eye(3)]
    multipliers = np.linalg.eigvals(np.array(slopes).T)
    largest = max(abs(multipliers))
    print(f"multipliers: largest {largest:.3f}; the gait is {'stable' if largest < 1 else 'unstable'}")


if __name__ == "__main__":
    main()
