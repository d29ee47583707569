// Tables and figures: what they show, how they are used, and what they save.
import assert from "node:assert/strict";
import { test } from "node:test";
import { panels, report, table } from "./fixture.mjs";
import { figure, frames, saved, withPage } from "./page.mjs";

const document = () => report([table(), panels()]);
const id = (n) => `a-figure-for-tests-2-${n}`;

test("a table sorts by any column both ways, with empty cells last", () =>
  withPage(document(), {}, async (page) => {
    const section = page.locator("section.table");
    const column = () => section.locator("tbody tr > :first-child").allTextContents();
    assert.deepEqual(await column(), ["SS", "SW, wide", "WR"]);
    const head = section.getByRole("button", { name: "b (m²)" });
    await head.click();
    assert.deepEqual(await column(), ["SW, wide", "SS", "WR"]);
    assert.equal(
      await section.locator("th[aria-sort=ascending]").textContent(),
      "b (m²)",
    );
    await head.press("Enter");
    assert.deepEqual(await column(), ["SS", "SW, wide", "WR"]);
    await section.getByRole("button", { name: "a (m)" }).click();
    assert.deepEqual(await column(), ["SW, wide", "SS", "WR"]);
  }));

test("marks are told by sign and words, not by colour alone", () =>
  withPage(document(), {}, async (page) => {
    const cell = page.locator("td.mark-good");
    assert.equal(await cell.textContent(), "✓ 9 (agrees)");
    assert.equal(await page.locator("tr.row-bad").getAttribute("title"), "impossible");
  }));

test("a table is saved with every digit and quotes", () =>
  withPage(document(), {}, async (page) => {
    const { name, bytes } = await saved(
      page,
      page.getByRole("button", { name: "Save as CSV: A table for tests" }),
    );
    assert.equal(name, "a-table-for-tests-1.csv");
    assert.equal(
      bytes.toString(),
      "pair,measured: a (m),measured: b (m²),reason\nSS,3,9,plain\n" +
        '"SW, wide",1.5,2.25,impossible: momentum after is 2.2 times that before the impact\n' +
        'WR,10,,"""quoted"""\n',
    );
  }));

test("a table whose rows are too short is refused with its place", () =>
  withPage(
    report([table({ rows: [["SS", 1]] })]),
    { complains: /row 1 has 2 cells/ },
    async (page) => {
      const alert = await page.getByRole("alert").textContent();
      assert.match(alert, /row 1 has 2 cells; there are 4 columns/);
    },
  ));

test("hovering shows the exact values of the nearest point and of series beside it", () =>
  withPage(document(), {}, async (page) => {
    const chart = await figure(page, id(1));
    const marks = chart.locator('g[data-series="measured"] path[stroke-width="0.8"]');
    const box = await marks.nth(2).boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    const tip = chart.locator(".tip");
    assert.equal(await tip.locator(".tip-head").textContent(), "time = 2 s");
    const rows = await tip.locator(".tip-row").allTextContents();
    assert.deepEqual(rows, ["measured3.9 N ± 0.3 N", "ours4 N"]);
  }));

test("the image tells the number under the cursor", () =>
  withPage(document(), {}, async (page) => {
    const chart = await figure(page, id(3));
    const box = await chart.locator("image").boundingBox();
    // The last row of cells, the column at x = 1.5: t = 1.95.
    await page.mouse.move(box.x + (box.width * 1.5) / 6, box.y + 2);
    const words = await chart.locator(".tip").textContent();
    assert.match(words, new RegExp(`velocity${(1.95 * Math.sin(1.5)).toPrecision(6)} m/s`));
  }));

test("the keyboard walks along series and through cells, and is heard", () =>
  withPage(document(), {}, async (page) => {
    const chart = await figure(page, id(1));
    await chart.locator(".stage").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowRight");
    assert.equal(await chart.locator(".tip-head").textContent(), "time = 0.5 s");
    await page.keyboard.press("ArrowDown");
    assert.match(await chart.locator(".tip-row.chosen").textContent(), /^measured/);
    await page.keyboard.press("End");
    await page.waitForTimeout(250);
    assert.equal(
      await page.locator("section.panels [role=status]").textContent(),
      "measured: time 3 s, force 8.8 N.",
    );
    const image = await figure(page, id(3));
    await image.locator(".stage").focus();
    await page.keyboard.press("ArrowUp");
    await page.waitForTimeout(250);
    assert.match(await page.locator("section.panels [role=status]").textContent(), /0 m, 0.1 s: 0/);
  }));

test("dragging zooms, double click and 0 show all, and the axes follow", () =>
  withPage(document(), {}, async (page) => {
    const chart = await figure(page, id(1));
    const labels = () => chart.locator("svg text").allTextContents();
    const all = await labels();
    const box = await chart.locator(".picture").boundingBox();
    await page.mouse.move(box.x + 150, box.y + 150);
    await page.mouse.down();
    await page.mouse.move(box.x + 230, box.y + 200, { steps: 4 });
    await page.mouse.up();
    await frames(page);
    assert.notDeepEqual(await labels(), all);
    await page.keyboard.press("0");
    await frames(page);
    assert.deepEqual(await labels(), all);
    await chart.getByRole("button", { name: /^Zoom in/ }).click();
    assert.notDeepEqual(await labels(), all);
    await chart.locator(".picture").dblclick();
    assert.deepEqual(await labels(), all);
  }));

test("legend switches hide series in every panel", () =>
  withPage(document(), {}, async (page) => {
    const chart = await figure(page, id(2));
    assert.equal(await chart.locator('g[data-series="segments"]').count(), 3);
    await page.getByRole("checkbox", { name: "segments" }).uncheck();
    await frames(page, 3);
    assert.equal(await chart.locator('g[data-series="segments"]').count(), 0);
    assert.equal(await chart.locator('path[data-area="loop"]').count(), 1);
  }));

