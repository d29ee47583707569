// What is committed is what the sources make, with pinned packages, and asks for nothing outside.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const modules = process.env.CAROM_NODE_MODULES ?? join(web, "node_modules");
const manifest = JSON.parse(readFileSync(join(web, "package.json"), "utf8"));
const page = readFileSync(join(web, "dist", "report.html"));

/** A copy of the sources with the packages beside them. */
function inCopy(use) {
  const folder = mkdtempSync(join(tmpdir(), "carom-web-"));
  try {
    for (const name of ["src", "build.mjs", "package.json", "tsconfig.json"])
      cpSync(join(web, name), join(folder, name), { recursive: true });
    symlinkSync(modules, join(folder, "node_modules"));
    use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("the sources have no type errors", () =>
  inCopy((folder) => {
    execFileSync(
      process.execPath,
      [join(modules, "typescript", "bin", "tsc"), "--noEmit", "-p", folder],
      { stdio: "inherit" },
    );
  }));

test("building anew gives the committed bytes", () =>
  inCopy((folder) => {
    execFileSync(process.execPath, [join(folder, "build.mjs"), join(folder, "out")], {
      stdio: "inherit",
    });
    assert.ok(
      readFileSync(join(folder, "out", "report.html")).equals(page),
      "dist/report.html is not what the sources make: npm run build",
    );
  }));

test("packages have exact versions, and the lock file names no host", () => {
  for (const [name, version] of Object.entries(manifest.devDependencies)) {
    assert.match(version, /^\d+\.\d+\.\d+$/, name);
    assert.equal(
      JSON.parse(readFileSync(join(modules, name, "package.json"), "utf8")).version,
      version,
      name,
    );
  }
  assert.doesNotMatch(readFileSync(join(web, "package-lock.json"), "utf8"), /https?:|"resolved"/);
});

test("the page has nothing by others and no outside address", () => {
  assert.equal(manifest.dependencies, undefined, "name what is bundled, and its licence, in the page");
  const text = page.toString("utf8");
  // The name of the SVG language looks like an address; nothing is fetched from it.
  assert.deepEqual(
    [...new Set(text.match(/https?:\/\/[^\s"'`<>)]*/g))],
    ["http://www.w3.org/2000/svg"],
  );
  assert.match(text, /default-src 'none'; script-src 'sha256-/);
  assert.ok(text.length < 180_000, "the page has grown beyond 180 kB");
});

// What an assertion says when it fails is node's, and changes with its version.
test("tests match our words, not those of node's assertions", () => {
  const folder = join(web, "tests");
  for (const name of readdirSync(folder))
    assert.doesNotMatch(
      readFileSync(join(folder, name), "utf8"),
      /assert\s*\.\s*(rejects|throws)\s*\(/,
      `${name}: say what the page must complain of (complains, in page.mjs)`,
    );
});
