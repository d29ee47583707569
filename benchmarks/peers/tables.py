"""The peers' results as tables: one a group of cases, times against Carom's energetic law."""

import sys


def rows(path):
    """By (peer, variant, case); the better time where a peer ran twice."""
    result = {}
    for line in open(path, encoding="utf-8"):
        f = line.rstrip("\n").split(";")
        if len(f) != 13:
            continue
        key = tuple(f[:3])
        row = {"links": int(f[3]), "contacts": int(f[4]), "best": float(f[5]),
               "energy": float(f[7]), "ends": [float(x) for x in f[8:12]], "error": float(f[12])}
        if key not in result or row["best"] < result[key]["best"]:
            result[key] = row
    return result


def written(ns):
    for unit, size in (("ms", 1e6), ("µs", 1e3)):
        if ns >= size:
            return f"{ns / size:.3g} {unit}"
    return f"{ns:.3g} ns"


def main(path):
    data = rows(path)
    order = list(dict.fromkeys((p, v) for p, v, _ in data))
    cases = list(dict.fromkeys(c for _, _, c in data))
    for case in (c for c in cases if c in ("chain3", "sliding3")):
        print(f"\n{case}\n")
        print("| | time | against Carom | energy after/before | first contact v_t, v_n | "
              "striking contact v_t, v_n | error |")
        print("|---|---|---|---|---|---|---|")
        own = data[("Carom", "energetic", case)]["best"]
        for peer, variant in order:
            r = data.get((peer, variant, case))
            if r:
                v = [f"{x:.5f}" for x in r["ends"]]
                error = "" if peer == "Carom" else f"{r['error']:.1e}"
                print(f"| {peer}, {variant} | {written(r['best'])} | {r['best'] / own:.2f} | "
                      f"{r['energy']:.4f} | {v[0]}, {v[1]} | {v[2]}, {v[3]} | {error} |")
    for title, word in (("links", "chain"), ("contacts", "comb")):
        group = [c for c in cases if c.startswith(word) and c != "chain3"]
        if not group:
            continue
        print(f"\n{title}: time (error against the exact answer of Newton's law)\n")
        print("| | " + " | ".join(c.removeprefix(word) for c in group) + " |")
        print("|---|" + "---|" * len(group))
        for peer, variant in order:
            cells = []
            for case in group:
                r = data.get((peer, variant, case))
                error = "" if not r or peer == "Carom" or r["error"] < 0 else f" ({r['error']:.1%})"
                cells.append(written(r["best"]) + error if r else "")
            if any(cells):
                print(f"| {peer}, {variant} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main(sys.argv[1])
