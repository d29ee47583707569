"""Measured impacts, fitted: which friction and restitution explain 1,718 collisions of an ellipse with a plate?

    ./carom python examples/python/measured_ellipse.py

data/ellipse.csv: measured by N. Fazeli and co-workers, published in github.com/DAIRLab/ImpactModeling (BSD
3-clause). For each law one μ and one e for all impacts, which make the mean of |predicted - measured| over
|measured| of the linear velocity after as small as can be.
"""

from pathlib import Path

import carom
import numpy as np

DATA = Path(__file__).resolve().parents[2] / "data" / "ellipse.csv"
A, B, MASS = 0.035, 0.025, 0.0364  # semi-axes, m; kg
LAWS = ["kinetic", "energetic", "kinematic", "whittaker"]

ellipse = carom.mechanism(
    parameters={"mu": 0.2, "e": 0.5},
    base={"position": [0, B]},
    link=[{"name": "ellipse", "length": 0, "mass": MASS, "inertia": MASS * (A**2 + B**2) / 4}],
    surface=[{"name": "plate"}],
    contact=[
        {
            "name": "rim",
            "link": "ellipse",
            "at": 0,
            "surface": "plate",
            "outline": {"kind": "ellipse", "semi_axes": [A, B]},
            "friction": "mu",
            "restitution": "e",
        }
    ],
    state={"angles": [0], "rates": [0], "velocity": [0, -1]},
)


def measured() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Positions and velocities before, linear velocities after, of the impacts without a doubt."""
    lines = [line for line in DATA.read_text().splitlines() if not line.startswith("#")]
    rows = np.genfromtxt(lines, delimiter=",", names=True)
    rows = rows[rows["flag"] == 0]
    theta = rows["theta_before"]
    # The centre is where the rim touches, by the angle; x is mirrored in the file.
    height = np.hypot(A * np.sin(theta), B * np.cos(theta))
    q = np.column_stack([np.zeros_like(theta), height, theta])
    v = np.column_stack([-rows["vx_before"], rows["vy_before"], rows["omega_before"]])
    after = np.column_stack([-rows["vx_after"], rows["vy_after"]])
    return q, v, after


def main() -> None:
    q, v, after = measured()
    speed = np.linalg.norm(after, axis=1)
    n = len(q)
    batch = None

    def misfit(law: str, mu: float, e: float) -> float:
        nonlocal batch
        numbers = {"mu": np.full(n, mu), "e": np.full(n, e)}
        batch = ellipse.strike_batch(q, v, law=law, parameters=numbers, out=batch)
        return float(np.mean(np.linalg.norm(batch.velocities[:, :2] - after, axis=1) / speed))

    print(f"{n} impacts")
    for law in LAWS:
        # A grid about the best so far, finer each time.
        mu, e, reach = 0.5, 0.5, 0.5
        for _ in range(6):
            tried = [
                (misfit(law, x, y), x, y)
                for x in np.clip(np.linspace(mu - reach, mu + reach, 9), 0, None)
                for y in np.clip(np.linspace(e - reach, e + reach, 9), 0, 1)
            ]
            best, mu, e = min(tried)
            reach /= 3
        print(f"  {law:<10} misfit {best:.3f}   mu {mu:.2f}  e {e:.2f}")


if __name__ == "__main__":
    main()
