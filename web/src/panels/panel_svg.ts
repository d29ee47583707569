/** A panel as a vector drawing, the same on the screen, on paper and in files. */
import { escape, hint, newId, px, svgDocument, tag, text, upward } from "../base/dom";
import { number, tickLabels } from "../base/format";
import { lawColour, lawDash, palettes, type Palette, type Theme } from "../base/palette";
import {
  barRoom,
  cellsImage,
  colourBar,
  regionFill,
  regionNames,
  regionRects,
  type Box,
} from "./panel_cells";
import { axisTitle, type PanelModel, type Seen, type Series } from "./panel_model";
import { Fills } from "../curves/strip";
import { logTicks, ticks, type Scale } from "../figures/ticks";
import type { PanelAxis } from "../data/data";

export interface PanelLook {
  theme: Theme;
  width: number;
  /** Of the plane alone, as it would like to be. */
  height: number;
  seen: Seen;
  shown: (slot: number) => boolean;
  /** Of images. */
  density: number;
}

export interface DrawnPanel {
  content: string;
  width: number;
  height: number;
  box: Box;
  x: Scale;
  y: Scale;
}

/** A mark about a point; six shapes take turns. */
export function pointPath(slot: number, x: number, y: number, r: number): string {
  const p = (dx: number, dy: number): string => `${px(x + dx * r)} ${px(y + dy * r)}`;
  switch (slot % 6) {
    case 0:
      return `M${p(-1, 0)}a${px(r)} ${px(r)} 0 1 1 ${px(2 * r)} 0a${px(r)} ${px(r)} 0 1 1 ${px(-2 * r)} 0Z`;
    case 1:
      return `M${p(-0.85, -0.85)}L${p(0.85, -0.85)}L${p(0.85, 0.85)}L${p(-0.85, 0.85)}Z`;
    case 2:
      return `M${p(0, -1.1)}L${p(1.05, 0.8)}L${p(-1.05, 0.8)}Z`;
    case 3:
      return `M${p(0, -1.2)}L${p(1.2, 0)}L${p(0, 1.2)}L${p(-1.2, 0)}Z`;
    case 4:
      return `M${p(0, 1.1)}L${p(1.05, -0.8)}L${p(-1.05, -0.8)}Z`;
    default:
      return `M${p(-1.2, -0.4)}L${p(1.2, -0.4)}L${p(1.2, 0.4)}L${p(-1.2, 0.4)}Z`;
  }
}

export function dashOf(slot: number): string | undefined {
  const dash = lawDash(slot);
  return dash.length ? dash.map(px).join(" ") : undefined;
}

/** A line through the points that are seen; points that fall on the pixel before are left out. */
function linePath(one: Series, x: Scale, y: Scale, box: Box): string {
  let path = "";
  let pen = false;
  let [lastX, lastY] = [NaN, NaN];
  const count = one.x.length;
  const [low, high] = [x.low - (x.high - x.low), x.high + (x.high - x.low)];
  for (let i = 0; i < count; ++i) {
    const [a, b] = [x(one.x[i]!), y(one.y[i]!)];
    if (!Number.isFinite(a) || !Number.isFinite(b)) {
      pen = false;
      continue;
    }
    const outside = one.x[i]! < low || one.x[i]! > high;
    if (outside && !pen && i + 1 < count && (one.x[i + 1]! < low || one.x[i + 1]! > high)) continue;
    if (pen && i + 1 < count && Math.abs(a - lastX) < 0.3 && Math.abs(b - lastY) < 0.3) continue;
    // Far outside the panel a coordinate may be too large for a drawing.
    const clamp = (value: number, from: number, to: number): number =>
      Math.max(from - 1e5, Math.min(to + 1e5, value));
    path += `${pen ? "L" : "M"}${px(clamp(a, box.left, box.right))} ${px(clamp(b, box.top, box.bottom))}`;
    pen = true;
    [lastX, lastY] = [a, b];
  }
  return path;
}

