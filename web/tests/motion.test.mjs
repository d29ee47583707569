// A motion: played, stopped, scrubbed, stepped by event; with the mouse and with keys only; and on
// pages that the program makes.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fallen, motion, report } from "./fixture.mjs";
import { figure, frames, saved, withPage } from "./page.mjs";

const still = { reducedMotion: "reduce" };
const document = (more) => report([motion(more)]);

const seconds = (page) =>
  page.locator(".player output").evaluate((output) => Number(output.dataset.seconds));
const doing = (page) => page.locator(".now tbody tr").first().innerText();
/** Where the first contact is drawn, px in the picture. */
const drawnContact = (page) =>
  page.evaluate(() => {
    const circles = [...document.querySelectorAll('[data-figure="motion"] .stage circle[r="4.5"]')];
    return ["cx", "cy"].map((key) => Number(circles[0].getAttribute(key)));
  });
/** How far the figure's line is, as a share of its plane. */
const lineAt = (page, id) =>
  page.locator(`[data-figure=${JSON.stringify(id)}]`).evaluate((element) => {
    const line = element.querySelector(".clock-line").getBoundingClientRect();
    const plane = element.querySelector('svg rect[fill="none"]').getBoundingClientRect();
    return (line.left + 1 - plane.left) / plane.width;
  });
const beside = "a-motion-for-tests-1-beside";
const key = async (page, name, times = 1) => {
  for (let i = 0; i < times; ++i) await page.keyboard.press(name);
  await frames(page, 4);
};
const stage = (page) => page.locator('[data-figure="motion"] .stage');

test("play advances in real time, at the speed asked for, and pause stops", () =>
  withPage(document(), still, async (page) => {
    assert.equal(await seconds(page), 0);
    const speed = page.getByLabel("Speed");
    assert.equal(await speed.inputValue(), "1");
    for (const [factor, least, largest] of [
      ["1", 0.1, 1.9],
      ["0.01", 0.002, 0.03],
    ]) {
      await speed.selectOption(factor);
      const before = await seconds(page);
      const began = Date.now();
      await page.getByRole("button", { name: "Play" }).click();
      await page.waitForTimeout(500);
      await page.getByRole("button", { name: "Pause" }).click();
      await frames(page, 4);
      const gone = (await seconds(page)) - before;
      const real = ((Date.now() - began) / 1000) * Number(factor);
      assert.ok(gone > least && gone < Math.min(largest, real), `${gone} s at ${factor}×`);
      const stopped = await seconds(page);
      await page.waitForTimeout(150);
      assert.equal(await seconds(page), stopped);
    }
  }));

test("it plays by itself once it is seen, but not for those who prefer stillness", async () => {
  await withPage(document(), {}, async (page) => {
    await page.waitForFunction(
      () => Number(document.querySelector(".player output").dataset.seconds) > 0.05,
    );
  });
  await withPage(document(), still, async (page) => {
    await page.waitForTimeout(300);
    assert.equal(await seconds(page), 0);
  });
});

test("it ends at the end, begins again from there, and loops if asked to", () =>
  withPage(document(), still, async (page) => {
    await page.getByLabel("Speed").selectOption("10");
    await page.getByRole("button", { name: "Play" }).click();
    // The button says "Play" until the first frame has been drawn, too.
    for (let wait = 0; wait < 200 && (await seconds(page)) !== 2; ++wait)
      await page.waitForTimeout(50);
    assert.equal(await seconds(page), 2);
    await page.getByRole("button", { name: "Play" }).waitFor();
    await page.getByLabel("loop").check();
    await page.getByRole("button", { name: "Play" }).click();
    await page.waitForTimeout(700);
    assert.equal(await page.getByRole("button", { name: "Pause" }).count(), 1, "still playing");
  }));

