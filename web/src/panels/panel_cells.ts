/** The coloured cells of a panel: numbers as an image, words as regions with their names. */
import { h, tag, text } from "../base/dom";
import { number } from "../base/format";
import { imageColour, imagePixel, levelOf, levels, type Palette, type Theme } from "../base/palette";
import type { Cells } from "./panel_model";
import { cellPaths } from "../figures/cells";
import { Fills } from "../figures/fills";
import type { Box } from "../figures/plane";
import type { Scale } from "../figures/ticks";

/** Words of regions where there is nothing that could do anything: hatched, not coloured. */
const nothing = new Set(["no configuration", "unknown", "no answer"]);

/** The colour of a word's region: that of its meaning, or one that means nothing else. */
export function regionColour(palette: Palette, words: string[], code: number): string {
  const word = words[code] ?? "";
  if (nothing.has(word)) return palette.outcomes["none"]!;
  return palette.outcomes[word] ?? palette.regions[code % palette.regions.length]!;
}

/** The same as a drawing fills it. */
export function regionFill(fills: Fills, words: string[], code: number): string {
  const word = words[code] ?? "";
  return nothing.has(word)
    ? fills.of({ kind: "none", untouched: false })
    : regionColour(fills.palette, words, code);
}

/** For each pixel the place of its cell, −1 outside. */
function places(edges: ArrayLike<number>, at: Scale, from: number, count: number, step: number): Int32Array {
  const result = new Int32Array(count).fill(-1);
  for (let i = 0; i + 1 < edges.length; ++i) {
    const a = (at(edges[i]!) - from) / step;
    const b = (at(edges[i + 1]!) - from) / step;
    const first = Math.max(0, Math.round(Math.min(a, b)));
    const last = Math.min(count, Math.round(Math.max(a, b)));
    for (let p = first; p < last; ++p) result[p] = i;
  }
  return result;
}

/** The cells' numbers as a picture, `density` pixels for each of the drawing's. */
export function cellsImage(cells: Cells, x: Scale, y: Scale, box: Box, theme: Theme, density: number): string {
  const width = Math.max(1, Math.round((box.right - box.left) * density));
  const height = Math.max(1, Math.round((box.bottom - box.top) * density));
  const canvas = h("canvas", { width, height });
  const context = canvas.getContext("2d")!;
  const image = context.createImageData(width, height);
  const columns = places(cells.x, x, box.left, width, 1 / density);
  const rows = places(cells.y, y, box.top, height, 1 / density);
  const colours = Array.from({ length: 2 * levels + 1 }, (_, i) =>
    imagePixel(theme, i - levels),
  );
  for (let q = 0; q < height; ++q) {
    const row = rows[q]!;
    if (row < 0) continue;
    for (let p = 0; p < width; ++p) {
      const column = columns[p]!;
      if (column < 0) continue;
      const value = cells.values[row * cells.columns + column]!;
      if (Number.isNaN(value)) continue;
      const [r, g, b] = colours[levels + levelOf(value / cells.largest)]!;
      image.data.set([r, g, b, 255], 4 * (q * width + p));
    }
  }
  context.putImageData(image, 0, 0);
  return tag("image", {
    x: box.left,
    y: box.top,
    width: box.right - box.left,
    height: box.bottom - box.top,
    href: canvas.toDataURL("image/png"),
    preserveAspectRatio: "none",
  });
}

/** What the scale's numbers say, by their shares of the largest. */
const barLabels = (cells: Cells): [number, string][] =>
  (cells.signed ? [-1, 0, 1] : [0, 1]).map((share) => [share, number(share * cells.largest, 3)]);

/** px right of a panel for its scale of colours. */
export function barRoom(cells: Cells): number {
  return Math.max(78, 36 + 7 * Math.max(...barLabels(cells).map(([, label]) => label.length)));
}

/** The scale of an image's colours, right of the panel. */
export function colourBar(cells: Cells, box: Box, palette: Palette, theme: Theme): string {
  const left = box.right + 14;
  const steps = 40;
  const height = (box.bottom - box.top) / steps;
  const low = cells.signed ? -1 : 0;
  let drawn = "";
  for (let i = 0; i < steps; ++i) {
    const share = low + ((1 - low) * (i + 0.5)) / steps;
    drawn += tag("rect", {
      x: left,
      y: box.bottom - (i + 1) * height,
      width: 12,
      height: height + 0.5,
      fill: imageColour(theme, levelOf(share)),
    });
  }
  drawn += tag("rect", {
    x: left,
    y: box.top,
    width: 12,
    height: box.bottom - box.top,
    fill: "none",
    stroke: palette.faint,
  });
  for (const [share, label] of barLabels(cells)) {
    const at = box.bottom - ((share - low) / (1 - low)) * (box.bottom - box.top);
    const down = share === 1 ? 9 : share === low ? 0 : 4;
    drawn += text(left + 16, at + down, label, {
      "font-size": 11,
      fill: palette.soft,
    });
  }
  return drawn;
}

/** Cells of words: regions. */
export function regionCells(cells: Cells, x: Scale, y: Scale, palette: Palette): string {
  const fills = new Fills(palette);
  const code = (i: number, j: number): number => cells.values[j * cells.columns + i]!;
  const drawn = cellPaths(cells.x, cells.y, x, y, code, (one) => regionFill(fills, cells.words!, one));
  return fills.definitions() + drawn;
}

/** Each region's name where it has the most room round it: the cell farthest from other words. */
export function regionNames(cells: Cells, x: Scale, y: Scale, box: Box, palette: Palette): string {
  const { columns, rows, values } = cells;
  const room = new Float64Array(columns * rows);
  const code = (i: number, j: number): number =>
    i < 0 || j < 0 || i >= columns || j >= rows ? -1 : values[j * columns + i]!;
  const at = (i: number, j: number): number =>
    i < 0 || j < 0 || i >= columns || j >= rows ? 0 : room[j * columns + i]!;
  const pass = (i: number, j: number, di: number, dj: number): number => {
    const mine = code(i, j);
    let least = Infinity;
    for (const [a, b] of [
      [di, 0],
      [0, dj],
      [di, dj],
    ] as const)
      least = Math.min(least, code(i + a, j + b) === mine ? at(i + a, j + b) + 1 : 1);
    return least;
  };
  for (let j = 0; j < rows; ++j)
    for (let i = 0; i < columns; ++i) room[j * columns + i] = pass(i, j, -1, -1);
  for (let j = rows - 1; j >= 0; --j)
    for (let i = columns - 1; i >= 0; --i)
      room[j * columns + i] = Math.min(room[j * columns + i]!, pass(i, j, 1, 1));
  let drawn = "";
  cells.words!.forEach((word, w) => {
    let best = -1;
    for (let k = 0; k < room.length; ++k)
      if (values[k] === w && (best < 0 || room[k]! > room[best]!)) best = k;
    if (best < 0) return;
    const [i, j] = [best % columns, Math.floor(best / columns)];
    const cx = (x(cells.x[i]!) + x(cells.x[i + 1]!)) / 2;
    const cy = (y(cells.y[j]!) + y(cells.y[j + 1]!)) / 2;
    const wide = room[best]! * Math.abs(x(cells.x[1]!) - x(cells.x[0]!)) * 2;
    const inside = cx > box.left && cx < box.right && cy > box.top + 8 && cy < box.bottom - 8;
    if (!inside || wide < word.length * 6.5) return;
    drawn += text(cx, cy + 4, word, {
      "text-anchor": "middle",
      "font-size": 12,
      "font-weight": "600",
      fill: palette.ink,
    });
  });
  return drawn;
}