function area(model: PanelModel, one: Series, x: Scale, y: Scale, box: Box): string {
  const along = linePath(one, x, y, box);
  if (!along || one.shaded === -1) return "";
  if (one.shaded === -2) return `${along}Z`;
  if (one.shaded === -3) {
    const zero = px(y(0));
    const last = one.x.length - 1;
    return `${along}L${px(x(one.x[last]!))} ${zero}L${px(x(one.x[0]!))} ${zero}Z`;
  }
  const other = model.series[one.shaded]!;
  const back = linePath({ ...other, x: other.x.slice().reverse(), y: other.y.slice().reverse() }, x, y, box);
  return `${along}${back.replace(/^M/, "L")}Z`;
}

function ticksOf(axis: PanelAxis, at: Scale, pixels: number, each: number): [number, string][] {
  if (axis.words) {
    const first = Math.max(0, Math.ceil(at.low));
    const last = Math.min(axis.words.length - 1, Math.floor(at.high));
    const every = Math.max(1, Math.ceil(((last - first + 1) * 14) / pixels));
    const found: [number, string][] = [];
    for (let i = first; i <= last; i += every) found.push([i, axis.words[i]!]);
    return found;
  }
  const values = axis.log
    ? logTicks(at.low, at.high, pixels / each)
    : ticks(at.low, at.high, Math.max(3, pixels / each));
  const labels = axis.log ? values.map((value) => number(value, 4)) : tickLabels(values);
  return values.map((value, i) => [value, labels[i]!]);
}

/** Letters of a name that is written upward; longer ones are cut. */
const longest = 26;

const textWidth = (words: string): number => words.length * 6.6;

/** Text that runs upward, smaller where there is too little room. */
function upwardWithin(x: number, y: number, words: string, fill: string, room: number): string {
  const size = Math.max(8.5, Math.min(13, (13 * (room + 20)) / textWidth(words)));
  return tag("g", { "font-size": size }, upward(x, y, words, fill));
}

/** An axis' title with its middle at x, or as near as it fits; smaller where it does not. */
function xTitle(words: string, x: number, y: number, width: number, fill: string): string {
  const size = Math.max(8.5, Math.min(13, (13 * (width - 8)) / (textWidth(words) * 1.12)));
  const half = (textWidth(words) * 1.12 * size) / 26 + 2;
  const middle = Math.max(half, Math.min(x, width - half));
  return text(middle, y, words, { "text-anchor": "middle", "font-size": size, fill });
}

