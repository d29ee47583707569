/** A panel as a vector drawing, the same on the screen, on paper and in files. */
import { hint, px, tag, text } from "../base/dom";
import { dashes, lawColour, palettes, type Palette, type Theme } from "../base/palette";
import type { Numbers } from "../data/columns";
import type { PanelAxis } from "../data/data";
import { Fills } from "../figures/fills";
import { fillSample, legend, lineSample, type Entry } from "../figures/legend";
import { linePath } from "../figures/lines";
import { drawnPlane, footRoom, leftRoom, type Box, type PlaneAxis } from "../figures/plane";
import { sheet, titleRoom } from "../figures/sheet";
import type { Scale } from "../figures/ticks";
import { barRoom, cellsImage, colourBar, regionCells, regionFill, regionNames } from "./panel_cells";
import { axisTitle, type PanelModel, type Seen, type Series } from "./panel_model";

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

function area(model: PanelModel, one: Series, x: Scale, y: Scale): string {
  if (one.shaded === -1) return "";
  const along = linePath(one.x, one.y, x, y);
  if (!along) return "";
  if (one.shaded === -2) return `${along}Z`;
  if (one.shaded === -3) {
    const zero = px(y(0));
    const last = one.x.length - 1;
    return `${along}L${px(x(one.x[last]!))} ${zero}L${px(x(one.x[0]!))} ${zero}Z`;
  }
  const other = model.series[one.shaded]!;
  const back = linePath(other.x.slice().reverse(), other.y.slice().reverse(), x, y);
  return `${along}${back.replace(/^M/, "L")}Z`;
}

/** An axis of a panel over pixels. */
function planeAxis(axis: PanelAxis, at: Scale, each: number): PlaneAxis {
  const { words } = axis;
  return { title: axisTitle(axis), at, spacing: axis.log ? "log" : "linear", each, words };
}

