"""run.py PROGRAM ROOT SCRATCH DOCUMENT: does what a document says, and says what is not so.

A document is a Markdown file, or a scenario whose comments are read the same way. Everything is run
in SCRATCH, a folder made anew with the repository's examples, studies and data beside it, in the
document's order.

A block (indented by four, or fenced)
    ./carom … or carom …     is run; its status must be 0, or 1: an answer that says that there is
                             none. `a && b` are two, what follows a # is a comment, mpirun gets two
                             ranks. Another program's file must exist, CMake's presets too.
    lines below a command    are what it prints, shortened: each is a line of the output, in order;
                             … stands for anything, numbers are as exact as they are shown.
    python                   is run; not if a package that it imports is not there. ./carom python … too.
    cpp, text, sh            are built by tests/readme.
A comment <!-- … --> above a block says what else it is:
    prints COMMAND           what COMMAND prints (`status 2: COMMAND`: with that exit status)
    json of COMMAND          a part of the JSON that COMMAND prints
    part of FILE             lines of that file, shortened, in order
    in SCENARIO              tables that stand in place of those of a scenario, which must be
                             without faults
    a form                   a description with words in place of values: not run
A block that looks like TOML or JSON must have one.

Code within a line: a carom command with its file is run too (in a scenario's comments the file is
that scenario); any other must name a verb and options that exist. A path that begins with a folder
of the repository must exist, and so must what links lead to.
"""

import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys

FOLDERS = sorted("apps benchmarks cmake data docs examples include python src studies tests tools web".split())
# Verbs that take no file.
ALONE = {"laws", "reproduce", "fit", "python", "--help", "--version"}
# Too slow here, and run elsewhere.
ELSEWHERE = {"reproduce all": "tests/program/report_test.cpp"}
SECONDS = 120


class Fault(Exception):
    pass


def blocks_and_spans(text, markdown):
    """The document in its order: ("block", line, language, told, lines), ("span", line, code) and
    ("link", line, target)."""
    lines = text.split("\n")
    told, previous_blank = "", True
    paragraph, at = [], 0
    parts = []

    def end_paragraph():
        joined = "\n".join(paragraph)
        for found in re.finditer(r"`([^`]+)`|\]\(([^)\s]+)\)", joined):
            line = at + joined.count("\n", 0, found.start())
            if found[1]:
                parts.append(("span", line, " ".join(found[1].split())))
            else:
                parts.append(("link", line, found[2]))
        paragraph.clear()

    i = 0
    while i < len(lines):
        line = lines[i]
        fence = re.match(r"```(\w*)", line)
        comment = re.match(r"<!--\s*(.*?)\s*-->$", line)
        if markdown and fence:
            end_paragraph()
            begin = i + 1
            i = begin
            while i < len(lines) and not lines[i].startswith("```"):
                i += 1
            parts.append(("block", begin + 1, fence[1], told, lines[begin:i]))
            told = ""
        elif comment:
            end_paragraph()
            told = comment[1]
        elif line.startswith("    ") and previous_blank and line.strip():
            end_paragraph()
            begin = i
            while i < len(lines) and (lines[i].startswith("    ") or not lines[i].strip()):
                i += 1
            body = [each[4:] for each in lines[begin:i]]
            while not body[-1].strip():
                body.pop()
            parts.append(("block", begin + 1, "", told, body))
            told = ""
            i -= 1
        elif not line.strip():
            end_paragraph()
        else:
            if not paragraph:
                at = i + 1
            paragraph.append(line)
        previous_blank = not lines[i].strip() if i < len(lines) else True
        i += 1
    end_paragraph()
    return parts


def comments(text):
    """A scenario's text with its comments alone, line by line."""
    return "\n".join(line[2:] if line.startswith("# ") else "" for line in text.split("\n"))


NUMBER = r"(?<![\w.])[-−+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?"


