// Pictures say what the numbers say, and no more: nothing is painted where there is nothing, rounding
// is no colour, what is undetermined is no fact, a block is a block, and all that varies is named.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { linear, motion, report, sweep } from "./fixture.mjs";
import { figure, frames, saved, withPage } from "./page.mjs";

const still = { reducedMotion: "reduce" };
const named = JSON.parse(readFileSync(new URL("../src/base/palette.json", import.meta.url), "utf8"));

test("curves go through their points, not through the nearest pixels", () =>
  withPage(report([sweep({ counts: [61] })]), {}, async (page) => {
    await figure(page, "A0.velocity.normal");
    await page.evaluate(() => {
      window.drawn = [];
      window.Path2D = class extends Path2D {
        constructor(d) {
          super(d);
          for (const [, x, y] of d.matchAll(/L([-\d.]+) ([-\d.]+)/g))
            window.drawn.push([Number(x), Number(y)]);
        }
      };
    });
    const chart = await figure(page, "A0.velocity.normal");
    await chart.locator(".stage").focus();
    await page.keyboard.press("+");
    await frames(page, 6);
    const points = await page.evaluate(() => window.drawn);
    assert.ok(points.length > 40, `${points.length} points`);
    for (const axis of [0, 1]) {
      const whole = points.filter((point) => Number.isInteger(point[axis])).length;
      assert.ok(whole < 0.2 * points.length, `${whole} of ${points.length} on whole pixels`);
    }
  }));

test("regions without a configuration are hatched; words without a meaning share no colour", () => {
  const panel = (words, values) => ({
    kind: "figure",
    title: "Regions",
    panels: [
      {
        x: { label: "x" },
        y: { label: "y" },
        cells: { label: "what", x: linear(0, 4, 5), y: [0, 1], values, words },
      },
    ],
  });
  const words = ["leaves", "pressed", "no configuration", "so and so"];
  return withPage(report([panel(words, [0, 1, 2, 3])]), {}, async (page) => {
    const fills = await (await figure(page, "regions-1")).locator(".picture svg :is(rect, path)").evaluateAll(
      (shapes) => shapes.map((shape) => shape.getAttribute("fill")).filter((fill) => fill !== "none"),
    );
    assert.ok(fills.includes(named.tones.leaves[0]) && fills.includes(named.tones.pressed[0]));
    assert.equal(fills.filter((fill) => fill?.startsWith("url(#fill-")).length, 1);
    const plain = fills.filter((fill) => Object.values(named.tones).some(([c]) => c === fill));
    // The hatch has a ground of its own colour.
    assert.deepEqual(plain.sort(), [named.tones.leaves[0], named.tones.none[0], named.tones.pressed[0]].sort());
  });
});

test("an energy that is rounding has no colour", () => {
  const tiny = sweep({ counts: [9, 7] });
  for (const law of tiny.laws) {
    law.energy_loss = law.energy_loss.map((_, p) => (p % 2 ? 1e-22 : -3e-19));
    law.contacts[0].impulse.t = law.contacts[0].impulse.t.map((_, p) => (p % 2 ? 1e-18 : -1e-18));
  }
  return withPage(report([tiny]), {}, async (page) => {
    const map = await figure(page, "map.energy");
    const colours = await map
      .locator("g[shape-rendering] path")
      .evaluateAll((paths) => paths.map((path) => path.getAttribute("fill")));
    assert.deepEqual(colours, named.ramps.nothing.light);
    assert.match(await page.locator(".findings").textContent(), /No law makes energy/);
    // Nor do impulses of rounding fill a figure.
    const chart = await figure(page, "A0.impulse.tangential");
    const words = await chart.locator("p.unseen[id^=summary]").textContent();
    assert.match(words, /kinematic: from 0 N s/);
  });
});