test("the slider shows the frame of its time, and what is between frames", () =>
  withPage(document(), still, async (page) => {
    const at = async (thousandths) => {
      await page.locator(".way input").fill(String(thousandths));
      await frames(page, 4);
      return drawnContact(page);
    };
    const start = await at(0);
    const ground = await at(1000);
    assert.equal(await seconds(page), 2);
    const perMetre = (ground[1] - start[1]) / 1.25;
    assert.ok(perMetre > 50);
    for (const thousandths of [100, 250, 375, 500, 700]) {
      const time = thousandths / 500;
      const [x, y] = await at(thousandths);
      assert.ok(Math.abs(ground[1] - y - perMetre * fallen(time)) < 0.05, `height at ${time} s`);
      assert.ok(Math.abs(x - start[0] - perMetre * 0.2 * time) < 0.05, `place at ${time} s`);
    }
    // 0.22 s is between the frames at 0.2 and 0.25 s: on the straight line.
    const [, y] = await at(110);
    const straight = fallen(0.2) + 0.4 * (fallen(0.25) - fallen(0.2));
    assert.ok(Math.abs(ground[1] - y - perMetre * straight) < 0.05);
    assert.match(await doing(page), new RegExp(`apart\\s+${straight.toPrecision(4)}`));
  }));

test("steps by event go to the exact instants, with impulses drawn and words of the program", () =>
  withPage(document(), still, async (page) => {
    const next = page.getByRole("button", { name: "Next event" });
    const impulses = page.locator('.stage [data-arrow="impulse"]');
    assert.equal(await impulses.count(), 0);
    await next.click();
    await frames(page, 4);
    assert.equal(await seconds(page), 0.5);
    assert.equal(await impulses.count(), 1);
    assert.match(await impulses.textContent(), /7\.5 N s/);
    assert.match(await doing(page), /apart\s+0\s/);
    await next.click();
    await frames(page, 4);
    assert.equal(await seconds(page), 1, "two events of one instant are one step");
    // The force at that instant is not known: it is that of the next frame.
    assert.match(await doing(page), /sticks\s+0\s+1\s+10/);
    await next.click();
    await frames(page, 4);
    assert.equal(await seconds(page), 1, "there is no later event");
    await page.getByRole("button", { name: "Previous event" }).click();
    await frames(page, 4);
    assert.equal(await seconds(page), 0.5);
    await page.getByRole("button", { name: /sticks, pressed/ }).click();
    await frames(page, 4);
    assert.equal(await seconds(page), 1);
    const current = page.locator('.event[aria-current="true"]');
    assert.equal(await current.count(), 1);
    assert.match(await current.innerText(), /rim: contact/);
  }));

test("forces are drawn to a scale that can be read", () =>
  withPage(document(), still, async (page) => {
    await page.locator(".way input").fill("900");
    await frames(page, 4);
    const found = await page.evaluate(() => {
      const svg = document.querySelector('[data-figure="motion"] .stage svg');
      const force = svg.querySelector('[data-arrow="force"]').getBBox();
      const label = [...svg.querySelectorAll("text")].find((t) => /^force/.test(t.textContent));
      const scale = svg.viewBox.baseVal.width / svg.getBoundingClientRect().width;
      return { height: force.height, label: label.textContent, scale };
    });
    // √(10² + 1²) N is the largest, 88 px long.
    assert.match(found.label, /^force 5 N/);
    const tip = (88 * 10) / Math.hypot(10, 1);
    assert.ok(Math.abs(found.height - tip) < 3, `${found.height} px of ${tip}`);
  }));

test("arrows stay in the picture, whichever way their surface faces", async () => {
  for (const [angle, width] of [[0, 1400], [1.4, 1400], [-1.5, 390], [Math.PI, 390]]) {
    const facing = motion();
    facing.surfaces[0].angle = angle;
    await withPage(report([facing]), { ...still, viewport: { width, height: 800 } }, async (page) => {
      const within = async (what) => {
        await frames(page, 4);
        const beyond = await page.evaluate(() => {
          const picture = document.querySelector('[data-figure="motion"] .stage svg');
          const { width, height } = picture.querySelector("clipPath rect").getBBox();
          return [...picture.querySelectorAll("[data-arrow] path")].map((drawn) => {
            const box = drawn.getBBox();
            return Math.min(box.x, box.y, width - box.x - box.width, height - box.y - box.height);
          });
        });
        assert.ok(beyond.length > 0, what);
        assert.ok(Math.min(...beyond) >= 0, `${what} at ${angle} rad, ${width} px: ${beyond}`);
      };
      await page.locator(".way input").fill("900");
      await within("a force");
      for (const time of [1, 0.5]) {
        await page.getByRole("button", { name: "Previous event" }).click();
        await frames(page, 4);
        assert.equal(await seconds(page), time);
      }
      await within("an impulse");
    });
  }
});

