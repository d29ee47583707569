// Figures are drawn, answer to the mouse with the right numbers, and follow what is chosen.
import assert from "node:assert/strict";
import { test } from "node:test";
import { lawNames, linear, loss, report, sweep } from "./fixture.mjs";
import { figure, frames, withPage } from "./page.mjs";

const numberIn = (text) => Number(text.replace("−", "-").replace(/[^0-9.e-].*$/, ""));

/** How many pixels of a canvas are nearly of a colour. */
const pixels = (canvas, colour) =>
  canvas.evaluate((element, [r, g, b]) => {
    const copy = new OffscreenCanvas(element.width, element.height).getContext("2d");
    copy.drawImage(element, 0, 0);
    const { data } = copy.getImageData(0, 0, element.width, element.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4)
      if (
        Math.abs(data[i] - r) + Math.abs(data[i + 1] - g) + Math.abs(data[i + 2] - b) < 24 &&
        data[i + 3] > 200
      )
        ++count;
    return count;
  }, colour);
const blue = [0x00, 0x72, 0xb2];
const orange = [0xd5, 0x5e, 0x00];

test("every figure of a sweep is drawn", () =>
  withPage(report([sweep()]), {}, async (page) => {
    const ids = ["energy_loss"];
    for (const contact of ["A0", "Ac"])
      for (const kind of ["velocity", "impulse"])
        for (const direction of ["normal", "tangential"])
          ids.push(`${contact}.${kind}.${direction}`);
    for (const id of ids) {
      const canvas = (await figure(page, id)).locator("canvas").first();
      // Laws that coincide cover each other; the last one, black, is always on top.
      assert.ok((await pixels(canvas, [0x1a, 0x1d, 0x23])) > 100, `${id} shows no curve`);
    }
    for (const contact of ["A0", "Ac"]) {
      const strip = await figure(page, `${contact}.outcomes`);
      assert.ok((await strip.locator("svg rect").count()) >= lawNames.length);
    }
    const words = await (await figure(page, "A0.outcomes")).locator("svg").first().textContent();
    for (const name of ["rests", "slides", "rebounds", "rebounds untouched"])
      assert.ok(words.includes(name), name);
  }));

test("hovering answers with every law's value at the nearest point", () =>
  withPage(report([sweep({ counts: [61] })]), {}, async (page) => {
    const xs = linear(-1.5, 1.5, 61);
    const chart = await figure(page, "energy_loss");
    const over = chart.locator(".plane");
    const box = await over.boundingBox();
    for (const index of [7, 30, 52]) {
      await page.mouse.move(box.x + (box.width * (xs[index] + 1.5)) / 3 + 1, box.y + 60);
      await frames(page, 3);
      const tip = chart.locator(".tip");
      assert.ok(await tip.isVisible());
      assert.equal(
        numberIn((await tip.locator(".tip-head").textContent()).split("=")[1].trim()).toFixed(3),
        ((xs[index] * 180) / Math.PI).toFixed(3),
      );
      for (const [l, law] of lawNames.entries()) {
        const shown = numberIn(await tip.locator(`[data-name="${law}"] .tip-value`).textContent());
        // Six significant digits are shown.
        assert.ok(
          Math.abs(shown - loss(l, xs[index])) <= 5.1e-6 * Math.abs(loss(l, xs[index])),
          `${law}: ${shown}`,
        );
      }
    }
    // The other figures' cursors follow.
    const other = page.locator('[data-figure="A0.outcomes"] .cursor');
    assert.equal(await other.evaluate((e) => e.style.display), "");
    await page.mouse.move(2, 2);
    await frames(page, 3);
    assert.ok(!(await chart.locator(".tip").isVisible()));
  }));

test("a law that is switched off vanishes from figures and values", () =>
  withPage(report([sweep({ laws: ["kinematic", "kinetic"] })]), {}, async (page) => {
    const chart = await figure(page, "energy_loss");
    const canvas = chart.locator("canvas").first();
    assert.ok((await pixels(canvas, blue)) > 100);
    assert.ok((await pixels(canvas, orange)) > 100);
    await page.locator('input[data-law="kinetic"]').uncheck();
    await frames(page, 3);
    assert.equal(await pixels(canvas, orange), 0);
    assert.ok((await pixels(canvas, blue)) > 100);
    const box = await chart.locator(".plane").boundingBox();
    await page.mouse.move(box.x + 100, box.y + 50);
    await frames(page, 3);
    assert.ok(!(await chart.locator('.tip [data-name="kinetic"]').isVisible()));
    await page.locator('input[data-law="kinetic"]').check();
    await frames(page, 3);
    assert.ok((await pixels(canvas, orange)) > 100);
  }));

