"""A gait that falls, kept by a feedback that comes from the derivative of its map.

    ./carom python examples/python/stabilised_gait.py

Down a slope of 0.02 rad the simplest walker has a gait, and it is unstable: its map from heel strike to heel strike has a
multiplier of -1.87. Once a step the hip is given a constant torque, as large as the unstable part of the state asks for.
"""

import carom
import numpy as np

walker = carom.load("examples/simplest_walker.toml", slope=0.02).edited(
    parameters={"push": 0.0},
    torque=[{"link": "right", "against": "left", "value": "push"}],
)


def stride(x: np.ndarray, push: float) -> np.ndarray:
    """From right after a heel strike (angle of the stance leg past the vertical, its rate) to the next."""
    answer = walker.map(stance=x[0], rate=x[1], push=push, returns=1)
    if not answer.returns:
        raise SystemExit("the walker has fallen: " + answer.why)
    after = answer.returns[0].state
    # The legs change places; the section tells the state before they do.
    return np.array([after["angle.right"] + np.pi / 2, after["rate.right"]])


def gait() -> np.ndarray:
    orbits = walker.map(stance=0.26, rate=-0.25, fixed=True).fixed_points
    nearest = min(orbits, key=lambda orbit: abs(orbit.state["rate.left"] + 0.25))
    return np.array([nearest.state["angle.left"] - np.pi / 2, nearest.state["rate.left"]])


def main() -> None:
    fixed = gait()
    h = 1e-5
    slopes = np.array([(stride(fixed + d, 0) - stride(fixed - d, 0)) / (2 * h) for d in h * np.eye(2)]).T
    by_push = (stride(fixed, h) - stride(fixed, -h)) / (2 * h)
    multipliers, left = np.linalg.eig(slopes.T)
    worst = int(np.argmax(abs(multipliers)))
    unstable, w = multipliers[worst].real, left[:, worst].real
    print(f"gait: {fixed[0]:.6f} rad past the vertical, {fixed[1]:.6f} rad/s; multipliers {np.sort(multipliers.real).round(6)}")

    # w·x' = unstable w·x + (w·by_push) push: the push that makes it zero.
    gain = -unstable / (w @ by_push) * w
    held = np.linalg.eigvals(slopes + np.outer(by_push, gain))
    print(f"gain {gain.round(8)} N m per rad and rad/s; multipliers then {np.sort(held.real).round(6) + 0.0}")

    for name, k in (("without", 0 * gain), ("with", gain)):
        x = fixed + [0.0002, 0.0]
        away = []
        for _ in range(10):
            x = stride(x, k @ (x - fixed))
            away.append(np.abs(x - fixed).max())
        print(f"{name} feedback, distance from the gait after each step: " + ", ".join(f"{d:.1e}" for d in away))


if __name__ == "__main__":
    main()