test("the figure's line follows, and a click in it takes the motion there", () =>
  withPage(document(), still, async (page) => {
    const chart = await figure(page, beside);
    const first = await lineAt(page, beside);
    assert.ok(first < 0.1);
    await page.getByRole("button", { name: "Next event" }).click();
    await frames(page, 4);
    const quarter = await lineAt(page, beside);
    await page.getByRole("button", { name: "Next event" }).click();
    await frames(page, 4);
    const half = await lineAt(page, beside);
    assert.ok(Math.abs(half - 0.5) < 0.01, `half at ${half}`);
    assert.ok(Math.abs(half - quarter - (quarter - first)) < 0.005, "as far again");
    const box = await chart.locator('svg rect[fill="none"]').boundingBox();
    await page.mouse.click(box.x + box.width * quarter, box.y + 30);
    await frames(page, 4);
    assert.ok(Math.abs((await seconds(page)) - 0.5) < 0.01);
    // By keys: along the series, and there.
    await chart.locator(".stage").focus();
    await key(page, "Home");
    await key(page, "ArrowRight", 4);
    await key(page, "Enter");
    assert.equal(await seconds(page), 0.2);
  }));

test("everything can be done with the keyboard", () =>
  withPage(document(), still, async (page) => {
    await stage(page).focus();
    await key(page, "ArrowRight");
    assert.equal(await seconds(page), 0.05);
    await key(page, "Shift+ArrowRight");
    assert.equal(await seconds(page), 0.55, "ten frames on; those of one instant are one");
    await key(page, "ArrowLeft");
    assert.equal(await seconds(page), 0.5);
    await key(page, "n");
    assert.equal(await seconds(page), 1);
    await key(page, "p");
    assert.equal(await seconds(page), 0.5);
    await key(page, "End");
    assert.equal(await seconds(page), 2);
    await key(page, "Home");
    await key(page, "+");
    await key(page, "-", 2);
    assert.equal(await page.getByLabel("Speed").inputValue(), "0.5");
    await key(page, "l");
    assert.ok(await page.getByLabel("loop").isChecked());
    await key(page, " ");
    assert.equal(await page.getByRole("button", { name: "Pause" }).count(), 1);
    await page.waitForTimeout(200);
    await key(page, " ");
    const stopped = await seconds(page);
    assert.ok(stopped > 0);
    await page.locator(".way input").focus();
    await key(page, "n");
    assert.equal(await seconds(page), 0.5, "on the slider too");
    await key(page, "ArrowRight");
    assert.ok(Math.abs((await seconds(page)) - 0.502) < 1e-9);
    assert.match(
      await page.locator('figure[data-figure="motion"] > p').last().textContent(),
      /The mechanism at t = 0\.502 s: links disc and arm\. rim apart/,
    );
    // Space on a button is the button's own.
    await page.getByRole("button", { name: "Next event" }).focus();
    await key(page, " ");
    assert.equal(await seconds(page), 1);
    assert.equal(await page.getByRole("button", { name: "Play" }).count(), 1);
  }));

test("bodies that are small against their path are followed, or the path is shown", () => {
  const far = motion();
  far.base.at.x = far.time.map((t) => 100 * t);
  far.contacts[0].touching.x = far.base.at.x;
  return withPage(report([far]), still, async (page) => {
    const [x] = await drawnContact(page);
    await page.locator(".way input").fill("800");
    await frames(page, 4);
    assert.ok(Math.abs((await drawnContact(page))[0] - x) < 80, "it stays in the picture");
    await page.getByLabel("go with the bodies").uncheck();
    await frames(page, 4);
    const [there] = await drawnContact(page);
    await page.locator(".way input").fill("0");
    await frames(page, 4);
    assert.ok(there - (await drawnContact(page))[0] > 300, "it crosses the picture");
  });
});

test("paper gets frames of the motion and no player; files are vectors", () =>
  withPage(document(), { ...still, colorScheme: "dark" }, async (page) => {
    const { name, bytes } = await saved(page, page.getByRole("button", { name: "Save as SVG: Mechanism" }));
    assert.equal(name, "a-motion-for-tests-1-mechanism.svg");
    assert.match(bytes.toString(), /^<\?xml.*\n<svg .*t = 0 s/);
    const pdf = await page.pdf({ format: "A4" });
    assert.equal(pdf.subarray(0, 5).toString(), "%PDF-");
    await page.emulateMedia({ media: "print" });
    await frames(page, 3);
    const shown = (selector) =>
      page.evaluate(
        (s) => [...document.querySelectorAll(s)].filter((e) => e.checkVisibility()).length,
        selector,
      );
    assert.equal(await shown('[data-figure="motion"] .print-only svg'), 6);
    assert.equal(await shown(".player, .stage, .event-list, .now"), 0);
  }));