/** The plane, its axes and all that is in it, its upper left corner at (0, `top`). */
export function drawnPanel(model: PanelModel, look: PanelLook, top: number): DrawnPanel {
  const { data, cells } = model;
  const palette = palettes[look.theme];
  const image = cells !== null && !cells.words;
  const right = look.width - (cells && image ? barRoom(cells) : 16);
  // What is written beside the y axis does not depend on the x axis, nor on where it is.
  const beside = ((): number => {
    const { y } = model.scales(look.seen, 0, 1, top, top + look.height);
    const labels = ticksOf(data.y, y, look.height, 46).map(([, label]) => textWidth(label));
    return Math.max(0, ...labels);
  })();
  const left = Math.min(190, Math.max(74, beside + 38));
  const wide = Math.max(60, right - left);
  // Names of places that do not fit side by side are written upward.
  const xWords = Math.max(0, ...(data.x.words ?? []).map(textWidth));
  const steep = data.x.words !== undefined && xWords > wide / data.x.words.length - 6;
  const foot = steep ? Math.min(longest * 6, xWords) + 34 : 46;
  let height = look.height;
  if (data.equal) {
    const { x, y } = model.all;
    height = Math.max(200, Math.min(560, (wide * (y[1] - y[0])) / (x[1] - x[0])));
  }
  const box: Box = { left, right, top, bottom: top + height };
  const { x, y } = model.scales(look.seen, left, right, box.top, box.bottom);

  let grid = "";
  for (const [value, label] of ticksOf(data.x, x, wide, 62)) {
    const at = x(value);
    // Nothing is drawn across an image.
    const from = image ? box.bottom : box.top;
    grid += tag("line", { x1: at, x2: at, y1: from, y2: box.bottom + 4, stroke: palette.grid });
    grid += steep
      ? tag(
          "text",
          {
            transform: `translate(${px(at + 4)} ${px(box.bottom + 8)}) rotate(-90)`,
            "text-anchor": "end",
            "font-size": 11,
            fill: palette.soft,
          },
          escape(label.length > longest ? `${label.slice(0, longest - 1)}…` : label),
        )
      : text(at, box.bottom + 18, label, {
          "text-anchor": "middle",
          "font-size": 11.5,
          fill: palette.soft,
        });
  }
  for (const [value, label] of ticksOf(data.y, y, height, 46)) {
    const at = y(value);
    grid +=
      tag("line", {
        x1: left - 4,
        x2: image ? left : right,
        y1: at,
        y2: at,
        stroke: value === 0 && !data.y.words ? palette.zero : palette.grid,
      }) +
      text(left - 8, at + 4, label, { "text-anchor": "end", "font-size": 11.5, fill: palette.soft });
  }

  let behind = "";
  if (cells)
    behind = cells.words
      ? regionRects(cells, x, y, palette)
      : cellsImage(cells, x, y, box, look.theme, look.density);
  let inside = "";
  const seen = model.series.filter((one) => look.shown(one.slot));
  for (const one of seen) {
    const d = area(model, one, x, y, box);
    if (d)
      inside += tag("path", {
        d,
        fill: lawColour(palette, one.colour),
        "fill-opacity": look.theme === "light" ? "0.16" : "0.24",
        "fill-rule": "evenodd",
        "data-area": one.name,
      });
  }
  for (const one of seen) inside += seriesDrawing(one, x, y, box, palette);
  if (cells?.words) inside += regionNames(cells, x, y, box, palette);
  const clip = newId("plane");
  const content =
    tag(
      "clipPath",
      { id: clip },
      tag("rect", { x: left, y: box.top, width: wide, height }),
    ) +
    tag("g", { "clip-path": `url(#${clip})` }, behind) +
    grid +
    tag("g", { "clip-path": `url(#${clip})` }, inside) +
    tag("rect", { x: left, y: box.top, width: wide, height, fill: "none", stroke: palette.faint }) +
    (cells && image ? colourBar(cells, box, palette, look.theme) : "") +
    xTitle(axisTitle(data.x), (left + right) / 2, box.bottom + foot - 8, look.width, palette.ink) +
    upwardWithin(16, (box.top + box.bottom) / 2, axisTitle(data.y), palette.ink, height) +
    (cells && image
      ? text(look.width - 4, box.top - 6, cells.unit ? `${cells.label} (${cells.unit})` : cells.label, {
          "text-anchor": "end",
          "font-size": 11,
          fill: palette.soft,
        })
      : "");
  return { content, width: look.width, height: box.bottom + foot, box, x, y };
}

/** The part of a series that is determined, or not; a piece between the two belongs to what is not. */
function part(one: Series, determined: 0 | 1): Series {
  const kind = (i: number): number => (one.determined?.[i] === 0 ? 0 : 1);
  const last = one.x.length - 1;
  const y = one.y.map((value, i) => {
    const own = kind(i) === determined;
    const beside =
      determined === 0 && ((i > 0 && kind(i - 1) === 0) || (i < last && kind(i + 1) === 0));
    return own || beside ? value : NaN;
  });
  return { ...one, y };
}

