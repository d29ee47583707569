"""decisions.py ROOT: the pages of docs/decisions and their list agree.

Every page NNNN-words.md begins with "# NNNN: title" and is a row of README.md, in the order of
numbers; every number up to the last without a page is explained in the section "Numbers without a
page", as "0016–0019" or "0049".
"""

import os
import re
import sys


def numbers_without_page(text):
    section = re.search(r"^## Numbers without a page\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    numbers = set()
    for first, last in re.findall(r"\b(\d{4})(?:–(\d{4}))?\b", section[1] if section else ""):
        numbers.update(range(int(first), int(last or first) + 1))
    return numbers


def faults(root):
    folder = os.path.join(root, "docs", "decisions")
    found = []
    pages = sorted(name for name in os.listdir(folder) if name != "README.md")
    with open(os.path.join(folder, "README.md"), encoding="utf-8") as file:
        text = file.read()
    rows = re.findall(r"^\| \[(\d{4})\]\(([^)]+)\) \|", text, re.M)
    listed = [page for _, page in rows]
    numbers = set()
    for page in pages:
        named = re.fullmatch(r"(\d{4})-[a-z0-9-]+\.md", page)
        if not named:
            found.append(f"{page}: not named NNNN-words.md")
            continue
        number = int(named[1])
        if number in numbers:
            found.append(f"{page}: its number is taken")
        numbers.add(number)
        with open(os.path.join(folder, page), encoding="utf-8") as file:
            if not file.readline().startswith(f"# {named[1]}: "):
                found.append(f"{page}: does not begin with \"# {named[1]}: \"")
        if listed.count(page) != 1:
            found.append(f"{page}: listed {listed.count(page)} times in README.md")
    for number, page in rows:
        if not page.startswith(number + "-") or page not in pages:
            found.append(f"README.md lists {number} as {page}, which is not there")
    if [row[0] for row in rows] != sorted(row[0] for row in rows):
        found.append("README.md: rows are not in the order of their numbers")
    without = numbers_without_page(text)
    for number in range(1, max(numbers, default=0) + 1):
        if number not in numbers and number not in without:
            found.append(f"{number:04} has no page, and README.md does not say why")
    for number in sorted(without & numbers):
        found.append(f"{number:04} has a page, and README.md says that it has none")
    return found


if __name__ == "__main__":
    for told in (all_told := faults(sys.argv[1])):
        print(told)
    sys.exit(1 if all_told else 0)
