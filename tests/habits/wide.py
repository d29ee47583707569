"""Whether what is compiled for a processor (base/wide.hpp) keeps to itself.

    wide.py NM OBJECT…

Of two copies of an inline function the linker takes any: one that is compiled for AVX2 would then run on
machines that lack it. So an object `*_avx2.cpp.o` may define for others only what has the processor in
its name.
"""

import re
import subprocess
import sys

PROCESSORS = ("avx2", "avx512")


def strays(processor: str, listing: str) -> list[str]:
    """Of nm's listing: what others may take, without the processor in its name."""
    found = []
    for line in listing.splitlines():
        kind, name = line.split(maxsplit=1)[0:2] if not line[:1].isalnum() else line.split(maxsplit=2)[1:3]
        if kind.upper() in ("U", "N") or kind in ("t", "r", "d", "b"):
            continue
        if processor not in name:
            found.append(name)
    return found


def planted() -> None:
    listing = "0000000000000010 W std::vector<double>::size() const\n0000000000000020 t mine\n"
    listing += "                 U sincos\n0000000000000030 W carom::avx2::walk()\n"
    assert strays("avx2", listing) == ["std::vector<double>::size() const"], strays("avx2", listing)


def main() -> int:
    planted()
    nm, *objects = sys.argv[1:]
    wide = [(o, m[1]) for o in objects if (m := re.search(r"_(avx\w+)\.cpp\.o(bj)?$", o))]
    if sorted({processor for _, processor in wide}) != sorted(PROCESSORS):
        print("no objects of", PROCESSORS, "among", len(objects))
        return 1
    status = 0
    for path, processor in wide:
        listing = subprocess.run([nm, "-C", path], check=True, capture_output=True, text=True).stdout
        for name in strays(processor, listing):
            print(f"{path}: {name} is defined for everybody, compiled for {processor}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