test("dragging and the wheel zoom all figures together; a double click shows all", () =>
  withPage(report([sweep({ counts: [181] })]), {}, async (page) => {
    const chart = await figure(page, "energy_loss");
    const box = await chart.locator(".plane").boundingBox();
    const labels = async () =>
      (await page.locator('[data-figure="A0.outcomes"] svg text').allTextContents()).join(" ");
    assert.match(await labels(), /−60/);
    await page.mouse.move(box.x + box.width * 0.6, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.7, box.y + 90, { steps: 4 });
    await page.mouse.up();
    await frames(page, 3);
    await figure(page, "A0.outcomes");
    assert.doesNotMatch(await labels(), /−60/);
    assert.match(await labels(), /25/); // 0.6 of the way from −86° to 86° is 17°, 0.7 is 34°
    await figure(page, "energy_loss");
    const again = await chart.locator(".plane").boundingBox();
    await page.mouse.dblclick(again.x + 200, again.y + 50);
    await frames(page, 4);
    await figure(page, "A0.outcomes");
    assert.match(await labels(), /−60/);
    await figure(page, "energy_loss");
    const third = await chart.locator(".plane").boundingBox();
    await page.mouse.move(third.x + third.width * 0.9, third.y + 50);
    await frames(page, 2);
    await page.keyboard.down("Control");
    for (let i = 0; i < 6; ++i) await page.mouse.wheel(0, -100);
    await page.keyboard.up("Control");
    await frames(page, 4);
    await figure(page, "A0.outcomes");
    assert.doesNotMatch(await labels(), /−60/);
  }));

test("the slider moves the mechanism, the values and the account; curves show where it is", () =>
  withPage(report([sweep({ counts: [41] })]), {}, async (page) => {
    const xs = linear(-1.5, 1.5, 41);
    const slider = page.locator("input.slider");
    const mechanism = page.locator(".mechanism svg");
    const seen = new Set();
    for (const index of [0, 10, 33]) {
      await slider.fill(String(index));
      await frames(page, 3);
      seen.add(await mechanism.innerHTML());
      assert.equal(
        numberIn(await page.locator(".slider-value").textContent()).toFixed(2),
        ((xs[index] * 180) / Math.PI).toFixed(2),
      );
      assert.match(
        await page.locator(".account").textContent(),
        new RegExp(`by energetic at stop ${index}\\.`),
      );
      const row = page.locator(".values tbody tr").nth(2);
      assert.ok(
        Math.abs(numberIn(await row.locator("td").nth(1).textContent()) - loss(2, xs[index])) <
          1e-6,
      );
      for (const id of ["energy_loss", "Ac.velocity.tangential"]) {
        const chart = await figure(page, id);
        const over = await chart.locator(".plane").boundingBox();
        const line = await chart.locator(".selected").boundingBox();
        assert.ok(
          Math.abs(line.x + line.width / 2 - over.x - (over.width * (xs[index] + 1.5)) / 3) < 2.5,
          id,
        );
      }
    }
    assert.equal(seen.size, 3);
    await page.getByLabel("Law in focus").selectOption({ label: "kinematic" });
    await frames(page, 3);
    assert.match(
      await page.locator(".account").textContent(),
      /by kinematic at stop 33\..*A note by kinematic/,
    );
  }));

test("a click chooses the point; boundaries are listed, sorted and lead to their place", () =>
  withPage(report([sweep({ counts: [61] })]), {}, async (page) => {
    const chart = await figure(page, "energy_loss");
    const box = await chart.locator(".plane").boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + 50);
    await frames(page, 3);
    assert.equal(await page.locator(".slider-value").textContent(), "0°");
    const rows = page.locator(".boundaries tbody tr");
    // Five boundaries, each of all five laws, are five rows.
    assert.equal(await rows.count(), 5);
    const first = async () => rows.first().textContent();
    assert.match(await first(), /^−57\.29.*outcomeallA0reboundsslides/);
    await page.locator(".boundaries").getByRole("button", { name: /^at/ }).click();
    assert.match(await first(), /^57\.29/);
    assert.equal(
      await page.locator(".boundaries th").first().getAttribute("aria-sort"),
      "descending",
    );
    await rows.first().getByRole("button").click();
    await frames(page, 3);
    assert.equal(await page.locator(".slider-value").textContent(), "57.2958°");
  }));

