"""planted.py PROGRAM ROOT SCRATCH: run.py finds each kind of thing that is not so, and nothing else."""

import os
import sys

from run import Document

GOOD = """# Good

    ./carom laws && ./carom describe examples/biped.toml    # two
    tools/format

    carom describe walker.toml --help
    … checked, measured …

<!-- prints status 2: ./carom describe walker.toml -->

    walker.toml: 2 faults
    walker.toml:31:8: … did you mean "shin"?

<!-- json of ./carom strike examples/three_link.toml --json -->

    {"law": "energetic", "verdict": "unique"

<!-- in tests/documents/files/swept.toml -->

    [[sweep]]
    parameter = "mu"
    values = [0, 1]

<!-- part of studies/000.toml -->

    name = "000"
    source = "…"

```python
print(1 + 1)
```

`./carom describe examples/biped.toml`, `carom strike FILE --law all`, `--boundaries`, `src/draw/svg.hpp`,
`docs/theory`, [a link](docs/theory/trains.md#segmentation).
"""

# What is written in place of what, and what must be found.
PLANTED = [
    ("laws &&", "lawz &&", "exit status"),
    ("examples/biped.toml    #", "examples/bipede.toml    #", "exit status 2"),
    ("tools/format", "tools/formats", "tools/formats is not there"),
    ("… checked, measured …", "… checked, weighed …", "does not print"),
    ("2 faults", "3 faults", "does not print"),
    ("status 2:", "status 0:", "exit status 2"),
    ('"unique"', '"jammed"', "does not print"),
    ('"mu"', '"nu"', "exit status 2"),
    ('name = "000"', 'name = "999"', "not a part of"),
    ("1 + 1", "1 + one", "Python says"),
    ("`./carom describe examples/biped.toml`", "`./carom descripe examples/biped.toml`", "no verb descripe"),
    ("--law all", "--lore all", "no --lore"),
    ("--boundaries", "--borders", "no --borders"),
    ("src/draw/svg.hpp", "src/draw/svh.hpp", "is not there"),
    ("trains.md#", "planes.md#", "leads nowhere"),
    ("#segmentation", "#segmentations", "leads to no heading"),
    ("<!-- in tests/documents/files/swept.toml -->", "and", "looks like TOML"),
    ("<!-- part of", "<!-- a part of", "is not known"),
]


def faults_of(text, program, root, scratch):
    # Links are from where the document is.
    path = os.path.join(root, "planted-document.md")
    document = Document(program, root, scratch, path)
    return document.check(text)


def main():
    program, root, scratch = (os.path.abspath(each) for each in sys.argv[1:])
    wrong = [f"found in what is so: {fault}" for fault in faults_of(GOOD, program, root, scratch)]
    for was, planted, words in PLANTED:
        assert GOOD.count(was) >= 1, was
        found = faults_of(GOOD.replace(was, planted, 1), program, root, scratch)
        if len(found) != 1 or words not in found[0]:
            wrong.append(f"{was} → {planted}: {found}")
    print("\n".join(wrong) or f"all {len(PLANTED)} are found")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
