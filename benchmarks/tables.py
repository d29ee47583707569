"""Tables of benchmark runs: the work of benchmarks/run and benchmarks/compare."""

import json
import pathlib
import statistics
import sys


def runs(folder):
    """Times in ns of every repetition, by benchmark: processor time, best first."""
    times = {}
    for file in sorted(pathlib.Path(folder).glob("*.json")):
        for entry in json.loads(file.read_text())["benchmarks"]:
            if entry.get("run_type") != "iteration" or entry.get("error_occurred"):
                continue
            scale = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}[entry["time_unit"]]
            times.setdefault(file.stem + ": " + entry["run_name"], []).append(entry["cpu_time"] * scale)
    def place(name):  # numbers in names by size
        return [f"{part:0>9}" if part.isdigit() else part for part in name.split("/")]

    return {name: sorted(times[name]) for name in sorted(times, key=place)}


def written(ns):
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if ns >= size:
            return f"{ns / size:.3g} {unit}"
    return f"{ns:.3g} ns"


def beside(name):
    """What a benchmark is measured against: the kernel by hand for the same chain, from state to state."""
    parts = name.split(": ", 1)[1].split("/")
    if parts[0] == "three_links":
        return "strike: kernel_state/3"
    if parts[0] == "links":
        return "strike: kernel_state/" + parts[-1]
    if parts[0] == "recursion_three_links":
        return "contact_inertia: hand_written_three_links"
    return None


def table(folder):
    times = runs(folder)
    print("| benchmark | best | median | best against the kernel by hand |")
    print("|---|---|---|---|")
    for name, values in times.items():
        kernel = times.get(beside(name) or "")
        ratio = f"{values[0] / kernel[0]:.2f}" if kernel else ""
        print(f"| {name} | {written(values[0])} | {written(statistics.median(values))} | {ratio} |")


def compare(old_folder, new_folder):
    """A change counts when the best time of one run is beyond the median of the other, and beyond the
    spread (median over best) of both. A machine that was busy all through one run still deceives: run
    again, or count instructions."""
    old, new = runs(old_folder), runs(new_folder)
    slower = 0
    for name in old:
        if name not in new:
            print(f"gone      {name}")
            continue
        noise = max([0.05] + [statistics.median(v) / v[0] - 1 for v in (old[name], new[name])])
        change = new[name][0] / old[name][0]
        slow, fast = (new[name], old[name]) if change > 1 else (old[name], new[name])
        if slow[0] / fast[0] <= 1 + noise or slow[0] <= statistics.median(fast):
            continue
        word = "SLOWER" if change > 1 else "faster"
        slower += change > 1
        print(f"{word}    {name}: {written(old[name][0])} -> {written(new[name][0])}"
              f" ({change:.2f} times; noise {noise:.0%})")
    for name in new:
        if name not in old:
            print(f"new       {name}: {written(new[name][0])}")
    if not slower:
        print("nothing became slower beyond noise")
    return 1 if slower else 0


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "table":
        table(sys.argv[2])
    elif len(sys.argv) == 4 and sys.argv[1] == "compare":
        sys.exit(compare(sys.argv[2], sys.argv[3]))
    else:
        print("usage: benchmarks/run; benchmarks/compare old-folder new-folder", file=sys.stderr)
        sys.exit(2)
