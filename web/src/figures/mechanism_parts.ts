/** What drawings of mechanisms share: arrows, their scales, surfaces. Pixels, y down. */
import type { Point2 } from "../data/data";
import { px, tag, text } from "../base/dom";
import type { Palette } from "../base/palette";

/** An arrow from a point, by a vector in px with y up. */
export function arrow(
  x: number,
  y: number,
  dx: number,
  dy: number,
  colour: string,
  wide: number,
  dash?: string,
): string {
  const length = Math.hypot(dx, dy);
  if (!(length > 1.5)) return "";
  const [ux, uy] = [dx / length, -dy / length];
  const head = Math.min(4 + 2 * wide, 0.7 * length);
  const [tx, ty] = [x + dx, y - dy];
  const [bx, by] = [tx - ux * head, ty - uy * head];
  const side = head * 0.42;
  return (
    tag("path", {
      d: `M${px(x)} ${px(y)}L${px(bx)} ${px(by)}`,
      stroke: colour,
      "stroke-width": wide,
      "stroke-dasharray": dash,
    }) +
    tag("path", {
      d:
        `M${px(tx)} ${px(ty)}L${px(bx - uy * side)} ${px(by + ux * side)}` +
        `L${px(bx + uy * side)} ${px(by - ux * side)}Z`,
      fill: colour,
    })
  );
}

/** px, of words of a size; a bold letter is wider. */
const wide = (words: string, size: number, bold = false): number =>
  words.length * size * (bold ? 0.7 : 0.62);

/** Where words that begin at x, or have their middle there, must be put to stay in a picture. */
export function startWithin(x: number, words: string, size: number, width: number): number {
  return Math.max(2, Math.min(x, width - 2 - wide(words, size)));
}
function middleWithin(x: number, words: string, size: number, width: number): number {
  const half = wide(words, size, true) / 2 + 2;
  return width > 2 * half ? Math.max(half, Math.min(x, width - half)) : width / 2;
}

/** An entry of a picture's scales: so many pixels, drawn from a place, and its words. */
export interface ScaleEntry {
  length: number;
  label: string;
  drawn: (x: number, y: number) => string;
}

const scaleRow = 18; // px

/** Scales side by side, in as many rows as they need; `top` is the first row's. */
export function scaleRows(
  entries: ScaleEntry[],
  width: number,
  palette: Palette,
): { content: (top: number) => string; height: number } {
  const places: [number, number][] = [];
  let [x, row] = [10, 0];
  for (const { length, label } of entries) {
    const needed = length + 6 + wide(label, 11);
    if (x > 10 && x + needed > width - 4) [x, row] = [10, row + 1];
    places.push([x, row]);
    x += needed + 14;
  }
  return {
    height: entries.length ? (row + 1) * scaleRow : 0,
    content: (top) =>
      entries
        .map(({ length, label, drawn }, i) => {
          const [from, down] = [places[i]![0], top + places[i]![1] * scaleRow + 12];
          return (
            drawn(from, down) +
            text(from + length + 6, down, label, { "font-size": 11, fill: palette.soft })
          );
        })
        .join(""),
  };
}

/** The word for what is one choice among others, above and to the right of a point. */
export function openWord(
  [x, y]: Point2,
  colour: string,
  palette: Palette,
  width: number,
): string {
  return text(startWithin(x + 8, "undetermined", 11, width), y - 4, "undetermined", {
    "font-size": 11,
    fill: colour,
    stroke: palette.page,
    "stroke-width": 3,
    "paint-order": "stroke",
  });
}

/** An arrow that is one choice among others: dotted, with a hollow head, and the word. */
export function openArrow(
  x: number,
  y: number,
  dx: number,
  dy: number,
  colour: string,
  palette: Palette,
  width: number,
): string {
  const length = Math.hypot(dx, dy);
  if (!(length > 1.5)) return "";
  const [ux, uy] = [dx / length, -dy / length];
  const head = Math.min(11, 0.7 * length);
  const [tx, ty] = [x + dx, y - dy];
  const [bx, by] = [tx - ux * head, ty - uy * head];
  const side = head * 0.42;
  const look = { fill: "none", stroke: colour };
  return tag(
    "g",
    { "data-determined": "false" },
    tag("path", {
      d: `M${px(x)} ${px(y)}L${px(bx)} ${px(by)}`,
      "stroke-width": 3,
      "stroke-dasharray": "2 4",
      ...look,
    }) +
      tag("path", {
        d:
          `M${px(tx)} ${px(ty)}L${px(bx - uy * side)} ${px(by + ux * side)}` +
          `L${px(bx + uy * side)} ${px(by - ux * side)}Z`,
        "stroke-width": 1.5,
        ...look,
      }) +
      openWord([tx, ty], colour, palette, width),
  );
}

