// A page of 100 000 points and five laws stays smooth while the cursor moves and while it zooms.
//
// Machines that run tests are noisy and draw without a graphics card, so the limits are generous:
// they tell a page that redraws curves at every move (which takes seconds) from one that does not.
import assert from "node:assert/strict";
import { test } from "node:test";
import { report, sweep } from "./fixture.mjs";
import { figure, frames, withPage } from "./page.mjs";

/** Does something `count` times, a frame each; returns the sorted durations of those frames, ms. */
const timed = (page, count, action) =>
  page.evaluate(
    async ([n, source]) => {
      const act = eval(source); // eslint-disable-line no-eval
      const durations = [];
      for (let i = 0; i < n; ++i) {
        const start = performance.now();
        act(i);
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        durations.push(performance.now() - start);
      }
      return durations.sort((a, b) => a - b);
    },
    [count, `(${action})`],
  );

const middle = (sorted) => sorted[Math.floor(sorted.length / 2)];
const worst = (sorted) => sorted[sorted.length - 1];

async function measure(count) {
  const result = {};
  const begin = Date.now();
  await withPage(
    report([sweep({ counts: [count], pack: true, stopsEvery: Math.ceil(count / 200) })]),
    { bypassCSP: true },
    async (page) => {
      await figure(page, "energy_loss");
      result.opening = Date.now() - begin;
      await page.locator('[data-figure="energy_loss"] .stage').focus();
      result.hover = await timed(page, 60, (i) => {
        const plane = document.querySelector('[data-figure="energy_loss"] .plane');
        const box = plane.getBoundingClientRect();
        plane.dispatchEvent(
          new PointerEvent("pointermove", {
            clientX: box.left + 20 + ((i * 9) % (box.width - 40)),
            clientY: box.top + 60,
            bubbles: true,
          }),
        );
      });
      assert.ok(
        await page.locator('[data-figure="energy_loss"] .tip').isVisible(),
        "nothing was hovered",
      );
      result.zoom = await timed(page, 24, (i) => {
        const stage = document.querySelector('[data-figure="energy_loss"] .stage');
        stage.dispatchEvent(
          new WheelEvent("wheel", {
            deltaY: i % 8 < 4 ? -100 : 100,
            ctrlKey: true,
            bubbles: true,
            cancelable: true,
          }),
        );
      });
      result.slide = await timed(page, 40, (i) => {
        const slider = document.querySelector("input.slider");
        slider.value = String((i * 7) % 200);
        slider.dispatchEvent(new Event("input", { bubbles: true }));
      });
      await frames(page, 3);
    },
  );
  return result;
}

test("100 000 points: hovering, zooming and sliding stay within frames", async (t) => {
  const small = await measure(200);
  const large = await measure(100_000);
  for (const [name, times] of [
    ["200", small],
    ["100000", large],
  ])
    t.diagnostic(
      `${name} points: opening ${times.opening} ms; ms a frame (middle, worst): hover ${middle(times.hover).toFixed(1)}, ` +
        `${worst(times.hover).toFixed(1)}; zoom ${middle(times.zoom).toFixed(1)}, ${worst(times.zoom).toFixed(1)}; ` +
        `slide ${middle(times.slide).toFixed(1)}, ${worst(times.slide).toFixed(1)}`,
    );
  // Hovering and sliding do not depend on the number of points; zooming draws what is seen anew.
  assert.ok(middle(large.hover) < 3 * middle(small.hover) + 40, "hovering slows with the points");
  assert.ok(middle(large.slide) < 3 * middle(small.slide) + 60, "sliding slows with the points");
  assert.ok(middle(large.zoom) < 250, "zooming is not smooth");
  assert.ok(large.opening < 60_000, "opening takes too long");
});
