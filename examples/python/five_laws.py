"""Five laws on one chain: the same impact of three links over their configuration.

    ./carom python examples/python/five_laws.py

Prints where each law loses least and most energy, and which of them make energy somewhere: what Figures 4 to 6
of Hurmuzlu and Marghitu (1994) show. With matplotlib installed it draws them to five_laws.png with --plot.
"""

import sys
from pathlib import Path

import carom
import numpy as np

EXAMPLES = Path(__file__).resolve().parents[1]
LAWS = ["kinematic", "kinetic", "energetic", "whittaker", "brach"]


def main() -> None:
    chain = carom.load(EXAMPLES / "three_link.toml")
    # An array for a parameter is an axis: one point every two degrees, all laws at each.
    answer = chain.sweep(phi=np.radians(np.arange(-85, 86, 2)), law=LAWS)
    phi = np.degrees(answer.table["phi"])
    before = answer.table["kinetic_energy_before"]

    print(f"{chain.title}: {answer.table.rows} configurations")
    print(f"{'law':<10} {'least':>8}  at       {'most':>8}  at      makes energy")
    for law in LAWS:
        share = answer.table[f"{law}.energy_loss"] / before
        least, most = np.nanargmin(share), np.nanargmax(share)
        makes = answer.table.columns[f"{law}.makes_energy"].in_words == "yes"
        where = f"{makes.sum()} times" if makes.any() else "never"
        print(
            f"{law:<10} {share[least]:8.1%} {phi[least]:4.0f}°"
            f"     {share[most]:8.1%} {phi[most]:4.0f}°    {where}"
        )

    if "--plot" in sys.argv:
        axes = answer.plot(*(f"{law}.energy_loss" for law in LAWS))
        axes.figure.savefig("five_laws.png")


if __name__ == "__main__":
    main()
