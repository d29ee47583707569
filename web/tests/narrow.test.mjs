// Every kind of page on narrow screens, and every kind of picture: nothing scrolls sideways but what
// scrolls in its own frame, no text is cut off, none covers another, none is too small to read.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, test } from "node:test";
import { frames, withPage } from "./page.mjs";

const program = process.env.CAROM_PROGRAM;
const examples = process.env.CAROM_EXAMPLES;
const folder = mkdtempSync(join(tmpdir(), "carom-narrow-"));
after(() => rmSync(folder, { recursive: true }));

/** What the program says; an answer that is not unique is an answer too. */
function carom(...words) {
  try {
    return execFileSync(program, words, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    if (error.status === 1) return error.stdout;
    throw error;
  }
}

/** What is wrong with the texts that are seen: of drawings, and of the page. */
const faults = (page) =>
  page.evaluate(() => {
    const found = new Set();
    const over = document.documentElement.scrollWidth - innerWidth;
    if (over > 0) found.add(`the page scrolls sideways by ${over} px`);
    for (const svg of document.querySelectorAll("svg")) {
      if (!svg.checkVisibility()) continue;
      const box = svg.getBoundingClientRect();
      const where = svg.closest("[data-figure]")?.dataset.figure ?? svg.parentElement.className;
      const texts = [...svg.querySelectorAll("text")]
        .map((text) => [text.textContent, text.getBoundingClientRect(), text])
        .filter(([, at]) => at.width > 0);
      texts.forEach(([words, at, text], i) => {
        const beyond = Math.max(
          box.left - at.left,
          at.right - box.right,
          box.top - at.top,
          at.bottom - box.bottom,
        );
        if (beyond > 1.5) found.add(`${where}: "${words}" is cut off by ${beyond.toFixed(0)} px`);
        const { a, b } = text.getScreenCTM();
        const size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
        if (size < 8) found.add(`${where}: "${words}" is ${size.toFixed(1)} px high`);
        for (const [other, there] of texts.slice(i + 1)) {
          const wide = Math.min(at.right, there.right) - Math.max(at.left, there.left);
          const high = Math.min(at.bottom, there.bottom) - Math.max(at.top, there.top);
          if (wide > 2 && high > 4) found.add(`${where}: "${words}" and "${other}" overlap`);
        }
      });
      for (let e = svg.parentElement; e; e = e.parentElement) {
        const room = e.getBoundingClientRect();
        if (getComputedStyle(e).overflowX === "hidden" && box.right > room.right + 1)
          found.add(`${where}: the drawing is cut off by .${e.className}`);
      }
    }
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const element = walk.currentNode.parentElement;
      if (!walk.currentNode.data.trim() || !element.checkVisibility()) continue;
      if (element.closest("svg, script, .unseen, .skip")) continue;
      const range = document.createRange();
      range.selectNodeContents(walk.currentNode);
      const { right } = range.getBoundingClientRect();
      let scrolls = false;
      for (let e = element; e; e = e.parentElement)
        scrolls ||= ["auto", "scroll"].includes(getComputedStyle(e).overflowX);
      if (!scrolls && right > innerWidth + 1)
        found.add(`"${walk.currentNode.data.slice(0, 40)}" goes beyond the window`);
    }
    return [...found];
  });

/** Draws every figure: they are drawn where they are seen. */
async function drawAll(page) {
  const high = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let y = 0; y < high; y += 700) {
    await page.evaluate((to) => scrollTo(0, to), y);
    await frames(page, 2);
  }
}

/** Opens and presses what changes the page, and sets every choice to its last. */
async function useAll(page) {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
    const buttons = [...document.querySelectorAll("main button, .page-tools button")];
    for (const words of ["+", "radians", "dark", "event ▸"])
      buttons.find((button) => button.textContent === words)?.click();
    for (const select of document.querySelectorAll("select")) {
      select.selectedIndex = select.options.length - 1;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    }
    for (const slider of document.querySelectorAll("input[type=range]")) {
      slider.value = slider.max;
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });
  await frames(page, 3);
}

const edited = (name, edit) => {
  const file = join(folder, `${name}-${Math.random().toString(36).slice(2)}.toml`);
  writeFileSync(file, edit(readFileSync(join(examples, `${name}.toml`), "utf8")));
  return file;
};
const axis = (parameter, from, to, count) =>
  `\n[[sweep]]\nparameter = "${parameter}"\nfrom = ${from}\nto = ${to}\ncount = ${count}\n`;
const unswept = (text) => (text.includes("[[sweep]]") ? text.slice(0, text.indexOf("[[sweep]]")) : text);

