// Sweeps of two and three parameters: maps of outcome and energy, and curves through a point.
import assert from "node:assert/strict";
import { test } from "node:test";
import { linear, loss, report, sweep } from "./fixture.mjs";
import { colourAt, figure, frames, withPage } from "./page.mjs";

const xs = linear(-1.5, 1.5, 31);
const ys = linear(0.5, 1.5, 11);
const document = () => report([sweep({ counts: [31, 11] })]);

/** The middle of a cell on the screen. */
async function cell(map, i, j) {
  const box = await map.locator(".plane").boundingBox();
  return [box.x + (box.width * (i + 0.5)) / 31, box.y + box.height * (1 - (j + 0.5) / 11)];
}

/** The colour of a cell, beside its middle, where there may be a dot. */
async function colourOf(page, map, i, j) {
  const [x, y] = await cell(map, i, j);
  return colourAt(page, Math.floor(x) + 3, Math.floor(y) + 3);
}

test("the outcome map has a colour a category, and a legend that names them", () =>
  withPage(document(), {}, async (page) => {
    const map = await figure(page, "map.outcome");
    const [rests, slides, rebounds] = [
      await colourOf(page, map, 15, 5),
      await colourOf(page, map, 22, 5),
      await colourOf(page, map, 2, 5),
    ];
    assert.deepEqual(rests, [0xc9, 0xd3, 0xe6]);
    assert.deepEqual(slides, [0xfb, 0xe0, 0xa3]);
    assert.deepEqual(rebounds, [0xb5, 0xe0, 0xd2]);
    const words = await map.locator(".picture svg").textContent();
    for (const name of ["rests", "slides", "rebounds", "rebounds untouched"])
      assert.ok(words.includes(name));
    await page.getByLabel("Contact in focus").selectOption({ label: "Ac (colliding)" });
    await frames(page, 3);
    assert.deepEqual(await colourOf(page, map, 15, 5), rebounds);
  }));

test("the energy map tells gains from losses by hue, and draws where the loss is zero", () =>
  withPage(document(), {}, async (page) => {
    const map = await figure(page, "map.energy");
    for (const [i, j] of [
      [0, 0],
      [5, 10],
      [10, 3],
      [12, 5],
      [20, 2],
      [30, 10],
    ]) {
      const [r, , b] = await colourOf(page, map, i, j);
      const gain = loss(2, xs[i]) < 0;
      assert.equal(r > b, gain, `cell ${i}, ${j}: red ${r}, blue ${b}`);
    }
    // The loss changes its sign between two columns of cells: one vertical line.
    const path = await map.locator("path[data-zero]").getAttribute("d");
    const places = new Set([...path.matchAll(/M([\d.]+) /g)].map((match) => match[1]));
    assert.equal(places.size, 1);
  }));

test("hovering a cell answers with its values; a click chooses it", () =>
  withPage(document(), {}, async (page) => {
    const map = await figure(page, "map.energy");
    await page.mouse.move(...(await cell(map, 25, 8)));
    await frames(page, 3);
    const tip = map.locator(".tip");
    assert.match(await tip.locator(".tip-head").textContent(), /φ = 57\.2958°, e = 1\.3/);
    const shown = Number(
      (await tip.locator('[data-name="kinetic"] .tip-value').textContent()).replace(" J", ""),
    );
    assert.ok(Math.abs(shown - loss(1, xs[25]) * ys[8]) < 1e-6);
    await page.mouse.click(...(await cell(map, 25, 8)));
    await frames(page, 3);
    assert.deepEqual(await page.locator(".slider-value").allTextContents(), ["57.2958°", "1.3"]);
    assert.match(
      await page.locator(".account").textContent(),
      new RegExp(`at stop ${25 * 11 + 8}\\.`),
    );
    // The curves below are taken through the chosen point.
    assert.match(await page.locator(".figures > .soft").textContent(), /At e = 1\.3\./);
  }));

test("a rectangle zooms a map, and the curves along its axis", () =>
  withPage(document(), {}, async (page) => {
    const map = await figure(page, "map.outcome");
    const labels = async () =>
      (await map.locator(".picture svg text").allTextContents()).join(" ");
    assert.match(await labels(), /−45/);
    await page.mouse.move(...(await cell(map, 15, 2)));
    await page.mouse.down();
    await page.mouse.move(...(await cell(map, 25, 8)), { steps: 3 });
    await page.mouse.up();
    await frames(page, 4);
    assert.doesNotMatch(await labels(), /−45/);
    await map.getByRole("button", { name: /Show all/ }).click();
    await frames(page, 4);
    assert.match(await labels(), /−45/);
  }));

test("three axes: the third is held by its slider, and any two make the map", () =>
  withPage(report([sweep({ counts: [15, 7, 3], odd: true })]), {}, async (page) => {
    const map = await figure(page, "map.energy");
    assert.equal(await page.locator("input.slider").count(), 3);
    await page.getByLabel("Maps against").selectOption({ label: "height" });
    await frames(page, 4);
    assert.match(await map.locator(".picture svg").textContent(), /height \(m\)/);
    await page.locator('input.slider[data-parameter="e"]').fill("0");
    await page.locator('input.slider[data-parameter="phi"]').fill("14");
    await page.locator('input.slider[data-parameter="height"]').fill("2");
    await frames(page, 4);
    const shown = Number(
      await page.locator(".values tbody tr").nth(2).locator("td").nth(1).textContent(),
    );
    assert.ok(Math.abs(shown - (loss(2, 1.5) * 0.5 + 0.002)) < 1e-6);
  }));