def tokens(text):
    return re.findall(NUMBER + r"|\w+|[^\w\s]", text)


def same_token(shown, found):
    if shown == found:
        return True
    shown, found = shown.replace("−", "-"), found.replace("−", "-")
    if not re.fullmatch(NUMBER, shown) or not re.fullmatch(NUMBER, found):
        return False
    mantissa, _, power = shown.lower().partition("e")
    digits = len(mantissa.partition(".")[2])
    last_place = 10.0 ** (int(power or 0) - digits)
    return digits > 0 and abs(float(shown) - float(found)) <= 0.5000001 * last_place


def matches(shown, found, whole):
    """Whether the tokens shown, with … for anything, are those found (or a part of them)."""
    pieces = [[]]
    for token in shown:
        if token == "…":
            pieces.append([])
        else:
            pieces[-1].append(token)
    start, anchored = 0, whole
    for k, piece in enumerate(pieces):
        last = whole and k == len(pieces) - 1
        places = range(start, len(found) - len(piece) + 1)
        if last and piece:
            places = [len(found) - len(piece)] if len(found) - len(piece) >= start else []
        if anchored:
            places = [p for p in places if p == 0]
        at = next((p for p in places
                   if all(same_token(a, b) for a, b in zip(piece, found[p:p + len(piece)]))), None)
        if at is None:
            return False
        start, anchored = at + len(piece), False
    return True


