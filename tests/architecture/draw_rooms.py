#!/usr/bin/env python3
"""Draws the rooms and what they stand on: docs/pictures/rooms.svg.

    draw_rooms.py FACTS TABLE PICTURE [--write]

FACTS is what the build knows (set(rooms ...), set(dependencies_of_ROOM ...), set(core ...)), TABLE is
docs/architecture.md. Without --write the picture must be what would be drawn, and the table must say
of every room what it stands on as the build does; what differs is told, and the status is 1.

A room is drawn one floor above the highest that it stands on; a line that follows from others is left
out. COLUMN says where on its floor, so that no line passes behind a room or touches one: that is
looked at too.
"""
import html
import re
import sys

COLUMN = {"base": 2, "keys": 1, "numerics": 3, "contact": 4, "laws": 3, "model": 1, "dynamics": 3,
          "motion": 3, "maps": 0.4, "train": 2, "data": 1, "scenarios": 0.8, "sweeps": 2, "particles": 2,
          "machines": 3, "reports": 0, "stores": 0, "draw": 4, "study": 1.3, "pages": 1, "facade": 3,
          "reproductions": 3}
STEP, BOX, HIGH, FLOOR, MARGIN = 190, 128, 34, 76, 24
CLEAR = 4
WIDTH = STEP * 4 + BOX + 2 * MARGIN
INK, LINE, CORE, LIBRARY, OUTSIDE = "#1f2933", "#9aa5b1", "#d9e8f6", "#eef1f4", "#fdf1d8"


def facts_of(path):
    text = open(path, encoding="utf-8").read()
    sets = {name: words.split(";") if ";" in words else words.split()
            for name, words in re.findall(r"set\((\S+)\s*([^)]*)\)", text)}
    rooms = sets["rooms"]
    return rooms, {room: sets.get("dependencies_of_" + room, []) for room in rooms}, sets["core"]


def closure(room, below):
    """All rooms that a room stands on."""
    found = set()
    for each in below[room]:
        found |= {each} | closure(each, below)
    return found


def reduced(room, below):
    """What it stands on, without what follows from others of them."""
    return [each for each in below[room]
            if not any(each in closure(other, below) for other in below[room])]


def floors_of(rooms, below):
    floor = {}
    for room in rooms:
        floor[room] = 1 + max((floor[each] for each in below[room]), default=-1)
    return floor


def places_of(rooms, below):
    """The middle of each room's upper side, and the picture's height."""
    floor = floors_of(rooms, below)
    height = 2 * MARGIN + FLOOR * max(floor.values()) + HIGH + 30
    return {room: (MARGIN + BOX // 2 + round(STEP * COLUMN.get(room, 0)),
                   height - MARGIN - 30 - HIGH - FLOOR * floor[room]) for room in rooms}, height


def crossing_faults(rooms, below):
    """Lines that come nearer than CLEAR to a room that is not theirs."""
    at, _ = places_of(rooms, below)
    faults = []
    for room in rooms:
        x, y = at[room]
        for each in reduced(room, below):
            to_x, to_y = at[each]
            for other in rooms:
                if other in (room, each):
                    continue
                left, top = at[other][0] - BOX / 2, at[other][1]
                for k in range(201):
                    t = k / 200
                    px = x + (to_x - x) * (3 - 2 * t) * t * t
                    py = y + HIGH + (to_y - y - HIGH) * (1.5 * t - 1.5 * t * t + t * t * t)
                    if (left - CLEAR < px < left + BOX + CLEAR and
                            top - CLEAR < py < top + HIGH + CLEAR):
                        faults.append(f"the line from {room} to {each} touches {other}")
                        break
    return faults


def picture(rooms, below, core):
    at, height = places_of(rooms, below)
    core_rooms = set(core).union(*(closure(room, below) for room in core))
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
           f'font-family="sans-serif" font-size="15">',
           '<title>The rooms of Carom and what they stand on</title>',
           f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>']
    for room in rooms:
        x, y = at[room]
        for each in reduced(room, below):
            to_x, to_y = at[each]
            middle = (y + HIGH + to_y) / 2
            out.append(f'<path d="M{x} {y + HIGH}C{x} {middle:g} {to_x} {middle:g} {to_x} {to_y}" '
                       f'fill="none" stroke="{LINE}" stroke-width="1.5"/>')
    for room in rooms:
        x, y = at[room]
        fill = CORE if room in core_rooms else OUTSIDE if room == "reproductions" else LIBRARY
        out.append(f'<rect x="{x - BOX // 2}" y="{y}" width="{BOX}" height="{HIGH}" rx="5" '
                   f'fill="{fill}" stroke="{INK}"/>')
        out.append(f'<text x="{x}" y="{y + 22}" text-anchor="middle" fill="{INK}">'
                   f'{html.escape(room)}</text>')
    x = MARGIN
    for fill, words in ((CORE, "carom::core"), (LIBRARY, "carom::carom, with the core"),
                        (OUTSIDE, "the program's alone")):
        y = height - MARGIN - 8
        out.append(f'<rect x="{x}" y="{y - 12}" width="18" height="14" fill="{fill}" stroke="{INK}"/>')
        out.append(f'<text x="{x + 26}" y="{y}" font-size="14" fill="{INK}">{words}</text>')
        x += 60 + 9 * len(words)
    return "\n".join(out + ["</svg>", ""])


def table_faults(rooms, below, path):
    """Where the table of rooms is not what the build knows."""
    rows = {}
    for line in open(path, encoding="utf-8"):
        row = re.match(r"\| `([a-z]+)` \| .* \| ([^|]*) \|$", line)
        if row and row[1] in rooms and row[1] not in rows:
            rows[row[1]] = row[2]
    faults = [f"{path}: the room {room} is not in the table" for room in rooms if room not in rows]
    for room, words in rows.items():
        told = set() if words == "nothing" else set(words.split(", "))
        if told != set(reduced(room, below)):
            faults.append(f"{path}: {room} stands on {', '.join(reduced(room, below)) or 'nothing'}; "
                          f"the table says {words}")
    if [room for room in rows] != [room for room in rooms if room in rows]:
        faults.append(f"{path}: rooms are not in the order of the build")
    return faults


def main():
    facts, table, path = sys.argv[1:4]
    rooms, below, core = facts_of(facts)
    drawn = picture(rooms, below, core)
    if "--write" in sys.argv:
        open(path, "w", encoding="utf-8").write(drawn)
    faults = table_faults(rooms, below, table)
    faults += crossing_faults(rooms, below)
    faults += [f"COLUMN has no place for the room {room}" for room in rooms if room not in COLUMN]
    try:
        kept = open(path, encoding="utf-8").read()
    except FileNotFoundError:
        kept = ""
    if kept != drawn:
        faults.append(f"{path}: not what the build has; CONTRIBUTING.md says how it is drawn again")
    print("\n".join(faults) if faults else f"{len(rooms)} rooms, as they are built")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
