"""A spread of outcomes from the spread of e: how surely is an impact predicted when restitution is not?

    ./carom python examples/python/spread_of_outcomes.py

A hundred thousand impacts of the three-link chain, whose restitution and friction are known to a tenth: every
state is struck with numbers of its own, on all cores.
"""

from pathlib import Path

import carom
import numpy as np

EXAMPLES = Path(__file__).resolve().parents[1]
SAMPLES = 100_000


def main() -> None:
    chain = carom.load(EXAMPLES / "three_link.toml", phi=0.3)
    random = np.random.default_rng(1)
    e = np.clip(random.normal(0.6, 0.06, SAMPLES), 0, 1)
    mu = np.clip(random.normal(0.5, 0.05, SAMPLES), 0, None)

    # The same state each time; what differs are two parameters of the scenario.
    q = np.tile(chain.positions, (SAMPLES, 1))
    v = np.tile(chain.velocities, (SAMPLES, 1))
    batch = chain.strike_batch(q, v, law="energetic", parameters={"e": e, "muc": mu})

    print(f"{len(batch)} impacts: {batch.counts}")
    names = ["base x, m/s", "base y, m/s"] + [f"{link}, rad/s" for link in chain.links]
    for name, after in zip(names, batch.velocities.T):
        low, middle, high = np.percentile(after, [2.5, 50, 97.5])
        print(f"  {name:<14} {middle:9.5f}   95 % within {low:9.5f} … {high:9.5f}")
    outcomes = np.array(carom.OUTCOMES)[batch.outcomes]
    for k, contact in enumerate(batch.contacts):
        words, counts = np.unique(outcomes[:, k], return_counts=True)
        told = ", ".join(f"{word} {count / SAMPLES:.1%}" for word, count in zip(words, counts))
        print(f"  {contact}: {told}")


if __name__ == "__main__":
    main()
