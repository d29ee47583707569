#!/usr/bin/env python3
"""Draws benchmarks/work_precision.csv: error against evaluations and against time.

    benchmarks/work_precision_plot.py benchmarks/work_precision.csv docs/pictures

writes work_precision_evaluations.svg and work_precision_time.svg. Needs nothing but Python.
"""
import csv
import math
import sys
from pathlib import Path

LOOKS = {  # method: colour, marker
    "Dormand–Prince 5": ("#0072b2", "circle"),
    "CVODE Adams": ("#d55e00", "square"),
    "CVODE BDF": ("#666666", "triangle"),
}
WIDTH, HEIGHT, GAP, LEFT, TOP = 300, 210, 62, 62, 58


def marker(shape, x, y, colour):
    if shape == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>'
    if shape == "square":
        return f'<rect x="{x - 3:.1f}" y="{y - 3:.1f}" width="6" height="6" fill="{colour}"/>'
    points = f"{x:.1f},{y - 4:.1f} {x + 4:.1f},{y + 3:.1f} {x - 4:.1f},{y + 3:.1f}"
    return f'<polygon points="{points}" fill="{colour}"/>'


def power(exponent):
    return f'10<tspan dy="-4" font-size="8">{str(exponent).replace("-", "−")}</tspan>'


def panel(rows, column, label, left, top, bounds):
    low, high = bounds
    least, most = -15, 0
    x_of = lambda v: left + WIDTH * (math.log10(v) - low) / (high - low)
    y_of = lambda v: top + HEIGHT * (most - max(math.log10(max(v, 1e-99)), least)) / (most - least)
    out = [f'<rect x="{left}" y="{top}" width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="#999"/>']
    for e in range(math.ceil(low), math.floor(high) + 1):
        x = x_of(10.0**e)
        out.append(f'<line x1="{x:.1f}" y1="{top}" x2="{x:.1f}" y2="{top + HEIGHT}" stroke="#e4e4e4"/>')
        out.append(f'<text x="{x:.1f}" y="{top + HEIGHT + 16}" text-anchor="middle">{power(e)}</text>')
    for e in range(least, most + 1, 3):
        y = y_of(10.0**e)
        out.append(f'<line x1="{left}" y1="{y:.1f}" x2="{left + WIDTH}" y2="{y:.1f}" stroke="#e4e4e4"/>')
        out.append(f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{power(e)}</text>')
    out.append(f'<text x="{left}" y="{top - 8}" font-weight="bold">{rows[0]["problem"]}</text>')
    out.append(f'<text x="{left + WIDTH / 2}" y="{top + HEIGHT + 32}" text-anchor="middle">{label}</text>')
    for method, (colour, shape) in LOOKS.items():
        points = [(x_of(float(r[column])), y_of(float(r["error"]))) for r in rows if r["method"] == method]
        if not points:
            continue
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        out.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        out += [marker(shape, x, y, colour) for x, y in points]
    return out


def drawing(rows, column, label):
    problems = list(dict.fromkeys(r["problem"] for r in rows))
    values = [math.log10(float(r[column])) for r in rows]
    bounds = (min(values) - 0.1, max(values) + 0.1)
    width = LEFT + 2 * (WIDTH + GAP) - GAP + 20
    height = TOP + math.ceil(len(problems) / 2) * (HEIGHT + GAP) + 4
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<title>Error against {label}</title>',
    ]
    x = LEFT
    for method, (colour, shape) in LOOKS.items():
        out.append(marker(shape, x, 18, colour))
        out.append(f'<text x="{x + 10}" y="22">{method}</text>')
        x += 140
    out.append(f'<text x="{x}" y="22">error: of the last angle, rad; of the time, s</text>')
    for i, problem in enumerate(problems):
        left = LEFT + (i % 2) * (WIDTH + GAP)
        top = TOP + (i // 2) * (HEIGHT + GAP)
        out += panel([r for r in rows if r["problem"] == problem], column, label, left, top, bounds)
    return "\n".join(out + ["</svg>", ""])


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    folder = Path(sys.argv[2])
    for column, name, label in (
        ("evaluations", "evaluations", "evaluations of the accelerations"),
        ("seconds", "time", "processor time, s"),
    ):
        path = folder / f"work_precision_{name}.svg"
        path.write_text(drawing(rows, column, label), encoding="utf-8")


main()
