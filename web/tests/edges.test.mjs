// Sweeps at the edges of what is possible are shown without complaint.
import assert from "node:assert/strict";
import { test } from "node:test";
import { loss, report, sweep } from "./fixture.mjs";
import { figure, frames, saved, withPage } from "./page.mjs";

/** Draws everything, saves the energy figure and returns it as text. */
async function everything(page) {
  // A window as high as the page: every figure is in view, and so is drawn.
  await page.setViewportSize({ width: 1400, height: 4000 });
  await frames(page, 4);
  const undrawn = await page
    .locator("[data-figure]")
    .evaluateAll((all) => all.filter((e) => !e.querySelector(".drawing svg > *")).length);
  assert.equal(undrawn, 0, "figures are not drawn");
  const chart = await figure(page, "energy_loss");
  const text = (await saved(page, chart.getByRole("button", { name: /SVG/ }))).bytes.toString(
    "utf8",
  );
  assert.doesNotMatch(text, /NaN|Infinity|undefined/);
  return text;
}

const changed = (change, options = {}) => {
  const section = sweep({ counts: [21], ...options });
  change(section);
  return report([section]);
};

test("one point only", () =>
  withPage(
    changed((s) => {
      const cut = (object) => {
        for (const [key, value] of Object.entries(object))
          if (Array.isArray(value) && value.length === 21) object[key] = value.slice(0, 1);
          else if (value && typeof value === "object") cut(value);
      };
      cut(s);
    }),
    {},
    async (page) => {
      await everything(page);
      assert.equal(await page.locator(".slider-value").textContent(), "−85.9437°");
    },
  ));

test("a curve that is constant up to rounding has an axis", () =>
  withPage(
    changed((s) => {
      const { n } = s.laws[0].contacts[0].velocity_after;
      n.forEach((_, i) => (n[i] = 0.2 + (i % 2) * 2 ** -55));
      s.laws.length = 1;
    }),
    {},
    async (page) => {
      await everything(page);
      const chart = page.locator('[data-figure="A0.velocity.normal"] .picture svg');
      assert.match(await chart.textContent(), /0\.180.*0\.200/);
    },
  ));

test("a logarithmic axis has round ticks in its decades", () =>
  withPage(
    changed((s) => {
      s.axes[0] = {
        parameter: "stiffness",
        unit: "N/m",
        spacing: "log",
        values: Array.from({ length: 21 }, (_, i) => 10 ** (i / 5)),
      };
      s.boundaries = [];
    }),
    {},
    async (page) => {
      const text = await everything(page);
      for (const tick of ["1", "10", "100", "1000", "10000"])
        assert.ok(text.includes(`>${tick}<`), tick);
      assert.match(
        await page.locator(".swept").textContent(),
        /stiffness from 1 N\/m to 10000 N\/m in 21 values, evenly in its logarithm/,
      );
    },
  ));

test("random values are drawn as points, in ascending order", () =>
  withPage(
    changed((s) => {
      const order = s.axes[0].values.map((_, i) => (i * 8) % 21);
      s.axes[0] = {
        ...s.axes[0],
        random: "a normal distribution, seed 7",
        values: order.map((i) => s.axes[0].values[i]),
      };
      for (const [l, law] of s.laws.entries())
        law.energy_loss = s.axes[0].values.map((x) => loss(l, x));
    }),
    {},
    async (page) => {
      const text = await everything(page);
      // A dot a point, in one path a law: each is two half circles.
      const dots = [...text.matchAll(/<title>[^<]*<\/title><path d="([^"]*)" fill="#/g)];
      assert.equal(dots.length, 5);
      for (const [, d] of dots) assert.equal((d.match(/M/g) ?? []).length, 21);
      assert.match(
        await page.locator(".swept").textContent(),
        /from −85\.944° to 85\.944° in 21 values, drawn from a normal distribution, seed 7/,
      );
      await page.locator("input.slider").fill("0");
      await frames(page, 3);
      assert.equal(await page.locator(".slider-value").textContent(), "−85.9437°");
    },
  ));

test("no stops, no mechanism, no boundaries, no scenario", () =>
  withPage(
    changed((s) => {
      s.stops = [];
      s.boundaries = [];
      delete s.mechanism;
      delete s.scenario;
      delete s.histories;
    }),
    {},
    async (page) => {
      await everything(page);
      assert.equal(await page.locator(".mechanism").count(), 0);
      assert.match(await page.locator("main").textContent(), /No boundary was located/);
      await page.locator("input.slider").fill("3");
      await frames(page, 3);
      assert.equal(await page.locator(".slider-value").textContent(), "−60.1606°");
    },
  ));

test("every point a hole", () =>
  withPage(
    changed((s) => {
      s.status = s.status.map(() => 1);
      for (const law of s.laws) law.energy_loss = law.energy_loss.map(() => null);
      s.boundaries = [];
    }),
    {},
    async (page) => {
      for (const id of ["A0.outcomes"]) await figure(page, id);
      assert.match(
        await page.locator(".findings").textContent(),
        /21 points could not be computed/,
      );
    },
  ));

test("a pinned chain with rounded contacts on yielding and sloped surfaces", () =>
  withPage(
    changed((s) => {
      s.mechanism.base = "pinned";
      s.mechanism.surfaces = [
        { name: "slope", kind: "yields" },
        { name: "wall", kind: "moved" },
      ];
      for (const stop of s.stops) {
        stop.surfaces = [
          [0, 0, 0.4],
          [1.2, 0, Math.PI / 2],
        ];
        stop.outlines = [
          null,
          Array.from({ length: 24 }, (_, i) => [
            stop.contacts[1][0] + 0.1 * Math.cos(i / 3.82),
            0.1 * Math.sin(i / 3.82),
          ]),
        ];
      }
    }),
    {},
    async (page) => {
      await everything(page);
      assert.ok((await page.locator(".mechanism svg path").count()) > 10);
      assert.doesNotMatch(await page.locator(".mechanism").innerHTML(), /NaN|Infinity/);
    },
  ));

test("a contact that takes no part is apart", () =>
  withPage(
    changed((s) => {
      for (const law of s.laws) law.contacts[0] = {};
    }),
    {},
    async (page) => {
      await everything(page);
      assert.match(
        await page.locator(".values tbody tr").first().textContent(),
        /unique.*apartrebounds/,
      );
      assert.equal(await page.locator('[data-figure="A0.velocity.normal"]').count(), 0);
    },
  ));

test("names with markup are shown as they are", () =>
  withPage(
    changed((s) => {
      const hostile = '<img src=x onerror="document.title=1">&';
      s.title = hostile;
      s.contacts[0].name = hostile;
      s.laws[0].name = hostile;
      s.axes[0].label = hostile;
      s.outcomes = ["", "slides", "rebounds"];
      s.outcomes[0] = `rests ${hostile}`;
      s.verdicts = ["unique", "", "jammed", "inconsistent"];
      s.verdicts[1] = `ambiguous ${hostile}`;
      s.laws[1].verdict[3] = 1;
      s.boundaries = [];
    }),
    {},
    async (page) => {
      const text = await everything(page);
      assert.equal(await page.locator("main img").count(), 0);
      assert.doesNotMatch(text, /<img/);
      assert.match(await page.locator("h2").textContent(), /^<img src=x/);
    },
  ));
