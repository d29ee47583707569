// Pages as the program makes them: sweeps along one axis and over two, and a reproduced study.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { figure, frames, withPage } from "./page.mjs";

const program = process.env.CAROM_PROGRAM;
const examples = process.env.CAROM_EXAMPLES;
const folder = mkdtempSync(join(tmpdir(), "carom-pages-"));
after(() => rmSync(folder, { recursive: true }));
const carom = (...words) => execFileSync(program, words, { encoding: "utf8" });

test("a sweep of the program becomes a page that answers with the program's numbers", async () => {
  const results = join(folder, "line");
  const file = join(folder, "line.html");
  carom("sweep", join(examples, "three_link.toml"), "--law", "all", "--boundaries", "-o", results);
  carom("report", results, "-o", file);
  await withPage(readFileSync(file, "utf8"), {}, async (page) => {
    for (const id of ["energy_loss", "A0.velocity.normal", "Ac.impulse.tangential"])
      assert.ok(await (await figure(page, id)).locator("canvas").first().isVisible(), id);
    const text = await page.locator("body").innerText();
    assert.match(text, /Three-link chain: one end rests, the other strikes/);
    assert.match(text, /The account by the energetic law/);
    assert.match(text, /−80\.9244/, "a boundary of A0, in degrees");
    assert.match(text, /kinematic: 22 of 181 answers MAKE energy, up to .* J: the contacts put it into the chain/);
    const slider = page.locator("input[type=range]").first();
    await slider.focus();
    const before = await page.locator("section").first().innerText();
    await page.keyboard.press("Home");
    await frames(page, 4);
    assert.notEqual(await page.locator("section").first().innerText(), before);
  });
});

test("a sweep over two axes becomes maps", async () => {
  const scenario = join(folder, "grid.toml");
  const text = readFileSync(join(examples, "three_link.toml"), "utf8").replace("count = 181", "count = 41");
  writeFileSync(scenario, `${text}\n[[sweep]]\nparameter = "muc"\nfrom = 0\nto = 1\ncount = 21\n`);
  const results = join(folder, "grid");
  const file = join(folder, "grid.html");
  carom("sweep", scenario, "--law", "energetic,kinematic", "-o", results);
  carom("report", results, "-o", file);
  await withPage(readFileSync(file, "utf8"), {}, async (page) => {
    assert.equal(await page.locator(".map").count(), 2, "two maps");
    assert.match(await page.locator("body").innerText(), /861|41 .*21/);
  });
});

test("a reproduced study shows its claims and figures", async () => {
  const out = join(folder, "study");
  carom("reproduce", "000", "-o", out);
  await withPage(readFileSync(join(out, "report.html"), "utf8"), {}, async (page) => {
    const text = await page.locator("body").innerText();
    assert.match(text, /does not hold/);
    assert.match(text, /Figures 4 to 6/);
    assert.equal(await page.locator("section.claims tbody tr").count(), 46);
  });
});

/** The figures of a page that have been drawn, by their ids; and that nothing sticks out. */
async function drawnFigures(page) {
  const ids = await page.evaluate(() =>
    [...document.querySelectorAll("[data-figure]")].map((e) => e.dataset.figure),
  );
  for (const id of ids) assert.ok(await (await figure(page, id)).locator("svg").first().isVisible());
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(over <= 0, `${over} px too wide`);
  return ids;
}

test("critical curves and a collision become pages from their folders", async () => {
  const plane = join(folder, "plane");
  carom("critical", join(examples, "particle_plane.toml"), "-o", plane);
  carom("report", plane);
  await withPage(readFileSync(join(plane, "report.html"), "utf8"), {}, async (page) => {
    assert.equal((await drawnFigures(page)).length, 1);
    const names = await page.locator('.figure svg text[font-weight="600"]').allTextContents();
    assert.deepEqual(names, ["leaves", "pressed", "no configuration"]);
    assert.match(await page.locator(".legend").innerText(), /rods L0 and L1 are perpendicular/);
  });
  const train = join(folder, "train");
  carom("collide", join(examples, "train_five_bodies.toml"), "-o", train);
  carom("report", train);
  const options = { colorScheme: "dark", viewport: { width: 800, height: 900 } };
  await withPage(readFileSync(join(train, "report.html"), "utf8"), options, async (page) => {
    assert.equal((await drawnFigures(page)).length, 4 + 1 + 1);
    assert.equal(await page.locator("path[data-area]").count(), 4, "loops with their areas");
    assert.equal(await page.locator(".figure image").count(), 1, "the wave");
  });
});

test("the chapters of a study show their tables and figures", async () => {
  for (const [chapter, tables, panels] of [
    ["3", 5, 2 + 1 + 1 + 3 + 3 + 1 + 1],
    ["4", 0, 1 + 2 + 1 + 2 + 4],
  ]) {
    const out = join(folder, `chapter-${chapter}`);
    carom("reproduce", "001", "--chapter", chapter, "-o", out);
    await withPage(readFileSync(join(out, "report.html"), "utf8"), {}, async (page) => {
      assert.equal((await drawnFigures(page)).length, panels);
      assert.equal(await page.locator("section.table").count(), tables);
      if (chapter === "3")
        assert.equal(await page.locator("tr.row-bad").count(), 9, "impossible rows");
    });
  }
});

test("sweeps of collisions show every number, over one axis and over two", async () => {
  const spread = join(folder, "spread");
  const file = join(examples, "train_uncertain.toml");
  carom("sweep", file, "--of", "collide", "--quantities", "restitution,velocity_after", "-o", spread);
  carom("report", spread);
  await withPage(readFileSync(join(spread, "report.html"), "utf8"), {}, async (page) => {
    // Two quantities over each of the two parameters that vary together.
    assert.equal((await drawnFigures(page)).length, 4);
    assert.match(await page.locator("body").innerText(), /2000 solved of the points shown/);
    assert.match(await page.locator(".legend").first().innerText(), /ball\s+cylinder/);
  });
  const text = readFileSync(file, "utf8");
  const scenario = join(folder, "collisions.toml");
  writeFileSync(
    scenario,
    `${text.slice(0, text.indexOf("[[sweep]]"))}[[sweep]]\nparameter = "e"\nfrom = 0.9\nto = 0.3\n` +
      `count = 4\n[[sweep]]\nparameter = "v"\nfrom = 0.2\nto = 1\ncount = 3\n`,
  );
  const plane = join(folder, "collisions");
  carom("sweep", scenario, "--of", "collide", "--quantities", "restitution,velocity_before", "-o", plane);
  carom("report", plane);
  await withPage(readFileSync(join(plane, "report.html"), "utf8"), {}, async (page) => {
    assert.equal((await drawnFigures(page)).length, 2);
    assert.equal(await page.locator(".figure image").count(), 2, "restitution, and the ball's velocity");
    const saved = JSON.parse(await page.locator("#carom-data").textContent());
    const { cells } = saved.sections
      .flatMap((section) => section.panels ?? [])
      .find((panel) => /velocity_before/.test(panel.title));
    // Row by row of v, whatever e: the ball comes as fast as it is told to.
    const rounded = cells.values.map((v) => Number(v.toFixed(12)));
    assert.deepEqual(rounded, [0.2, 0.6, 1].flatMap((v) => [v, v, v, v]));
    assert.ok(cells.x[0] < cells.x[1], "an axis that was swept downwards ascends");
  });
});