test("energy that moved surfaces give is not said to be made", async () => {
  const moved = sweep({ counts: [41], laws: ["kinematic", "energetic"] });
  const losses = moved.laws.map((law) => law.energy_loss.filter((joules) => joules < 0).length);
  assert.ok(losses[1] > 5);
  // By the kinematic law the contacts put it into the chain, by the energetic law they do not.
  moved.laws[0].makes_energy = moved.laws[0].energy_loss.map((joules) => (joules < 0 ? 1 : 0));
  moved.laws[1].makes_energy = moved.laws[1].energy_loss.map(() => 0);
  await withPage(report([moved]), {}, async (page) => {
    const words = await page.locator(".findings").textContent();
    assert.match(words, new RegExp(`kinematic: ${losses[0]} of 41 answers MAKE energy`));
    assert.doesNotMatch(words, /energetic: \d+ of/);
    assert.match(words, new RegExp(`moved surfaces give energy: energetic \\(${losses[1]} points`));
    await page.locator('input.slider[data-parameter="phi"]').fill("2");
    await frames(page, 3);
    assert.equal(await page.locator(".values td.gain").count(), 1);
    const { bytes } = await saved(
      page,
      (await figure(page, "energy_loss")).getByRole("button", { name: /Save as SVG/ }),
    );
    assert.match(bytes.toString(), />energy given or made</);
  });
  for (const law of moved.laws) delete law.makes_energy;
  await withPage(report([moved]), {}, async (page) =>
    assert.match(await page.locator(".findings").textContent(), /energetic: \d+ of 41 answers MAKE/),
  );
});

test("undetermined impulses are marks and dotted arrows, with the word", () => {
  const open = sweep({ counts: [41], laws: ["kinematic", "energetic"] });
  // By the energetic law, in the right half.
  open.laws[1].determined = open.axes[0].values.map((x) => (x > 0 ? 0 : 1));
  return withPage(report([open]), {}, async (page) => {
    assert.match(await page.locator(".findings").textContent(), /not determined by energetic \(20 points\)/);
    await figure(page, "Ac.impulse.normal");
    assert.match(await page.locator(".marks").textContent(), /undetermined impulse/);
    const arrows = page.locator('.mechanism [data-determined="false"]');
    const slider = page.locator('input.slider[data-parameter="phi"]');
    await page.getByLabel("Law in focus").selectOption({ label: "energetic" });
    await slider.fill("30");
    await frames(page, 3);
    assert.equal(await arrows.count(), 2);
    assert.deepEqual(await arrows.locator("text").allTextContents(), ["undetermined", "undetermined"]);
    await slider.fill("5");
    await frames(page, 3);
    assert.equal(await arrows.count(), 0);
    // The curve ends where the impulse is no longer determined; velocities go on.
    const { bytes } = await saved(
      page,
      (await figure(page, "Ac.impulse.normal")).getByRole("button", { name: /Save as SVG/ }),
    );
    const svg = bytes.toString();
    const ends = [...svg.matchAll(/<path d="(M[^"]*)" fill="none" stroke="#[0-9a-f]{6}" stroke-width="2"/g)]
      .map((match) => [...match[1].matchAll(/[ML]([\d.]+) /g)].map((m) => Number(m[1])).pop());
    assert.equal(ends.length, 2);
    assert.ok(ends[1] < 0.7 * ends[0], `${ends}`);
    assert.match(svg, />undetermined</);
    await page.getByText("Table of all points").click();
    assert.match(await page.locator(".data-table thead").textContent(), /Ac impulse/);
  });
});

test("undetermined forces and impulses of a motion are dotted, with the word", () => {
  const open = motion();
  // Both components from 1.5 s on, then the friction alone.
  open.contacts[0].determined = {
    t: open.time.map((t) => (t > 1.5 ? 0 : 1)),
    n: open.time.map((t) => (t > 1.5 && t < 1.85 ? 0 : 1)),
  };
  open.events[0].determined = [[true, false]];
  open.beside.panels[0].series[0].determined = open.time.map((t) => (t > 1.5 ? 0 : 1));
  return withPage(report([open]), still, async (page) => {
    const at = async (thousandths) => {
      await page.locator(".way input").fill(String(thousandths));
      await frames(page, 4);
    };
    const dotted = page.locator('.stage [data-arrow] [data-determined="false"]');
    await at(600);
    assert.equal(await dotted.count(), 0);
    assert.match(await page.locator(".now tbody tr").innerText(), /10/);
    await at(900);
    assert.equal(await dotted.count(), 1);
    assert.match(await page.locator(".now tbody tr").innerText(), /undetermined\s+undetermined/);
    await at(990);
    assert.equal(await dotted.count(), 1);
    assert.match(await page.locator(".now tbody tr").innerText(), /undetermined\s+10$/);
    await at(250);
    assert.equal(await page.locator('[data-arrow="impulse"] [data-determined="false"]').count(), 1);
    const line = page.locator('[data-figure="a-motion-for-tests-1-beside"] path[data-determined="false"]');
    assert.equal(await line.count(), 1);
    assert.match(await page.locator(".motion-side .legend").textContent(), /dotted: undetermined/);
  });
});