test("angles are shown in degrees or radians", () =>
  withPage(report([sweep({ counts: [61] })]), {}, async (page) => {
    await page.locator("input.slider").fill("40");
    await frames(page, 3);
    assert.equal(await page.locator(".slider-value").textContent(), "28.6479°");
    await page.getByRole("button", { name: "radians" }).click();
    await frames(page, 3);
    assert.equal(await page.locator(".slider-value").textContent(), "0.5 rad");
    assert.match(await page.locator(".swept").textContent(), /from −1\.5 rad to 1\.5 rad/);
    const outcomes = await figure(page, "A0.outcomes");
    assert.match(await outcomes.locator("svg").first().textContent(), /φ \(rad\)/);
  }));

test("points without a single answer and holes are marked, named and counted", () =>
  withPage(report([sweep({ counts: [61], odd: true })]), {}, async (page) => {
    await figure(page, "energy_loss");
    assert.deepEqual(
      (await page.locator(".mark").allTextContents()).map((t) => t.trim()),
      ["ambiguous", "jammed", "inconsistent", "hole"],
    );
    const findings = await page.locator(".findings").textContent();
    assert.match(findings, /1 point could not be computed: asin of 1\.2 is not finite/);
    assert.match(findings, /By the kinetic law 3 points are ambiguous and 2 points are jammed/);
    assert.match(findings, /By the energetic law 1 point is inconsistent/);
    await page.locator("input.slider").fill("10");
    await frames(page, 3);
    assert.equal(
      await page.locator(".values tbody tr").first().locator("td").first().textContent(),
      "hole",
    );
    await page.getByLabel("Law in focus").selectOption({ label: "kinetic" });
    await page.locator("input.slider").fill("6");
    await frames(page, 3);
    assert.match(await page.locator(".values tbody").textContent(), /kineticjammed–/);
  }));

test("a thinned sweep says so; packed columns mean the same as plain ones", () =>
  withPage(
    report([
      sweep({
        counts: [61],
        odd: true,
        pack: true,
        thinned: { computed: 12345, note: "extremes are kept." },
      }),
    ]),
    {},
    async (page) => {
      assert.equal(
        (await page.locator(".thinned").textContent()).replace(/\u202f/g, ""),
        "Shown 61 points of 12345; extremes are kept.",
      );
      await page.locator("input.slider").fill("40");
      await frames(page, 3);
      const row = page.locator(".values tbody tr").nth(2);
      assert.ok(
        Math.abs(numberIn(await row.locator("td").nth(1).textContent()) - loss(2, 0.5)) < 1e-6,
      );
      assert.match(await page.locator(".findings").textContent(), /3 points are ambiguous/);
    },
  ));

test("data of another format are refused in words", () =>
  withPage(
    { ...report([sweep()]), format: 2 },
    { complains: /have format 2; this page reads format 1/ },
    async (page) => {
      assert.match(
        await page.locator('[role="alert"]').textContent(),
        /have format 2; this page reads format 1/,
      );
    },
  ));

test("claims stand beside our numbers with their verdicts, and sections have a menu", () =>
  withPage(
    report([
      {
        kind: "claims",
        title: "Claims",
        source: "a paper",
        claims: [
          { claim: "laws agree", published: "0", ours: "1e-17", verdict: "holds" },
          {
            claim: "<b>two</b> intervals",
            published: "2",
            ours: "1",
            verdict: "holds in part",
            reason: "only for e > 0.957",
          },
          {
            claim: "a rig turns at 88°",
            published: "88°",
            ours: "90° to 112°",
            verdict: "undecided",
            reason: "a mass is not stated",
            assumed: "steel rods",
          },
        ],
      },
      { kind: "text", title: "Notes", paragraphs: ["A paragraph."] },
      sweep(),
    ]),
    {},
    async (page) => {
      const claims = await page.locator(".claims").textContent();
      assert.match(claims, /3 claims of a paper: 1 holds, 1 holds in part, 1 undecided\./);
      assert.match(claims, /\? undecided/);
      assert.match(claims, /a mass is not stated\s*Assumed: steel rods/);
      assert.match(claims, /<b>two<\/b> intervals/);
      assert.deepEqual(await page.locator("nav a").allTextContents(), [
        "Claims",
        "Notes",
        "A sweep for tests",
      ]);
    },
  ));