class Document:
    def __init__(self, program, root, scratch, path):
        self.program, self.root, self.scratch, self.path = program, root, scratch, path
        self.own = os.path.join("examples", os.path.basename(path))
        self.markdown = path.endswith(".md")
        self.outputs = {}
        self.faults, self.ran = [], 0
        self.helps = {}

    def help(self, verb):
        if verb not in self.helps:
            words = [self.program] + ([verb] if verb else []) + ["--help"]
            self.helps[verb] = subprocess.run(words, capture_output=True, text=True).stdout
        return self.helps[verb]

    def verbs(self):
        return re.findall(r"^  (\w+)", self.help("").split("Subcommands:")[-1], re.M)

    def options(self):
        every = self.help("") + "".join(self.help(verb) for verb in self.verbs())
        return set(re.findall(r"--[\w-]+", every))

    def run(self, command, status=None):
        """The output of a command that begins with carom, run once a document."""
        words = shlex.split(command)
        if words[0] == "mpirun":
            at = next(i for i, word in enumerate(words) if word.endswith("carom"))
            words = ["mpirun", "--oversubscribe", "--bind-to", "none", "-n", "2", self.program] + words[at + 1:]
        elif words[1:2] == ["python"]:
            # The launcher's: Python, which finds the module where CTest says.
            if importlib.util.find_spec("carom") is None:
                print("not run: there is no module carom here")
                return ""
            words = [sys.executable] + [os.path.join(self.root, word) if "/" in word else word for word in words[2:]]
        else:
            words[0] = self.program
        key = " ".join(words)
        if " ".join(words[1:]) in ELSEWHERE:
            elsewhere = ELSEWHERE[" ".join(words[1:])]
            with open(os.path.join(self.root, elsewhere)) as file:
                if f'"{" ".join(words[1:])}"' not in file.read():
                    raise Fault(f"`{command}` is not run by {elsewhere} either")
            return ""
        if key not in self.outputs:
            self.ran += 1
            environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
            try:
                self.outputs[key] = subprocess.run(words, cwd=self.scratch, capture_output=True, text=True,
                                                   timeout=SECONDS, env=environment, stdin=subprocess.DEVNULL)
            except subprocess.TimeoutExpired:
                raise Fault(f"`{command}` takes more than {SECONDS} s") from None
        done = self.outputs[key]
        if done.returncode != status if status is not None else done.returncode not in (0, 1):
            raise Fault(f"`{command}` has the exit status {done.returncode}:\n{done.stderr}")
        return done.stdout if done.returncode < 2 else done.stderr

    def check_shown(self, command, shown, output):
        found = [tokens(line) for line in output.split("\n")]
        at = 0
        for line in shown:
            if not line.strip():
                continue
            wanted = tokens(line)
            place = next((k for k in range(at, len(found)) if matches(wanted, found[k], True)), None)
            if place is None:
                raise Fault(f"`{command}` does not print (any more, or in this place)\n{line}\nbut\n{output}")
            at = place + 1

    def check_command(self, line):
        """Runs what can be run of a line; the last command and its output, if it was one of ours."""
        last = None
        for command in re.sub(r"\s+#.*", "", line).split("&&"):
            command = command.strip()
            first = shlex.split(command)[0]
            if re.match(r"(mpirun\s.*\s)?(\./)?carom\s", command + " "):
                if "…" in command:
                    raise Fault(f"`{command}` cannot be run")
                last = (command, self.run(command))
            elif first == "cmake" or first == "ctest":
                self.check_presets(command)
            elif "/" in first:
                if not os.access(os.path.join(self.root, first), os.X_OK):
                    raise Fault(f"{first} is not there")
            else:
                return None
        return last

    def check_presets(self, command):
        with open(os.path.join(self.root, "CMakePresets.json")) as file:
            presets = json.load(file)
        kind = "testPresets" if command.startswith("ctest") else (
            "buildPresets" if "--build" in command else "configurePresets")
        for name in re.findall(r"--preset (\w+)", command):
            if name not in [preset["name"] for preset in presets[kind]]:
                raise Fault(f"there is no preset {name} of {kind}")

    def check_block(self, language, told, lines):
        text = "\n".join(lines)
        if language in ("cpp", "text", "sh"):
            return
        if language == "python":
            self.run_python(text)
        elif told.startswith("prints "):
            status, command = re.fullmatch(r"prints (?:status (\d): )?(.*)", told).groups()
            self.check_shown(command, lines, self.run(command, int(status) if status else None))
        elif told.startswith("json of "):
            command = told[len("json of "):]
            if not matches(tokens(text), tokens(self.run(command)), False):
                raise Fault(f"`{command}` does not print\n{text}")
        elif told.startswith("part of "):
            with open(os.path.join(self.root, told[len("part of "):])) as file:
                content = file.read()
            shown = " … ".join(re.sub(r"(^|\s+)#.*", "", line) for line in lines if line.strip())
            if not matches(tokens(shown), tokens(content), False):
                raise Fault(f"this is not a {told}")
        elif told.startswith("in "):
            self.check_tables(told[len("in "):], text)
        elif told == "a form":
            return
        elif told:
            raise Fault(f"<!-- {told} --> is not known")
        elif re.match(r"\s*[\[{]", text):
            raise Fault("this looks like TOML or JSON; say what it is (tests/documents/run.py)")
        else:
            self.check_commands(lines)

    def check_commands(self, lines):
        last, shown = None, []
        for line in lines + [None]:
            is_command = line is not None and re.match(r"(\./|carom\s|mpirun\s|cmake\s|ctest\s|\w+/\w)", line)
            if line is None or is_command:
                if last:
                    self.check_shown(last[0], shown, last[1])
                shown = []
                if is_command:
                    last = self.check_command(line)
            else:
                shown.append(line)

    def check_tables(self, scenario, text):
        """A scenario in which the tables of `text` stand in place of its own."""
        import tomllib
        with open(os.path.join(self.root, scenario)) as file:
            host = file.read()
        ours = {re.sub(r"[\[\]]", "", head) for head in re.findall(r"(?m)^\[+[\w.]+\]+", text)}
        kept = [part for part in re.split(r"(?m)^(?=\[)", host)
                if not re.match(r"\[+([\w.]+)\]", part) or re.match(r"\[+([\w.]+)\]", part)[1] not in ours]
        tomllib.loads(text)
        name = os.path.join(self.scratch, "with_" + os.path.basename(scenario))
        with open(name, "w") as file:
            file.write("".join(kept) + "\n" + text + "\n")
        self.outputs.clear()
        self.run("carom describe " + os.path.basename(name))

    def run_python(self, text):
        for imported in re.findall(r"(?m)^import (.*)", text):
            for package in re.split(r",\s*", imported):
                if importlib.util.find_spec(package.split()[0]) is None:
                    print(f"not run: there is no {package.split()[0]} here")
                    return
        self.ran += 1
        done = subprocess.run([sys.executable, "-c", text], cwd=self.scratch, capture_output=True, text=True,
                              timeout=SECONDS)
        if done.returncode != 0:
            raise Fault(f"Python says\n{done.stderr}")

    def check_span(self, code):
        command = re.fullmatch(r"(?:\./)?carom((?: .*)?)", code)
        if command and code != "./carom":
            words = shlex.split(command[1])
            if not words:
                return
            if words[0] not in self.verbs() and words[0] not in ALONE:
                if re.fullmatch(r"[a-z]+", words[0]):
                    raise Fault(f"`{code}`: there is no verb {words[0]}")
                return
            self.check_options(code, self.help(words[0]) if words[0] in self.verbs() else self.help(""))
            if re.search(r"…|\b[A-Z]{3,}\b", command[1]):
                return
            alone = words[0] in ALONE
            named = any("/" in word or "." in word for word in words[1:])
            if not self.markdown and not alone and not named:
                self.run(f"carom {words[0]} {self.own} " + shlex.join(words[1:]))
            elif named or (alone and words[0] != "fit") :
                self.run(code)
        elif re.match(r"--[a-z]", code):
            self.check_options(code, " ".join(self.options()))
        elif re.fullmatch(r"(%s)/[\w./-]+" % "|".join(FOLDERS), code) and not re.search("[A-Z]{4}", code):
            # A header is named as it is included.
            if not any(os.path.exists(os.path.join(self.root, base, code)) for base in ("", "src", "include")):
                raise Fault(f"`{code}` is not there")

    def check_options(self, code, known):
        for option in re.findall(r"(?<![\w-])--[a-z][\w-]*", code):
            if not re.search(re.escape(option) + r"(?![\w-])", known):
                raise Fault(f"`{code}`: there is no {option}")

    def check_link(self, target):
        if re.match(r"\w+:", target):
            return
        name, _, anchor = target.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(self.path), name)) if name else self.path
        if not os.path.exists(path):
            raise Fault(f"the link {target} leads nowhere")
        if anchor:
            with open(path) as file:
                headings = re.findall(r"(?m)^#+ (.*)", file.read())
            if anchor not in [re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings]:
                raise Fault(f"the link {target} leads to no heading")

    def check(self, text):
        shutil.rmtree(self.scratch, ignore_errors=True)
        os.makedirs(self.scratch)
        for folder in ("examples", "studies", "data"):
            os.symlink(os.path.join(self.root, folder), os.path.join(self.scratch, folder))
        files = os.path.join(os.path.dirname(os.path.abspath(__file__)), "files")
        for name in os.listdir(files):
            shutil.copy(os.path.join(files, name), self.scratch)
        for kind, line, *what in blocks_and_spans(text if self.markdown else comments(text), self.markdown):
            try:
                {"block": self.check_block, "span": self.check_span, "link": self.check_link}[kind](*what)
            except Fault as fault:
                self.faults.append(f"{self.path}:{line}: {fault}")
        return self.faults


def main():
    program, root, scratch, path = sys.argv[1:]
    document = Document(os.path.abspath(program), os.path.abspath(root), os.path.abspath(scratch),
                        os.path.abspath(path))
    with open(document.path) as file:
        faults = document.check(file.read())
    for fault in faults:
        print(fault)
    print(f"{document.ran} commands run, {len(faults)} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
