// Everything can be reached and used by the keyboard alone, and has a name for screen readers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { linear, loss, report, sweep } from "./fixture.mjs";
import { frames, withPage } from "./page.mjs";

/** What has the focus, in a few words. */
const focused = (page) =>
  page.evaluate(() => {
    const e = document.activeElement;
    if (!e || e === document.body) return "body";
    const figure = e.closest("[data-figure]")?.dataset.figure ?? "";
    if (e.classList.contains("stage")) return `stage ${figure}`;
    return [
      e.tagName.toLowerCase(),
      e.getAttribute("aria-label") ?? e.dataset.law ?? e.textContent.trim().slice(0, 40),
    ].join(" ");
  });

/** Tabs until the focus is where the pattern says. */
async function tabTo(page, pattern) {
  for (let i = 0; i < 200; ++i) {
    await page.keyboard.press("Tab");
    if (pattern.test(await focused(page))) return;
  }
  assert.fail(`${pattern} is not reached with Tab`);
}

test("Tab reaches every control and figure, each with a visible focus", () =>
  withPage(report([sweep({ counts: [21] })]), {}, async (page) => {
    const order = [];
    let invisible = [];
    await page.evaluate(() => document.body.focus());
    for (let i = 0; i < 200; ++i) {
      await page.keyboard.press("Tab");
      const now = await focused(page);
      if (now === "body" || (order.length > 3 && now === order[0])) break;
      order.push(now);
      const seen = await page.evaluate(() => {
        const e = document.activeElement;
        const chip = e.closest(".chip") ?? e;
        const style = getComputedStyle(chip);
        return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1;
      });
      if (!seen) invisible.push(now);
    }
    assert.deepEqual(invisible, []);
    const focusable = await page.evaluate(
      () =>
        [
          ...document.querySelectorAll("button, select, input, summary, a[href], [tabindex='0']"),
        ].filter((e) => e.checkVisibility() && e.getClientRects().length > 0).length,
    );
    assert.equal(order.length, focusable, "Tab does not reach everything");
    for (const expected of [
      "stage energy_loss",
      "stage A0.velocity.normal",
      "stage A0.outcomes",
      "input kinetic",
      "summary Table of all points",
      "button Save as SVG: Energy loss",
      "button radians",
    ])
      assert.ok(order.includes(expected), `${expected} is missing in ${order.join("; ")}`);
  }));

test("arrow keys read a figure, Enter chooses, plus and 0 zoom", () =>
  withPage(report([sweep({ counts: [61] })]), {}, async (page) => {
    const xs = linear(-1.5, 1.5, 61);
    await tabTo(page, /^stage energy_loss$/);
    await page.keyboard.press("Home");
    for (let i = 0; i < 3; ++i) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowRight");
    await page.waitForTimeout(300);
    const live = page.locator('[role="status"]');
    const words = await live.textContent();
    assert.match(words, /^φ = −48\.7014°: /);
    assert.ok(
      words.includes(
        `energetic ${String(Number(loss(2, xs[13]).toPrecision(4))).replace("-", "−")} J`,
      ),
      words,
    );
    assert.ok(await page.locator('[data-figure="energy_loss"] .tip').isVisible());
    await page.keyboard.press("Enter");
    await frames(page, 3);
    assert.equal(await page.locator(".slider-value").textContent(), "−48.7014°");
    const seen = () =>
      page.evaluate(
        () => document.querySelector('[data-figure="A0.outcomes"] svg')?.textContent ?? "",
      );
    await page.keyboard.press("+");
    await page.keyboard.press("+");
    await frames(page, 3);
    await page.locator('[data-figure="A0.outcomes"]').scrollIntoViewIfNeeded();
    await frames(page, 4);
    assert.doesNotMatch(await seen(), /60/);
    await page.keyboard.press("0");
    await frames(page, 4);
    assert.match(await seen(), /60/);
  }));

test("slider, law switches, boundaries and exports work by keys", () =>
  withPage(report([sweep({ counts: [61] })]), {}, async (page) => {
    await tabTo(page, /^input kinetic$/);
    await page.keyboard.press("Space");
    assert.equal(await page.locator('input[data-law="kinetic"]').isChecked(), false);
    await tabTo(page, /^input $/);
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await frames(page, 3);
    assert.equal(await page.locator(".slider-value").textContent(), "−80.2141°");
    assert.equal(
      await page.locator("input.slider").getAttribute("aria-valuetext"),
      "φ = −80.2141°",
    );
    await tabTo(page, /^button Save as SVG: Energy loss$/);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.keyboard.press("Enter"),
    ]);
    assert.match(download.suggestedFilename(), /energy_loss\.svg$/);
    await tabTo(page, /^button Go to φ = 28\.6/);
    await page.keyboard.press("Enter");
    await frames(page, 3);
    assert.equal(await page.locator(".slider-value").textContent(), "28.6479°");
    await tabTo(page, /^summary Table of all points$/);
    await page.keyboard.press("Enter");
    await frames(page, 3);
    assert.equal(await page.locator(".data-table tbody tr").count(), 50);
    assert.match(await page.locator(".data-table .filter").textContent(), /points 1 to 50 of 61/);
  }));

test("maps are read and chosen from by arrow keys", () =>
  withPage(report([sweep({ counts: [31, 11] })]), {}, async (page) => {
    await tabTo(page, /^stage map\.energy$/);
    await page.keyboard.press("Home");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Shift+ArrowRight");
    await page.waitForTimeout(300);
    const words = await page.locator('[role="status"]').textContent();
    assert.match(
      words,
      /φ = −28\.6479°, e = 0\.6\. energetic: unique; A0 slides; Ac rebounds\. Energy loss −0\.00143/,
    );
    await page.keyboard.press("Enter");
    await frames(page, 3);
    assert.deepEqual(await page.locator(".slider-value").allTextContents(), ["−28.6479°", "0.6"]);
  }));

test("landmarks, names and roles are there for screen readers", () =>
  withPage(report([sweep({ counts: [41], odd: true })]), {}, async (page) => {
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    const role = (node) => node.role?.value;
    const name = (node) => node.name?.value ?? "";
    const named = [
      "button",
      "combobox",
      "checkbox",
      "slider",
      "figure",
      "image",
      "region",
      "group",
      "link",
      "table",
      "complementary",
    ];
    const nameless = nodes.filter(
      (n) =>
        !n.ignored &&
        ["button", "combobox", "checkbox", "slider", "image", "complementary", "table"].includes(
          role(n),
        ) &&
        !name(n),
    );
    assert.deepEqual(nameless.map(role), []);
    for (const wanted of [
      "main",
      "banner",
      "contentinfo",
      "complementary",
      "status",
      "slider",
      "image",
      "table",
    ])
      assert.ok(
        nodes.some((n) => role(n) === wanted),
        `${wanted} is missing among ${named}`,
      );
    const images = nodes.filter((n) => role(n) === "image" && !n.ignored).map(name);
    assert.ok(
      images.some((words) =>
        /Energy loss over φ from −85\.94° to 85\.94°\. kinematic: from −0\.00597/.test(words),
      ),
      images.join("\n"),
    );
    assert.ok(
      images.some((words) => /^The mechanism at φ = .* By the energetic law A0 leaves/.test(words)),
      images.join("\n"),
    );
    assert.equal(nodes.filter((n) => role(n) === "heading").length > 8, true);
    assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
  }));
