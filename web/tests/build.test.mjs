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
const dist = (name) => readFileSync(join(web, "dist", name));

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
    for (const name of ["report.html", "THIRD_PARTY.txt"])
      assert.ok(
        readFileSync(join(folder, "out", name)).equals(dist(name)),
        `dist/${name} is not what the sources make: npm run build`,
      );
  }));

test("packages have exact versions, and the lock file names no host", () => {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(web, "package.json"), "utf8"),
  );
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    assert.match(version, /^\d+\.\d+\.\d+$/, name);
    assert.equal(
      JSON.parse(readFileSync(join(modules, name, "package.json"), "utf8")).version,
      version,
      name,
    );
  }
  assert.doesNotMatch(readFileSync(join(web, "package-lock.json"), "utf8"), /https?:|"resolved"/);
});

test("the page has its licences and no outside address", () => {
  const page = dist("report.html").toString("utf8");
  assert.ok(page.includes(dist("THIRD_PARTY.txt").toString("utf8").trim()));
  // The name of the SVG language looks like an address; nothing is fetched from it.
  assert.deepEqual(
    [...new Set(page.match(/https?:\/\/[^\s"'`<>)]*/g))],
    ["http://www.w3.org/2000/svg"],
  );
  assert.match(page, /default-src 'none'; script-src 'sha256-/);
  assert.ok(page.length < 250_000, "the page has grown beyond 250 kB");
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
