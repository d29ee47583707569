// Who may import whom in src: a file its own folder, and the folders that this one stands on, as the
// table of folders in docs/architecture.md says. What those stand on is allowed too.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");

const textOf = (path) => readFileSync(join(web, "src", path), "utf8");

/** Paths of all files below a folder of src. */
const filesOf = (folder) =>
  readdirSync(join(web, "src", folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    return entry.isDirectory() ? filesOf(path) : [path];
  });

/** Folders and what they stand on, in the table's order. */
function tableOf(text) {
  const section = text.split("\n## The page of reports\n")[1]?.split("\n## ")[0] ?? "";
  return [...section.matchAll(/^\| `(\w+)` \| [^|]+ \| ([\w, ]+) \|$/gm)].map(([, name, on]) => ({
    name,
    on: on === "nothing" ? [] : on.split(", "),
  }));
}

/** Every violation in words. `files`: texts by their paths in src. */
function violations(table, files) {
  const found = [];
  const closure = new Map();
  for (const { name, on } of table) {
    const allowed = new Set([name]);
    for (const other of on)
      if (closure.has(other)) for (const one of closure.get(other)) allowed.add(one);
      else found.push(`${name} stands on ${other}, which is not a folder above it`);
    closure.set(name, allowed);
  }
  const held = new Set();
  for (const [path, text] of files) {
    const [folder, file, ...deeper] = path.split("/");
    if (!file || deeper.length > 0 || !closure.has(folder)) {
      found.push(`${path} is in no folder of the table`);
      continue;
    }
    held.add(folder);
    for (const [, from] of text.matchAll(/^(?:import|(?:import|export)\b[^;"]*\bfrom) "([^"]+)"/gm)) {
      const [, other] = /^\.\.\/(\w+)\/[\w.]+$/.exec(from) ?? [];
      if (/^\.\/[\w.]+$/.test(from)) continue;
      if (!other) found.push(`${path} imports "${from}": write "./file" or "../folder/file"`);
      else if (other === folder) found.push(`${path} imports "${from}": its own folder is "./"`);
      else if (!closure.get(folder).has(other))
        found.push(`${path} imports "${from}": ${folder} may not use ${other}`);
    }
  }
  for (const { name } of table) if (!held.has(name)) found.push(`${name} holds nothing`);
  return found;
}

test("sources import only what their folders stand on", () => {
  const table = tableOf(readFileSync(join(web, "..", "docs", "architecture.md"), "utf8"));
  assert.ok(table.length > 5, "the table of folders is not found in docs/architecture.md");
  const files = filesOf("").map((path) => [path, /\.ts$/.test(path) ? textOf(path) : ""]);
  assert.ok(files.length > 40);
  assert.deepEqual(violations(table, files), []);
});

test("every violation is reported, and nothing else", () => {
  const table = tableOf(
    "\n## The page of reports\n| `base` | x | nothing |\n| `low` | x | base |\n" +
      "| `high` | x | low |\n| `odd` | x | later, base |\n| `later` | x | base |\n## next\n| `no` | x | base |\n",
  );
  const files = [
    ["base/a.ts", 'import { b } from "./b";\nexport { c } from "./c";\n'],
    ["base/b.ts", 'import {\n  d,\n} from "../low/d";\n'],
    ["base/c.ts", 'import x from "left-pad";\nimport "../style.css";\n'],
    ["low/d.ts", 'import "../low/e";\n'],
    ["high/f.ts", 'import { a } from "../base/a";\nconst word = "../odd/g";\n'],
    ["odd/g.ts", 'import type { a } from "../base/a";\n'],
    ["main.ts", ""],
    ["base/deep/h.ts", ""],
  ];
  assert.deepEqual(violations(table, files), [
    "odd stands on later, which is not a folder above it",
    'base/b.ts imports "../low/d": base may not use low',
    'base/c.ts imports "left-pad": write "./file" or "../folder/file"',
    'base/c.ts imports "../style.css": write "./file" or "../folder/file"',
    'low/d.ts imports "../low/e": its own folder is "./"',
    "main.ts is in no folder of the table",
    "base/deep/h.ts is in no folder of the table",
    "later holds nothing",
  ]);
});