/** Lines from the nearest point of a bar to what belongs to its body but lies off it; all in px. */
export function arms(near: Point2, far: Point2, ends: Point2[], palette: Palette): string {
  const [ax, ay] = [far[0] - near[0], far[1] - near[1]];
  const whole = ax * ax + ay * ay;
  return ends
    .map(([x, y]) => {
      const along = whole > 0 ? ((x - near[0]) * ax + (y - near[1]) * ay) / whole : 0;
      const share = Math.max(0, Math.min(1, along));
      return tag("path", {
        d: `M${px(near[0] + share * ax)} ${px(near[1] + share * ay)}L${px(x)} ${px(y)}`,
        stroke: palette.barEdge,
        "stroke-width": 2,
        fill: "none",
      });
    })
    .join("");
}

/** A closed polygon, in px. */
export function polygon(points: Point2[], palette: Palette, name?: string): string {
  return tag("path", {
    d: `M${points.map(([x, y]) => `${px(x)} ${px(y)}`).join("L")}Z`,
    fill: palette.bar,
    stroke: palette.barEdge,
    "stroke-width": 1.4,
    "stroke-linejoin": "round",
    "data-body": name,
  });
}

/** A contact's name, below it as seen from its surface. */
export function contactName(
  [x, y]: Point2,
  angle: number,
  name: string,
  palette: Palette,
  width: number,
  size?: number,
): string {
  const middle = middleWithin(x + 26 * Math.sin(angle), name, size ?? 13, width);
  return text(middle, y + 26 * Math.cos(angle) + 4, name, {
    "text-anchor": "middle",
    "font-size": size,
    "font-weight": "600",
    fill: palette.ink,
    stroke: palette.page,
    "stroke-width": 4,
    "paint-order": "stroke",
  });
}

/** A round number whose arrow is at most 46 px long. */
export function roundLength(perUnit: number): number {
  const rough = 46 / perUnit;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [5, 2, 1].map((m) => m * power).find((m) => m <= rough) ?? power;
}

/** A hatched strip below a surface through a point, across a picture. The hatches stay with the
 * point, so that a surface is seen to move along itself. */
export function surfaceStrip(
  [x, y]: Point2,
  angle: number,
  kind: "fixed" | "moved" | "yields",
  width: number,
  height: number,
  palette: Palette,
): string {
  const far = width + height;
  // In the picture the y axis points down.
  const t: Point2 = [Math.cos(angle), -Math.sin(angle)];
  const n: Point2 = [-Math.sin(angle), -Math.cos(angle)];
  // The foot of the picture's centre on the surface: lines reach equally far on both sides.
  const foot = (width / 2 - x) * t[0] + (height / 2 - y) * t[1];
  const every = 11;
  const along = Math.round(foot / every) * every;
  const c: Point2 = [x + along * t[0], y + along * t[1]];
  const p = (s: number, d: number): string =>
    `${px(c[0] + s * t[0] - d * n[0])} ${px(c[1] + s * t[1] - d * n[1])}`;
  let hatch = "";
  const reach = Math.ceil(far / every) * every;
  for (let s = -reach; s <= reach; s += every) hatch += `M${p(s, 0)}L${p(s - 9, 10)}`;
  return (
    tag("path", {
      d: `M${p(-far, 0)}L${p(far, 0)}L${p(far, 10)}L${p(-far, 10)}Z`,
      fill: palette.solid,
      "fill-opacity": "0.28",
    }) +
    tag("path", { d: hatch, stroke: palette.solid, "stroke-width": 1.2, fill: "none" }) +
    tag("path", {
      d: `M${p(-far, 0)}L${p(far, 0)}`,
      stroke: palette.solidEdge,
      "stroke-width": 2,
      "stroke-dasharray": kind === "fixed" ? undefined : "10 4",
      fill: "none",
    })
  );
}