for (const width of [360, 800, 1400])
  test(`a motion fits into a window of ${width} pixels`, () =>
    withPage(document(), { ...still, viewport: { width, height: 800 } }, async (page) => {
      await figure(page, "motion");
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${over} px too wide`);
      const box = await page.locator('[data-figure="motion"] .stage svg').boundingBox();
      assert.ok(box.width > 0.4 * Math.min(width, 900));
    }));

test("a page has one motion, with frames", async () => {
  for (const [sections, words] of [
    [[motion(), motion()], /a page can have one motion/],
    [[motion({ time: [] })], /has no frames/],
    [[motion({ time: [0, 1] })], /column .* has 43 values; .* 2/],
  ])
    await withPage(report(sections), { ...still, complains: words }, async (page) => {
      assert.match(await page.getByRole("alert").textContent(), words);
    });
});

const folder = mkdtempSync(join(tmpdir(), "carom-motions-"));
after(() => rmSync(folder, { recursive: true }));

/** The page of an example, and the answer of the program. */
function simulated(name) {
  const carom = (...words) => execFileSync(process.env.CAROM_PROGRAM, words, { encoding: "utf8" });
  const results = mkdtempSync(join(folder, `${name}-`));
  const file = join(process.env.CAROM_EXAMPLES, `${name}.toml`);
  carom("simulate", file, "-o", results);
  carom("report", results);
  return {
    text: readFileSync(join(results, "report.html"), "utf8"),
    answer: JSON.parse(carom("simulate", file, "--json")),
  };
}

test("the bouncing disc bounces, slides and rolls on the program's page", async () => {
  const { text, answer } = simulated("bouncing_disc");
  assert.ok(text.length < 1_500_000, `${text.length} bytes`);
  await withPage(text, still, async (page) => {
    await figure(page, "motion");
    const instants = [...new Set(answer.events.map((event) => event.time))].filter((t) => t > 0);
    await stage(page).focus();
    for (const instant of instants.slice(0, 6)) {
      await key(page, "n");
      assert.equal(await seconds(page), instant);
      assert.equal(await page.locator('.stage [data-arrow="impulse"]').count(), 1);
    }
    await key(page, "End");
    assert.equal(await seconds(page), 3);
    assert.match(await doing(page), /rim\s+sticks/);
    assert.equal(await page.locator(".event").count(), answer.events.length);
    for (const id of ["the-motion-2-beside", "contacts-over-time-3-1", "contacts-over-time-3-2"]) {
      await figure(page, id);
      assert.ok((await lineAt(page, id)) > 0.9, id);
    }
    const body = await page.locator("body").innerText();
    assert.match(body, /lost in impacts/);
    assert.match(body, /infinitely many bounces since/);
  });
  // Played by the program's numbers: the disc never goes below the floor.
  await withPage(text, {}, async (page) => {
    await page.waitForFunction(
      () => Number(document.querySelector(".player output").dataset.seconds) > 0.4,
    );
    await page.getByRole("button", { name: "Pause" }).click();
    await frames(page, 4);
    const stopped = await seconds(page);
    assert.ok(stopped > 0.4 && stopped < 3);
  });
});

for (const colorScheme of ["light", "dark"])
  test(`the rocking block rocks to rest on the program's ${colorScheme} page`, async () => {
    const { text, answer } = simulated("rocking_block");
    await withPage(text, { ...still, colorScheme }, async (page) => {
      await figure(page, "motion");
      const rows = () => page.locator(".now tbody tr").allInnerTexts();
      await page.getByRole("button", { name: "Next event" }).click();
      await frames(page, 4);
      const first = answer.events.map((event) => event.time).find((t) => t > 0);
      assert.equal(await seconds(page), first);
      await stage(page).focus();
      await key(page, "End");
      assert.equal(await seconds(page), answer.final.time);
      const last = await rows();
      answer.final.contacts.forEach((contact, c) => {
        assert.match(last[c], new RegExp(`^${contact.name}\\s+${contact.mode}`));
      });
    });
  });
