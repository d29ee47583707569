// Light and dark, wide and narrow, on the screen and on paper.
import assert from "node:assert/strict";
import { test } from "node:test";
import { panels, report, sweep, table } from "./fixture.mjs";
import { figure, frames, withPage } from "./page.mjs";

const document = () => report([sweep({ counts: [61], odd: true })]);

/** The least contrast of visible text against what is behind it (WCAG 2), and where it is. */
const leastContrast = (page) =>
  page.evaluate(() => {
    const channel = (c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    const paint = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const rgba = (colour) => {
      paint.clearRect(0, 0, 1, 1);
      paint.fillStyle = colour;
      paint.fillRect(0, 0, 1, 1);
      return [...paint.getImageData(0, 0, 1, 1).data];
    };
    const luminance = ([r, g, b]) =>
      0.2126 * channel(r / 255) + 0.7152 * channel(g / 255) + 0.0722 * channel(b / 255);
    const behind = (e) => {
      for (; e; e = e.parentElement) {
        const c = rgba(getComputedStyle(e).backgroundColor);
        if (c[3] > 200) return c;
      }
      return [255, 255, 255, 255];
    };
    let least = [99, ""];
    const walk = window.document.createTreeWalker(window.document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const e = walk.currentNode.parentElement;
      if (
        !walk.currentNode.data.trim() ||
        !e.checkVisibility() ||
        e.closest("script, .unseen, .skip, svg, .chip:has(input:not(:checked))")
      )
        continue;
      const [a, b] = [luminance(rgba(getComputedStyle(e).color)), luminance(behind(e))];
      const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (contrast < least[0])
        least = [contrast, `${e.tagName}.${e.className}: ${walk.currentNode.data.slice(0, 40)}`];
    }
    return least;
  });

for (const colorScheme of ["light", "dark"])
  test(`the ${colorScheme} theme follows the system and is legible`, () =>
    withPage(document(), { colorScheme }, async (page) => {
      await figure(page, "energy_loss");
      const back = await page.evaluate(
        () => getComputedStyle(window.document.body).backgroundColor,
      );
      const bright = Number(/\d+/.exec(back)[0]) > 128;
      assert.equal(bright, colorScheme === "light");
      const [contrast, where] = await leastContrast(page);
      assert.ok(contrast >= 4.5, `${contrast.toFixed(2)} at ${where}`);
    }));

for (const colorScheme of ["light", "dark"])
  test(`tables and figures are legible in the ${colorScheme} theme`, () =>
    withPage(report([table(), panels()]), { colorScheme }, async (page) => {
      const chart = await figure(page, "a-figure-for-tests-2-1");
      const [contrast, where] = await leastContrast(page);
      assert.ok(contrast >= 4.5, `${contrast.toFixed(2)} at ${where}`);
      const ink = await chart
        .locator("svg text")
        .first()
        .evaluate((text) => text.getAttribute("fill"));
      assert.equal(ink, colorScheme === "light" ? "#565d68" : "#a9b1bd");
    }));

test("the reader's choice of theme overrides the system's, on canvases too", () =>
  withPage(document(), { colorScheme: "light" }, async (page) => {
    const chart = await figure(page, "A0.velocity.normal");
    // White ink in a curve of the last law, which is black in the light theme.
    const inks = () =>
      chart
        .locator("canvas")
        .first()
        .evaluate((element) => {
          const copy = new OffscreenCanvas(element.width, element.height).getContext("2d");
          copy.drawImage(element, 0, 0);
          const { data } = copy.getImageData(0, 0, element.width, element.height);
          let white = 0;
          let black = 0;
          for (let i = 0; i < data.length; i += 4) {
            if (data[i + 3] < 200) continue;
            if (data[i] > 225 && data[i + 1] > 225 && data[i + 2] > 225) ++white;
            if (data[i] < 40 && data[i + 1] < 40 && data[i + 2] < 45) ++black;
          }
          return { white, black };
        });
    assert.ok((await inks()).black > 50);
    await page.getByRole("button", { name: "dark", exact: true }).click();
    await frames(page, 3);
    await figure(page, "A0.velocity.normal");
    const dark = await inks();
    assert.ok(dark.black < 50 && dark.white > 50, JSON.stringify(dark));
    assert.equal(
      await page.evaluate(() => getComputedStyle(window.document.body).backgroundColor),
      "rgb(13, 15, 19)",
    );
    const [contrast, where] = await leastContrast(page);
    assert.ok(contrast >= 4.5, `${contrast.toFixed(2)} at ${where}`);
  }));

for (const width of [360, 768, 1400])
  test(`nothing sticks out of a window of ${width} pixels`, () =>
    withPage(
      report([sweep({ counts: [61] }), sweep({ counts: [21, 9] })]),
      { viewport: { width, height: 800 } },
      async (page) => {
        for (const id of ["energy_loss", "map.energy", "map.outcome"]) await figure(page, id);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(over <= 0, `${over} px too wide`);
        const box = await (await figure(page, "energy_loss")).locator(".plane").boundingBox();
        assert.ok(box.width > 0.5 * Math.min(width, 700));
      },
    ));

test("paper gets light vector figures, the account and the boundaries, and no controls", () =>
  withPage(document(), { colorScheme: "dark" }, async (page) => {
    const pdf = await page.pdf({ format: "A4" });
    assert.equal(pdf.subarray(0, 5).toString(), "%PDF-");
    assert.ok(pdf.length > 20_000);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await frames(page, 3);
    const state = await page.evaluate(() => {
      const shown = (selector) =>
        [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility()).length;
      return {
        drawings: shown(".figure .print-only svg"),
        figures: shown(".figure"),
        canvases: shown("canvas"),
        controls: shown("button.tool, .controls, input, .page-tools, nav"),
        account: shown(".account li"),
        boundaries: shown(".boundaries tbody tr"),
        scenario: shown("pre"),
        back: getComputedStyle(document.body).backgroundColor,
        ink: getComputedStyle(document.body).color,
      };
    });
    assert.equal(state.drawings, state.figures);
    assert.ok(state.figures >= 11);
    assert.deepEqual([state.canvases, state.controls], [0, 0]);
    assert.ok(state.account >= 2 && state.boundaries === 5 && state.scenario === 1);
    assert.deepEqual([state.back, state.ink], ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]);
  }));