test("an undetermined force that is given as nothing is still said to be undetermined", () => {
  const open = motion();
  const [contact] = open.contacts;
  contact.mode = contact.mode.map((mode) => (mode === 2 ? 1 : mode));
  contact.determined = { n: contact.mode.map((mode) => (mode === 1 ? 0 : 1)) };
  return withPage(report([open]), still, async (page) => {
    const word = page.locator('.stage [data-arrow="force"] [data-determined="false"] text');
    await page.locator(".way input").fill("300");
    await frames(page, 4);
    assert.equal(await word.count(), 0);
    await page.locator(".way input").fill("900");
    await frames(page, 4);
    assert.deepEqual(await word.allTextContents(), ["undetermined"]);
    assert.match(await page.locator(".now tbody tr").innerText(), /–\s+undetermined$/);
    const words = await page.locator('[data-figure="motion"] p.unseen[id^=summary]').textContent();
    assert.match(words, /rim touches without force, with a normal force that is undetermined/);
  });
});

test("a block is drawn with its corners, at a stop and in motion", async () => {
  const corners = [
    [0, -0.1],
    [0.6, -0.1],
    [0.6, 0.1],
    [0, 0.1],
  ];
  const blocks = sweep({ counts: [5] });
  for (const stop of blocks.stops) stop.blocks = [corners, null];
  await withPage(report([blocks]), {}, async (page) => {
    const path = await page.locator('.mechanism path[data-body="left"]').getAttribute("d");
    assert.equal(path.split("L").length, 4);
    assert.ok(path.endsWith("Z"));
  });
  const moving = motion();
  moving.links[1].block = corners;
  moving.links[1].angle = moving.time.map(() => 0);
  await withPage(report([moving]), still, async (page) => {
    const path = await page.locator('.stage path[data-body="arm"]').getAttribute("d");
    const [a, b, c] = path.slice(1, -1).split("L").map((p) => p.split(" ").map(Number));
    // An upright rectangle, three times as long as it is high.
    assert.ok(Math.abs(a[1] - b[1]) < 0.02 && Math.abs(b[0] - c[0]) < 0.02);
    assert.ok(Math.abs((b[0] - a[0]) / (b[1] - c[1]) - 3) < 0.01);
  });
});

test("parameters that vary together are all named, and figures can be over each", () => {
  const random = sweep({ counts: [41] });
  const seconds = random.axes[0].values.map((x, i) => 10 + ((i * 17) % 41));
  Object.assign(random.axes[0], {
    random: "normal",
    with: [{ parameter: "stiffness", unit: "N/m", values: seconds, random: "uniform" }],
  });
  return withPage(report([random]), {}, async (page) => {
    const words = await page.locator(".swept").textContent();
    assert.match(words, /phi \(φ\) from .* drawn from normal, together with stiffness from 10 N\/m to 50 N\/m/);
    assert.match(words, /drawn from uniform/);
    const chart = await figure(page, "A0.velocity.normal");
    const before = await chart.locator("p.unseen[id^=summary]").textContent();
    assert.match(before, /over φ/);
    await page.getByLabel("Figures over").selectOption({ label: "stiffness" });
    await frames(page, 4);
    await figure(page, "A0.velocity.normal");
    assert.match(await chart.locator("p.unseen[id^=summary]").textContent(), /over stiffness from 10 N\/m/);
    await page.getByText("Table of all points").click();
    assert.match(await page.locator(".data-table thead").textContent(), /φstiffness/);
    const { bytes } = await saved(page, page.getByRole("button", { name: /all laws as CSV/ }));
    assert.match(bytes.toString().split("\n")[0], /^phi \(rad\),stiffness \(N\/m\),/);
  });
});
