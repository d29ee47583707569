"""Plots of the peers' results as SVG, for docs/performance.md:

    python3 benchmarks/peers/pictures.py build/benchmarks/peers/peers.csv docs/pictures
"""

import math
import pathlib
import sys

from tables import rows

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 760, 420, 70, 210, 40, 50
COLOURS = ["#1b6ca8", "#c2571a", "#2f8f4e", "#8a4fa3", "#a8821b", "#4f5d75", "#b23a5f", "#3a8fa8"]
# One line a peer: its fastest setting, and for sweeps of Gauss–Seidel also one that converges.
CHOSEN = {
    ("Carom", "energetic"): "Carom, energetic law",
    ("kernel by hand", "one mode"): "kernel by hand",
    ("Box2D", "8 sweeps"): "Box2D, 8 sweeps",
    ("ODE", "20 sweeps"): "ODE, 20 sweeps",
    ("Bullet", "multibody, 10 sweeps"): "Bullet, multibody",
    ("MuJoCo", "soft, no rebound"): "MuJoCo, one step",
    ("DART", "Dantzig"): "DART",
    ("Siconos", "Gauss–Seidel"): "Siconos",
}


def plot(title, axis, curves):
    xs = [x for _, points in curves for x, _ in points]
    ys = [y for _, points in curves for _, y in points]
    x0, x1 = math.log10(min(xs)), math.log10(max(xs))
    y0, y1 = math.floor(math.log10(min(ys))), math.ceil(math.log10(max(ys)))
    across = lambda x: LEFT + (math.log10(x) - x0) / (x1 - x0) * (WIDTH - LEFT - RIGHT)
    up = lambda y: HEIGHT - BOTTOM - (math.log10(y) - y0) / (y1 - y0) * (HEIGHT - TOP - BOTTOM)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
           'font-family="sans-serif" font-size="13">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
           f'<text x="{LEFT}" y="22" font-size="15">{title}</text>']
    for power in range(y0, y1 + 1):
        ns = 10 ** power
        text = f"{ns / 1e6:g} ms" if ns >= 1e6 else f"{ns / 1e3:g} µs" if ns >= 1e3 else f"{ns:g} ns"
        y = up(ns)
        out.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#dddddd"/>'
                   f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{text}</text>')
    for x in sorted(set(xs)):
        out.append(f'<text x="{across(x):.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">{x}</text>')
    out.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.0f}" y="{HEIGHT - 10}" text-anchor="middle">{axis}</text>')
    labels = sorted(((up(points[-1][1]), k) for k, (_, points) in enumerate(curves)))
    placed = {}
    last = -100.0
    for y, k in labels:  # labels at the curves' ends, kept apart
        last = max(y, last + 16)
        placed[k] = last
    for k, (name, points) in enumerate(curves):
        colour = "#000000" if name.startswith("Carom") else COLOURS[k % len(COLOURS)]
        thick = 3 if name.startswith("Carom") else 1.6
        dash = ' stroke-dasharray="5 4"' if name.startswith("kernel") else ""
        path = " ".join(f"{across(x):.1f},{up(y):.1f}" for x, y in points)
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{thick}"{dash}/>')
        for x, y in points:
            out.append(f'<circle cx="{across(x):.1f}" cy="{up(y):.1f}" r="2.6" fill="{colour}"/>')
        end = across(points[-1][0])
        out.append(f'<text x="{max(end + 8, WIDTH - RIGHT + 8):.1f}" y="{placed[k] + 4:.1f}" '
                   f'fill="{colour}">{name}</text>')
    out.append("</svg>\n")
    return "\n".join(out)


def main(path, folder):
    data = rows(path)
    for word, key, title, axis, name in (
            ("chain", "links", "One impact of a chain with a contact at either end", "links", "peers_links"),
            ("comb", "contacts", "One impact of a comb: one leg strikes, the others rest", "contacts",
             "peers_contacts")):
        curves = []
        for which, label in CHOSEN.items():
            points = sorted((r[key], r["best"]) for (p, v, c), r in data.items()
                            if (p, v) == which and c.startswith(word))
            if len(points) > 1:
                curves.append((label, points))
        if curves:
            pathlib.Path(folder, name + ".svg").write_text(plot(title, axis, curves), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