test("thousands of points are one path of dots, each place of the screen once", () => {
  const cloud = panels();
  const x = Array.from({ length: 4000 }, (_, i) => i % 1000);
  const y = x.map((value, i) => Math.sin(value) + (i < 2000 ? 0 : 3));
  cloud.panels = [
    {
      title: "Cloud",
      x: { label: "a" },
      y: { label: "b" },
      series: [{ name: "returns", drawn: "points", x, y }],
    },
  ];
  return withPage(report([cloud]), {}, async (page) => {
    const series = page.locator('.drawing svg g[data-series="returns"] path');
    await series.first().waitFor({ state: "attached" });
    assert.equal(await series.count(), 1);
    const path = await series.getAttribute("d");
    const dots = path.match(/M[^M]*/g);
    assert.equal(new Set(dots).size, dots.length);
    // 1,000 phases of the sine twice; the other 2,000 points lie on them.
    assert.ok(dots.length > 1000 && dots.length <= 2000, `${dots.length}`);
  });
});

test("equal axes have one scale", () =>
  withPage(document(), {}, async (page) => {
    const chart = await figure(page, id(2));
    const box = await chart.locator('path[data-area="loop"]').boundingBox();
    assert.ok(Math.abs(box.width / box.height - 2) < 0.03, `${box.width} × ${box.height}`);
  }));

test("regions are named where they are, and in the legend", () =>
  withPage(document(), {}, async (page) => {
    const chart = await figure(page, id(1));
    const names = await chart.locator('svg text[font-weight="600"]').allTextContents();
    assert.deepEqual(names, ["leaves", "pressed"]);
    assert.deepEqual(await page.locator(".region-name").allTextContents(), ["leaves", "pressed"]);
    assert.match(
      await chart.locator("p.unseen").last().textContent(),
      /leaves 4\d % of the plane, pressed 5\d %/,
    );
  }));

test("figures are saved as SVG, PNG and CSV", () =>
  withPage(document(), { colorScheme: "dark" }, async (page) => {
    const chart = await figure(page, id(1));
    const svg = await saved(page, chart.getByRole("button", { name: /^Save as SVG/ }));
    assert.equal(svg.name, `${id(1)}.svg`);
    const text = svg.bytes.toString();
    assert.match(text, /<title>Curve over regions<\/title>/);
    assert.ok(text.includes('fill="#ffffff"') && text.includes("measured"));
    const png = await saved(page, chart.getByRole("button", { name: /^Save as PNG/ }));
    assert.equal(png.bytes.subarray(1, 4).toString(), "PNG");
    const csv = await saved(page, chart.getByRole("button", { name: /^Save the series/ }));
    const lines = csv.bytes.toString().trim().split("\n");
    assert.equal(lines[0], "series,time (s),force (N),spread");
    assert.equal(lines.length, 1 + 61 + 4);
    assert.equal(lines[64], "measured,2,3.9,0.3");
    const cells = await saved(page, chart.getByRole("button", { name: /^Save the cells/ }));
    assert.equal(cells.bytes.toString().trim().split("\n").length, 1 + 900);
    const image = await figure(page, id(3));
    const wave = await saved(page, image.getByRole("button", { name: /^Save as SVG/ }));
    assert.match(wave.bytes.toString(), /<image [^>]*href="data:image\/png;base64,/);
  }));

test("a logarithmic axis and an axis of names", () =>
  withPage(
    report([
      panels({
        panels: [
          {
            x: { label: "ratio", unit: "%", log: true },
            y: { label: "pair", words: ["SS", "SW", "WR"] },
            series: [{ name: "ours", x: [0.1, 1, 100], y: [0, 1, 2], drawn: "both" }],
          },
        ],
      }),
    ]),
    {},
    async (page) => {
      const chart = await figure(page, "a-figure-for-tests-1");
      const texts = await chart.locator("svg text").allTextContents();
      for (const label of ["0.1", "1", "10", "100", "SS", "SW", "WR", "ratio (%)"])
        assert.ok(texts.includes(label), `${label} among ${texts}`);
      const marks = chart.locator('g[data-series="ours"] path[stroke-width="0.8"]');
      const x = [];
      for (let i = 0; i < 3; ++i) x.push((await marks.nth(i).boundingBox()).x);
      // A decade, then two.
      assert.ok(Math.abs((x[2] - x[1]) / (x[1] - x[0]) - 2) < 0.02);
    },
  ));

for (const width of [360, 1400])
  test(`nothing sticks out of a window of ${width} pixels`, () =>
    withPage(document(), { viewport: { width, height: 800 } }, async (page) => {
      for (const n of [1, 2, 3]) await figure(page, id(n));
      const over = await page.evaluate(
        () => window.document.documentElement.scrollWidth - innerWidth,
      );
      assert.ok(over <= 0, `${over} px too wide`);
    }));

test("paper gets every panel as vectors, and whole tables", () =>
  withPage(document(), { colorScheme: "dark" }, async (page) => {
    const pdf = await page.pdf({ format: "A4" });
    assert.ok(pdf.length > 10_000);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await frames(page, 3);
    const state = await page.evaluate(() => {
      const shown = (selector) =>
        [...window.document.querySelectorAll(selector)].filter((e) => e.checkVisibility()).length;
      return [shown(".print-only svg"), shown("tbody tr"), shown(".chip, .tool, .stage")];
    });
    assert.deepEqual(state, [3, 3, 0]);
  }));
