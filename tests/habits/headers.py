"""headers.py ROOT: what every public header owes its readers.

Every file of include/carom names itself in its first comment and says there, after "Threads:", what
threads may do with it; every free function that it declares is called in examples/cpp.
"""

import os
import re
import sys


def without_comments(text):
    return re.sub(r"//.*", "", text)


def bare(text):
    """Code of namespace carom alone: bodies in braces, of types and functions, are taken out."""
    text = re.sub(r"^\s*#.*$", "", without_comments(text), flags=re.M)
    kept, depth = [], 0
    for piece in re.split(r"(namespace carom \{|[{}])", text):
        if piece == "{":
            depth += 1
        elif piece == "}":
            depth -= 1
        elif depth <= 0 and not piece.startswith("namespace"):
            kept.append(piece)
        if depth == 0 and piece == "}":
            kept.append(";")
    return "".join(kept)


def functions(text):
    """Free functions that a header declares, but for operators and templates, such as Vec2's."""
    names = set()
    for statement in bare(text).split(";"):
        if re.match(r"\s*(template|using|struct|class|enum)\b", statement) or "operator" in statement:
            continue
        if re.match(r"\s*(inline\s+)?constexpr\s[^(]*=", statement):
            continue
        declared = re.match(r"\s*[\w:<>,&*\s]*?[\s&*](\w+)\s*\(", statement)
        if declared:
            names.add(declared[1])
    return names


def faults(root):
    found = []
    include, examples = os.path.join(root, "include", "carom"), os.path.join(root, "examples", "cpp")
    called = ""
    for folder, _, files in os.walk(examples):
        for name in sorted(files):
            if name.endswith((".cpp", ".hpp")):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    called += without_comments(file.read())
    for header in sorted(os.listdir(include)):
        with open(os.path.join(include, header), encoding="utf-8") as file:
            text = file.read()
        head = re.match(r"#pragma once\n\n((?:///.*\n)+)", text)
        if not head or not head[1].startswith(f"/// carom/{header}\n"):
            found.append(f"{header}: does not begin with its name in a comment")
        if not head or "/// Threads: " not in head[1]:
            found.append(f"{header}: its head does not say what threads may do (\"Threads:\")")
        for name in sorted(functions(text)):
            if not re.search(rf"\b{name}\(", called):
                found.append(f"{header}: {name} is called by no example in examples/cpp")
    return found


if __name__ == "__main__":
    for told in (all_told := faults(sys.argv[1])):
        print(told)
    sys.exit(1 if all_told else 0)
