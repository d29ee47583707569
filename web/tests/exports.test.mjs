// Figures are saved as valid files: vectors that parse and hold the curves, rasters that decode.
import assert from "node:assert/strict";
import { test } from "node:test";
import { linear, loss, report, sweep } from "./fixture.mjs";
import { decoded, figure, frames, saved, withPage } from "./page.mjs";

/** Parses SVG as XML, in the browser; throws where it is not well formed. */
const parsed = (page, text) =>
  page.evaluate((source) => {
    const document = new DOMParser().parseFromString(source, "image/svg+xml");
    const error = document.querySelector("parsererror");
    if (error) throw new Error(error.textContent);
    const root = document.documentElement;
    return {
      name: root.nodeName,
      namespace: root.namespaceURI,
      width: Number(root.getAttribute("width")),
      height: Number(root.getAttribute("height")),
      title: root.querySelector("title").textContent,
      description: root.querySelector("desc").textContent,
      rasters: root.querySelectorAll("image, foreignObject, script, style").length,
      texts: [...root.querySelectorAll("text")].map((t) => t.textContent),
      curves: [...root.querySelectorAll("g > title + path")].map((p) => [
        p.previousSibling.textContent,
        p.getAttribute("d"),
      ]),
      paths: root.querySelectorAll("path").length,
      lost: [...root.querySelectorAll("*")]
        .flatMap((e) => [...e.attributes].map((a) => a.value))
        .filter((v) => /url\(#/.test(v))
        .map((v) => /url\(#(.*)\)/.exec(v)[1])
        .filter((id) => !document.getElementById(id)),
    };
  }, text);

test("figures are saved as SVG, and as PNG of three pixels for each of the drawing's", () =>
  withPage(report([sweep({ counts: [61], odd: true })]), { colorScheme: "dark" }, async (page) => {
    for (const id of ["energy_loss", "A0.velocity.normal", "A0.outcomes"]) {
      const chart = await figure(page, id);
      const file = await saved(page, chart.getByRole("button", { name: /SVG/ }));
      assert.match(file.name, /^[\w.-]+\.svg$/);
      const text = file.bytes.toString("utf8");
      assert.doesNotMatch(text, /NaN|Infinity|undefined/);
      const svg = await parsed(page, text);
      assert.equal(svg.name, "svg");
      assert.equal(svg.namespace, "http://www.w3.org/2000/svg");
      assert.equal(svg.rasters, 0);
      assert.deepEqual(svg.lost, []);
      assert.ok(svg.texts.includes("φ (deg)"));
      assert.ok(svg.description.length > 40);
      const button = chart.getByRole("button", { name: /PNG/ });
      const picture = decoded((await saved(page, button)).bytes);
      assert.equal(picture.width, Math.ceil(svg.width * 3));
      assert.ok(new Set(picture.raw).size > 50, "the raster is empty");
    }
  }));

test("an exported curve is the data, and follows zoom and the laws drawn", () =>
  withPage(report([sweep({ counts: [61], laws: ["kinematic", "kinetic"] })]), {}, async (page) => {
    const chart = await figure(page, "energy_loss");
    const button = chart.getByRole("button", { name: /SVG/ });
    const read = async () => parsed(page, (await saved(page, button)).bytes.toString("utf8"));
    const whole = await read();
    assert.deepEqual(
      whole.curves.map(([name]) => name),
      ["kinematic", "kinetic"],
    );
    const xs = linear(-1.5, 1.5, 61);
    for (const [l, [, d]] of whole.curves.entries()) {
      const points = [...d.matchAll(/[ML]([-\d.]+) ([-\d.]+)/g)].map((m) => [
        Number(m[1]),
        Number(m[2]),
      ]);
      assert.equal(points.length, 61);
      // Pixels are affine in the data: find the map from two points of the first law, check the rest.
      const reference = [...whole.curves[0][1].matchAll(/[ML]([-\d.]+) ([-\d.]+)/g)].map((m) =>
        Number(m[2]),
      );
      const slope = (reference[60] - reference[0]) / (loss(0, xs[60]) - loss(0, xs[0]));
      points.forEach(([, y], i) =>
        assert.ok(Math.abs(y - reference[0] - slope * (loss(l, xs[i]) - loss(0, xs[0]))) < 0.05),
      );
    }
    await page.locator('input[data-law="kinematic"]').uncheck();
    await chart.getByRole("button", { name: /Zoom in/ }).click();
    await frames(page, 3);
    const part = await read();
    assert.deepEqual(
      part.curves.map(([name]) => name),
      ["kinetic"],
    );
    assert.ok((part.curves[0][1].match(/L/g) ?? []).length < 40);
  }));

test("maps are saved as vectors, the mechanism too, and the table as CSV", () =>
  withPage(report([sweep({ counts: [21, 9], odd: true })]), {}, async (page) => {
    for (const id of ["map.outcome", "map.energy"]) {
      const map = await figure(page, id);
      const svg = await parsed(
        page,
        (await saved(page, map.getByRole("button", { name: /SVG/ }))).bytes.toString("utf8"),
      );
      assert.equal(svg.rasters, 0);
      assert.deepEqual(svg.lost, []);
      assert.ok(svg.paths >= 4);
      assert.ok(svg.texts.includes("e"));
    }
    const mechanism = await saved(
      page,
      page.getByRole("button", { name: "Save as SVG: mechanism" }),
    );
    assert.ok((await parsed(page, mechanism.bytes.toString("utf8"))).texts.includes("A0"));
    await page.locator(".data-table summary").click();
    const csv = (await saved(page, page.getByRole("button", { name: /CSV/ }))).bytes
      .toString("utf8")
      .trim()
      .split("\n");
    assert.equal(csv.length, 1 + 21 * 9);
    assert.equal(csv[0].split(",")[0], "phi (rad)");
    const row = csv[1 + 20 * 9].split(",");
    assert.equal(Number(row[0]), 1.5);
    assert.ok(Math.abs(Number(row[3]) - loss(0, 1.5) * 0.5) < 1e-15);
  }));
