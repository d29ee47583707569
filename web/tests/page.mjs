// A page as the program writes it, and a browser to open it in.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { after } from "node:test";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { inflateSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
// The packages may be installed elsewhere than beside the sources: in the build folder.
const modules = process.env.CAROM_NODE_MODULES ?? join(here, "..", "node_modules");
const { chromium } = await import(pathToFileURL(join(modules, "playwright-core", "index.mjs")));

const template = readFileSync(
  process.env.CAROM_REPORT_PAGE ?? join(here, "..", "dist", "report.html"),
  "utf8",
);
const executablePath = process.env.CAROM_CHROMIUM ?? "/usr/bin/chromium-headless-shell";

export function pageText(document) {
  const data = JSON.stringify(document).replace(/</g, "\\u003c");
  return template.replace("@CAROM_DATA@", () => data);
}

// One browser for all tests of a file, and a fresh context for each.
let launched = null;
const theBrowser = () =>
  (launched ??= chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-dev-shm-usage",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  }));
after(async () => (await launched)?.close());

/**
 * Opens a document; `use` gets the page and a folder of its own. The page may not complain, unless
 * `options.complains` has the words of the one complaint that it must have.
 */
export async function withPage(document, { complains, ...options }, use) {
  const folder = mkdtempSync(join(tmpdir(), "carom-page-"));
  const file = join(folder, "report.html");
  // A page that the program has made comes as its text.
  writeFileSync(file, typeof document === "string" ? document : pageText(document));
  const context = await (
    await theBrowser()
  ).newContext({ viewport: { width: 1400, height: 1000 }, acceptDownloads: true, ...options });
  try {
    const page = await context.newPage();
    const troubles = [];
    const requests = [];
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") troubles.push(message.text());
    });
    page.on("pageerror", (error) => troubles.push(error.message));
    page.on("request", (request) => requests.push(request.url()));
    const address = pathToFileURL(file).href;
    await page.goto(address);
    await page.waitForSelector("main");
    await frames(page, 3);
    await use(page, folder);
    await frames(page, 2);
    if (complains === undefined) assert.deepEqual(troubles, [], "the page complained");
    else {
      assert.equal(troubles.length, 1, `complaints: ${JSON.stringify(troubles)}`);
      assert.match(troubles[0], complains);
    }
    // The page itself, and pictures that it made in memory; nothing else is ever asked for.
    const outside = requests.filter((url) => url !== address && !/^(blob|data):/.test(url));
    assert.deepEqual(outside, [], "the page asked for something");
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Waits for some frames of the page: what changes the state is drawn a frame later. */
export async function frames(page, count = 2) {
  await page.evaluate(
    (n) =>
      new Promise((done) => {
        const next = () => (n-- > 0 ? requestAnimationFrame(next) : done());
        next();
      }),
    count,
  );
}

/** A figure by its id, scrolled into view and drawn. */
export async function figure(page, id) {
  const found = page.locator(`[data-figure=${JSON.stringify(id)}]`).first();
  await found.scrollIntoViewIfNeeded();
  await found.locator(".drawing svg").first().waitFor();
  await frames(page, 3);
  return found;
}

/** Presses a button that saves a file; returns the file's name and bytes. */
export async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** Width, height and rows (a byte of their filter, then pixels) of a PNG of eight-bit RGB or RGBA. */
export function decoded(bytes) {
  assert.deepEqual([...bytes.subarray(0, 8)], [137, 80, 78, 71, 13, 10, 26, 10]);
  let at = 8;
  let head = null;
  const data = [];
  while (at < bytes.length) {
    const size = bytes.readUInt32BE(at);
    const kind = bytes.toString("latin1", at + 4, at + 8);
    if (kind === "IHDR") head = bytes.subarray(at + 8, at + 8 + size);
    if (kind === "IDAT") data.push(bytes.subarray(at + 8, at + 8 + size));
    at += size + 12;
  }
  const width = head.readUInt32BE(0);
  const height = head.readUInt32BE(4);
  const channels = { 2: 3, 6: 4 }[head[9]];
  const raw = inflateSync(Buffer.concat(data));
  assert.equal(raw.length, height * (1 + width * channels));
  return { width, height, raw };
}

/** The colour that is seen at a place of the window. */
export async function colourAt(page, x, y) {
  const { raw } = decoded(await page.screenshot({ clip: { x, y, width: 1, height: 1 } }));
  return [...raw.subarray(1, 4)];
}
