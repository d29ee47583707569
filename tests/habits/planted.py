"""planted.py SCRATCH: every violation, planted, is reported by decisions.py and headers.py, and
nothing else is."""

import os
import shutil
import sys

import decisions
import headers


def write(root, path, text):
    path = os.path.join(root, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def expect(told, expected):
    if told != expected:
        print("told:", *told, "expected:", *expected, sep="\n  ")
        sys.exit(1)


root = sys.argv[1]
if os.path.exists(os.path.join(root, ".git")):
    sys.exit(f"{root} would be emptied, and is a repository")
shutil.rmtree(root, ignore_errors=True)
pages = "docs/decisions/"
write(root, pages + "0001-one.md", "# 0001: One\n")
write(root, pages + "0003-three.md", "# 0003: Three\n")
write(root, pages + "README.md", "| [0001](0001-one.md) | One |\n| [0003](0003-three.md) | Three |\n"
      "\n## Numbers without a page\n\n0002: nobody took it.\n")
expect(decisions.faults(root), [])
write(root, pages + "0003-again.md", "# 0003: Again\n")
write(root, pages + "0005-five.md", "# Five\n")
write(root, pages + "notes.md", "")
write(root, pages + "README.md", "| [0003](0003-three.md) | Three |\n| [0001](0001-one.md) | One |\n"
      "| [0006](0006-six.md) | Six |\n\n## Numbers without a page\n\n0001–0002: free.\n")
expect(decisions.faults(root), [
    "0003-again.md: listed 0 times in README.md",
    "0003-three.md: its number is taken",
    "0005-five.md: does not begin with \"# 0005: \"",
    "0005-five.md: listed 0 times in README.md",
    "notes.md: not named NNNN-words.md",
    "README.md lists 0006 as 0006-six.md, which is not there",
    "README.md: rows are not in the order of their numbers",
    "0004 has no page, and README.md does not say why",
    "0001 has a page, and README.md says that it has none"])

head = "#pragma once\n\n/// carom/{}.hpp\n///\n/// Threads: safe on any.\n\nnamespace carom {{\n{}\n}}\n"
write(root, "include/carom/good.hpp", head.format("good", """
struct Plain { int member(int) const { return 0; } };
constexpr int one = int(1);
inline constexpr Plain two{.a = f(2)};
using Alias = std::function<bool(const Plain&)>;
std::vector<Fault> called(const Plain& plain);  // and not uncalled(int)
constexpr int also(int x) { return inner(x); }
"""))
write(root, "examples/cpp/a/main.cpp", "int main() { called({}); carom::also(1); } // forgotten(2)\n")
expect(headers.faults(root), [])
write(root, "include/carom/bad.hpp", head.format("other", "SweepTally forgotten(int threads);"))
write(root, "include/carom/silent.hpp", "#pragma once\n\n/// carom/silent.hpp\n\nnamespace carom {\n}\n")
expect(headers.faults(root), [
    "bad.hpp: does not begin with its name in a comment",
    "bad.hpp: forgotten is called by no example in examples/cpp",
    "silent.hpp: its head does not say what threads may do (\"Threads:\")"])
