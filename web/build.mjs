// Makes dist/report.html, the page without data. The same sources give the same bytes.
// Usage: node build.mjs [output folder]
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = dirname(fileURLToPath(import.meta.url));
const output = process.argv[2] ?? join(root, "dist");
const text = (...path) => readFileSync(join(root, ...path), "utf8");

const result = await build({
  absWorkingDir: root,
  entryPoints: ["src/page/main.ts"],
  outfile: "report.js",
  bundle: true,
  minify: true,
  write: false,
  charset: "utf8",
  format: "iife",
  target: ["es2022"],
  legalComments: "none",
  logLevel: "warning",
});
const bundle = (ending) =>
  result.outputFiles.find((file) => file.path.endsWith(ending)).text.trim();
const script = bundle(".js");
const style = bundle(".css");
if (/<\/(script|style)/i.test(script + style)) throw new Error("the bundle would end its element");

const parts = {
  "@SCRIPT_HASH@": `sha256-${createHash("sha256").update(script).digest("base64")}`,
  "@STYLE@": style,
  "@SCRIPT@": script,
};
let page = text("src", "page", "page.html");
for (const [mark, content] of Object.entries(parts)) page = page.replace(mark, () => content);
if (page.split("@CAROM_DATA@").length !== 2)
  throw new Error("the place of the data must occur once");

mkdirSync(output, { recursive: true });
writeFileSync(join(output, "report.html"), page);