/** A door that leans on a wall: a contact at the very edge of what is seen, with an open force. */
const door = `title = "A door leans on a wall"
[world]
gravity = [0.0, -9.81]
[base]
kind = "pinned"
[[link]]
name = "door"
length = 1.0
mass = 1.0
[[surface]]
name = "wall"
angle = "pi/2"
point = ["cos(0.5)", 0.0]
[[contact]]
name = "outermost tip"
link = "door"
at = 1.0
surface = "wall"
friction = 0.6
[state]
angles = [0.5]
rates = [0.0]
[simulate]
duration = 0.2
every = 0.01
`;

const kinds = {
  "a motion": () => ["simulate", join(examples, "rocking_block.toml")],
  "a motion with an undetermined force": () => {
    const file = join(folder, "door.toml");
    writeFileSync(file, door);
    return ["simulate", file];
  },
  "a collision": () => ["collide", join(examples, "train_five_bodies.toml")],
  "critical curves": () => ["critical", join(examples, "particle_plane.toml")],
  "critical points": () => ["critical", join(examples, "particle_incline.toml")],
  "a sweep along one axis": () => ["sweep", join(examples, "three_link.toml"), "--law", "all"],
  "a sweep over two axes": () => [
    "sweep",
    edited("three_link", (text) => unswept(text) + axis("phi", -1.5, 1.5, 21) + axis("muc", 0, 1, 11)),
  ],
  "a sweep of collisions": () => [
    "sweep",
    edited("train_uncertain", (text) => text.replaceAll("count = 2000", "count = 60")),
    "--of",
    "collide",
  ],
  "a sweep of collisions over two axes": () => [
    "sweep",
    edited("train_uncertain", (text) => unswept(text) + axis("e", 0.3, 0.9, 4) + axis("v", 0.2, 1, 3)),
    "--of",
    "collide",
  ],
  "a sweep of motions over two axes": () => [
    "sweep",
    edited(
      "rocking_block",
      (text) =>
        text.replace("duration = 4.0", "duration = 0.5") +
        axis("tilt", 0.02, 0.3, 4) +
        axis("width", 0.1, 0.4, 3),
    ),
    "--of",
    "simulate",
  ],
  "a study of claims": () => ["reproduce", "000"],
  "a study of tables": () => ["reproduce", "001", "--chapter", "2"],
};

Object.entries(kinds).forEach(([kind, words], i) =>
  test(`${kind} fits narrow screens`, async () => {
    const out = join(folder, `results-${i}`);
    const [verb, ...more] = words();
    carom(verb, ...more, "-o", out);
    if (verb !== "reproduce") carom("report", out);
    const text = readFileSync(join(out, "report.html"), "utf8");
    for (const width of [390, 320]) {
      const options = { viewport: { width, height: 800 }, reducedMotion: "reduce" };
      await withPage(text, options, async (page) => {
        await drawAll(page);
        assert.deepEqual(await faults(page), [], `${width} px`);
        await useAll(page);
        await drawAll(page);
        const sideways = (await faults(page)).filter((fault) => !/overlap/.test(fault));
        assert.deepEqual(sideways, [], `${width} px, used`);
      });
    }
  }),
);

test("a claim's verdict is seen without scrolling", async () => {
  const out = join(folder, "claims");
  carom("reproduce", "000", "-o", out);
  const options = { viewport: { width: 390, height: 800 } };
  await withPage(readFileSync(join(out, "report.html"), "utf8"), options, async (page) => {
    const box = await page.locator("section.claims td.verdict").first().boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
    assert.match(
      await page.locator("section.claims > p").first().textContent(),
      /\d+ hold, \d+ hold in part, \d+ do not hold/,
    );
  });
});

test("no text of a picture is cut off or covers another", async () => {
  const empty = "<!doctype html><title>pictures</title><main>pictures</main>";
  await withPage(empty, {}, async (page) => {
    let looked = 0;
    for (const name of readdirSync(examples).filter((file) => file.endsWith(".toml")))
      for (const verb of ["describe", "strike", "transmit", "critical", "collide"]) {
        const file = join(folder, "picture.svg");
        try {
          carom(verb, join(examples, name), "--svg", file);
        } catch (error) {
          if (error.status === 2) continue; // not for this verb
          throw error;
        }
        const picture = readFileSync(file, "utf8");
        await page.evaluate((svg) => {
          document.querySelector("main").innerHTML = svg;
        }, picture.slice(picture.indexOf("<svg")));
        const wrong = (await faults(page)).filter((fault) => !/sideways/.test(fault));
        assert.deepEqual(wrong, [], `${verb} ${basename(name)}`);
        ++looked;
      }
    assert.ok(looked > 40, `${looked} pictures`);
  });
});