/** The plane, its axes and all that is in it, its upper left corner at (0, `top`). */
export function drawnPanel(model: PanelModel, look: PanelLook, top: number): DrawnPanel {
  const { data, cells } = model;
  const palette = palettes[look.theme];
  const image = cells !== null && !cells.words;
  const right = look.width - (cells && image ? barRoom(cells) : 16);
  // What is written beside the y axis does not depend on the x axis, nor on where it is.
  const beside = model.scales(look.seen, { left: 0, right: 1, top, bottom: top + look.height }).y;
  const left = leftRoom(planeAxis(data.y, beside, 46), look.height);
  const wide = Math.max(60, right - left);
  let height = look.height;
  if (data.equal) {
    const { x, y } = model.all;
    height = Math.max(200, Math.min(560, (wide * (y[1] - y[0])) / (x[1] - x[0])));
  }
  const box: Box = { left, right, top, bottom: top + height };
  const { x, y } = model.scales(look.seen, box);
  const xAxis = planeAxis(data.x, x, 62);

  let behind = "";
  if (cells)
    behind = cells.words
      ? regionCells(cells, x, y, palette)
      : cellsImage(cells, x, y, box, look.theme, look.density);
  let inside = "";
  const seen = model.series.filter((one) => look.shown(one.slot));
  for (const one of seen) {
    const d = area(model, one, x, y);
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
  const yAxis = planeAxis(data.y, y, 46);
  const layers = { behind, inside, grid: !image };
  let content = drawnPlane(box, xAxis, yAxis, look.width, palette, layers);
  if (cells && image)
    content +=
      colourBar(cells, box, palette, look.theme) +
      text(look.width - 4, box.top - 6, cells.unit ? `${cells.label} (${cells.unit})` : cells.label, {
        "text-anchor": "end",
        "font-size": 11,
        fill: palette.soft,
      });
  return { content, height: box.bottom + footRoom(xAxis, wide), box, x, y };
}

/** The part of a series that is determined, or not; a piece between the two belongs to what is not. */
function part(one: Series, determined: 0 | 1): Numbers {
  const kind = (i: number): number => (one.determined?.[i] === 0 ? 0 : 1);
  const last = one.x.length - 1;
  return one.y.map((value, i) => {
    const own = kind(i) === determined;
    const beside =
      determined === 0 && ((i > 0 && kind(i - 1) === 0) || (i < last && kind(i + 1) === 0));
    return own || beside ? value : NaN;
  });
}

/** More points than this are a cloud: dots as small as can be seen, one path for all of them. */
const CLOUD = 1500;

/** Dots of a cloud, each place of the screen once. */
function cloudPath(one: Series, x: Scale, y: Scale, box: Box): string {
  const places = new Set<string>();
  one.x.forEach((value, i) => {
    const [a, b] = [x(value), y(one.y[i]!)];
    if (!(a >= box.left && a <= box.right && b >= box.top && b <= box.bottom)) return;
    places.add(`M${Math.round(2 * a) / 2} ${Math.round(2 * b) / 2}h0`);
  });
  return [...places].join("");
}

function seriesDrawing(one: Series, x: Scale, y: Scale, box: Box, palette: Palette): string {
  const colour = lawColour(palette, one.colour);
  let drawn = hint(one.detail ? `${one.name}, ${one.detail}` : one.name);
  if (one.points && !one.line && !one.spread && one.x.length > CLOUD)
    return tag(
      "g",
      { "data-series": one.name },
      drawn +
        tag("path", {
          d: cloudPath(one, x, y, box) || "M0 0",
          fill: "none",
          stroke: colour,
          "stroke-width": 1.2,
          "stroke-linecap": "round",
          "stroke-opacity": "0.7",
        }),
    );
  if (one.line && one.determined)
    drawn += tag("path", {
      d: linePath(one.x, part(one, 0), x, y) || "M0 0",
      fill: "none",
      stroke: colour,
      "stroke-width": 2.4,
      "stroke-linecap": "round",
      "stroke-dasharray": "0.1 5",
      "data-determined": "false",
    });
  if (one.line)
    drawn += tag("path", {
      d: linePath(one.x, one.determined ? part(one, 1) : one.y, x, y) || "M0 0",
      fill: "none",
      stroke: colour,
      "stroke-width": one.thin ? 0.9 : 2,
      "stroke-opacity": one.thin ? "0.55" : undefined,
      "stroke-dasharray": one.thin || one.points ? undefined : dashes(one.colour),
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

/** A sample of a series for legends, 30 px wide. */
export function seriesSample(one: Series, palette: Palette, x: number, y: number): string {
  const fill = lawColour(palette, one.colour);
  return (
    (one.line ? lineSample(one.colour, palette, x, y, 30, one.points) : "") +
    (one.points ? tag("path", { d: pointPath(one.colour, x + 15, y, 4.2), fill }) : "")
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
export function panelSheet(model: PanelModel, look: Omit<PanelLook, "theme" | "density">): string {
  const palette = palettes.light;
  const { box, ...drawn } = drawnPanel(model, { ...look, theme: "light", density: 2 }, titleRoom);
  const words = model.cells?.words ?? [];
  const fills = new Fills(palette);
  const entries: Entry[] = [
    ...legendSeries([model])
      .filter((one) => look.shown(one.slot))
      .map((one) => ({
        name: one.name,
        wide: 30,
        sample: (x: number, y: number) => seriesSample(one, palette, x, y),
      })),
    ...model.wordsSeen().map((name) => ({
      name,
      wide: 16,
      sample: (x: number, y: number) =>
        fillSample(regionFill(fills, words, words.indexOf(name)), palette, x, y),
    })),
  ];
  const named = legend(entries, 24, drawn.height + 4, look.width - 34, palette);
  return sheet(
    model.title,
    model.summary(look.shown),
    look.width,
    drawn.height + named.height + 10,
    box.left,
    drawn.content + named.content + fills.definitions(),
  );
}