function seriesDrawing(one: Series, x: Scale, y: Scale, box: Box, palette: Palette): string {
  const colour = lawColour(palette, one.colour);
  let drawn = hint(one.detail ? `${one.name}, ${one.detail}` : one.name);
  if (one.line && one.determined)
    drawn += tag("path", {
      d: linePath(part(one, 0), x, y, box) || "M0 0",
      fill: "none",
      stroke: colour,
      "stroke-width": 2.4,
      "stroke-linecap": "round",
      "stroke-dasharray": "0.1 5",
      "data-determined": "false",
    });
  if (one.line)
    drawn += tag("path", {
      d: linePath(one.determined ? part(one, 1) : one, x, y, box) || "M0 0",
      fill: "none",
      stroke: colour,
      "stroke-width": one.thin ? 0.9 : 2,
      "stroke-opacity": one.thin ? "0.55" : undefined,
      "stroke-dasharray": one.thin || one.points ? undefined : dashOf(one.colour),
      "stroke-linejoin": "round",
    });
  const near = (a: number, b: number): boolean =>
    a > box.left - 9 && a < box.right + 9 && b > box.top - 9 && b < box.bottom + 9;
  if (one.spread || one.points)
    one.x.forEach((value, i) => {
      const [a, b] = [x(value), y(one.y[i]!)];
      if (!Number.isFinite(a) || !Number.isFinite(b)) return;
      const spread = one.spread?.[i] ?? NaN;
      if (spread > 0) {
        const [low, high] = [y(one.y[i]! - spread), y(one.y[i]! + spread)];
        drawn += tag("path", {
          d: `M${px(a)} ${px(low)}L${px(a)} ${px(high)}M${px(a - 4)} ${px(low)}h8M${px(a - 4)} ${px(high)}h8`,
          fill: "none",
          stroke: colour,
          "stroke-width": 1.3,
        });
      }
      if (one.points && near(a, b))
        drawn += tag("path", {
          d: pointPath(one.colour, a, b, 4),
          fill: colour,
          // Round many points an edge would leave nothing but edges.
          stroke: one.x.length > 200 ? undefined : palette.page,
          "stroke-width": 0.8,
          "fill-opacity": one.x.length > 200 ? "0.45" : undefined,
        });
    });
  return tag("g", { "data-series": one.name }, drawn);
}

/** A sample of a series for legends. */
export function seriesSwatch(one: Series, palette: Palette, x: number, y: number): string {
  const colour = lawColour(palette, one.colour);
  return (
    (one.line
      ? tag("line", {
          x1: x,
          x2: x + 30,
          y1: y,
          y2: y,
          stroke: colour,
          "stroke-width": 2.2,
          "stroke-dasharray": one.points ? undefined : dashOf(one.colour),
        })
      : "") + (one.points ? tag("path", { d: pointPath(one.colour, x + 15, y, 4.2), fill: colour }) : "")
  );
}

/** One series of each name, the plain one rather than one of many. */
export function legendSeries(models: PanelModel[]): Series[] {
  const found = new Map<number, Series>();
  for (const model of models)
    for (const one of model.series) {
      const before = found.get(one.slot);
      if (!before || (before.thin && !one.thin)) found.set(one.slot, one);
    }
  return [...found.values()].sort((a, b) => a.slot - b.slot);
}

/** A file of its own, light, with title and legend. */
export function panelSvg(model: PanelModel, look: Omit<PanelLook, "theme" | "density">): string {
  const palette = palettes.light;
  const drawn = drawnPanel(model, { ...look, theme: "light", density: 2 }, 42);
  let content = text(drawn.box.left, 22, model.title, {
    "font-size": 15,
    "font-weight": "600",
    fill: palette.ink,
  });
  content += drawn.content;
  let at = 24;
  let down = drawn.height + 14;
  const place = (needed: number): void => {
    if (at > 24 && at + needed > look.width - 10) {
      at = 24;
      down += 20;
    }
  };
  for (const one of legendSeries([model])) {
    if (!look.shown(one.slot)) continue;
    const needed = 52 + textWidth(one.name);
    place(needed);
    content +=
      seriesSwatch(one, palette, at, down - 4) +
      text(at + 37, down, one.name, { "font-size": 12, fill: palette.ink });
    at += needed;
  }
  const words = model.cells?.words ?? [];
  const fills = new Fills(palette);
  words.forEach((word, i) => {
    if (!model.cells!.values.includes(i)) return;
    const needed = 36 + textWidth(word);
    place(needed);
    content +=
      tag("rect", {
        x: at,
        y: down - 11,
        width: 18,
        height: 13,
        fill: regionFill(fills, words, i),
        stroke: palette.faint,
      }) + text(at + 24, down, word, { "font-size": 12, fill: palette.ink });
    at += needed;
  });
  content += fills.definitions();
  const height = down + 14;
  return svgDocument(
    look.width,
    height,
    model.title,
    model.summary(look.shown),
    tag("rect", { width: look.width, height, fill: palette.page }) + content,
  );
}
