/** A figure of curves as a stand-alone vector drawing: axes, curves, regions, marks and legend. */
import { hint, px, svgDocument, tag, text, upward } from "../base/dom";
import { figureMarks, figureSummary, isOpen, type CurveFigure } from "./figures";
import { tickLabels } from "../base/format";
import { glyphOf, glyphPath, onCurve, sortedMarks } from "./glyphs";
import { lawColour, lawDash, mixed, outcomeColour, palettes } from "../base/palette";
import { visible } from "../sweep/regions";
import {
  categoriesIn,
  categoryLegend,
  Fills,
  stripHeight,
  stripRows,
  type StripRow,
} from "./strip";
import { parameters, placeOf } from "../sweep/sweep";
import { logTicks, roomy, scale, ticks, type Scale } from "../figures/ticks";
import type { View } from "../sweep/view";

const palette = palettes.light;
const left = 92;

/** How large a drawing is: `wide` for a page's width, `half` for two side by side. */
export interface DrawingSize {
  width: number;
  height: number;
}
export const wide: DrawingSize = { width: 760, height: 330 };
export const half: DrawingSize = { width: 470, height: 250 };

function dashes(law: number): string | undefined {
  const dash = lawDash(law);
  return dash.length ? dash.map(px).join(" ") : undefined;
}

/** A curve through the points that are seen. Where several fall on one pixel, the first, the least,
 * the greatest and the last of them: what is drawn is the same. */
function curvePath(xs: number[], values: (i: number) => number, x: Scale, y: Scale): string {
  let path = "";
  let pen = false;
  let column = NaN;
  let held: number[] = [];
  const flush = (): void => {
    for (const i of held) {
      path += `${pen ? "L" : "M"}${px(x(xs[i]!))} ${px(y(values(i)))}`;
      pen = true;
    }
    held = [];
  };
  for (let i = 0; i < xs.length; ++i) {
    if ((xs[i + 1] ?? Infinity) < x.low || (xs[i - 1] ?? -Infinity) > x.high) continue;
    const value = values(i);
    if (Number.isNaN(value)) {
      flush();
      pen = false;
      column = NaN;
      continue;
    }
    const pixel = Math.round(2 * x(xs[i]!));
    if (pixel !== column) {
      flush();
      column = pixel;
      held = [i];
    } else if (held.length < 4) held.push(i);
    else {
      const all = [...held, i];
      const least = all.reduce((a, b) => (values(b) < values(a) ? b : a));
      const most = all.reduce((a, b) => (values(b) > values(a) ? b : a));
      held = [...new Set([all[0]!, least, most, i])].sort((a, b) => a - b);
    }
  }
  flush();
  return path;
}

function extent(view: View, figure: CurveFigure, low: number, high: number): [number, number] {
  const along = view.slice();
  let least = Infinity;
  let most = -Infinity;
  view.sweep.laws.forEach((_, law) => {
    if (!view.state.shown[law]) return;
    const values = figure.values(law);
    along.points.forEach((point, i) => {
      const value = values[point]!;
      if (Number.isNaN(value) || along.xs[i]! < low || along.xs[i]! > high) return;
      least = Math.min(least, value);
      most = Math.max(most, value);
    });
  });
  return roomy(figure.energy ? Math.min(least, 0) : least, most);
}

export function curveSvg(
  view: View,
  figure: CurveFigure,
  rows: StripRow[],
  { width, height }: DrawingSize = wide,
): string {
  const right = width - 20;
  const { sweep, state } = view;
  const along = view.slice();
  const { factor, ticks: kind } = view.display(along.axis);
  const [low, high] = view.seen();
  const top = 40;
  const bottom = top + height;
  const x = scale(low, high, left, right, along.axis.spacing);
  const [yLow, yHigh] = extent(view, figure, low, high);
  const y = scale(yLow, yHigh, bottom, top);
  const fills = new Fills(palette);
  const contact = figure.contact < 0 ? state.contact : figure.contact;
  let content = tag(
    "clipPath",
    { id: "panel" },
    tag("rect", { x: left, y: top, width: right - left, height }),
  );

  let inside = "";
  const shaded = view.regions(state.law, contact);
  for (const region of visible(shaded, x)) {
    const from = Math.max(left, x(region.from));
    const to = Math.min(right, x(region.to));
    if (to <= from) continue;
    const colour = outcomeColour(palette, region.category.kind);
    inside += tag("rect", {
      x: from,
      y: top,
      width: to - from,
      height,
      "fill-opacity": "0.42",
      fill:
        region.category.kind === "none" || region.category.untouched
          ? mixed(colour, palette.page, 0.5)
          : colour,
    });
  }
  const zero = y(0);
  if (figure.energy && zero < bottom)
    inside +=
      tag("rect", {
        x: left,
        y: zero,
        width: right - left,
        height: bottom - zero,
        fill: palette.gain,
        "fill-opacity": "0.8",
      }) +
      (bottom - zero > 24
        ? text(left + 6, bottom - 6, view.sweep.gain, { "font-size": 11, fill: palette.soft })
        : "");
  content += tag("g", { "clip-path": "url(#panel)" }, inside);

  let grid = "";
  const xTicks =
    along.axis.spacing === "log"
      ? logTicks(low * factor, high * factor, (right - left) / 75)
      : ticks(low * factor, high * factor, (right - left) / 70, kind);
  tickLabels(xTicks).forEach((label, i) => {
    const at = x(xTicks[i]! / factor);
    grid +=
      tag("line", { x1: at, x2: at, y1: top, y2: bottom + 5, stroke: palette.grid }) +
      text(at, bottom + 20, label, {
        "text-anchor": "middle",
        fill: palette.soft,
        "font-size": 12,
      });
  });
  const yTicks = ticks(yLow, yHigh, height / 38);
  tickLabels(yTicks).forEach((label, i) => {
    const at = y(yTicks[i]!);
    grid +=
      tag("line", {
        x1: left - 5,
        x2: right,
        y1: at,
        y2: at,
        stroke: yTicks[i] === 0 ? palette.zero : palette.grid,
      }) +
      text(left - 10, at + 4, label, { "text-anchor": "end", fill: palette.soft, "font-size": 12 });
  });
  content +=
    grid +
    tag("rect", {
      x: left,
      y: top,
      width: right - left,
      height,
      fill: "none",
      stroke: palette.faint,
    });
  content += text((left + right) / 2, bottom + 40, view.axisTitle(along.axis), {
    "text-anchor": "middle",
    fill: palette.ink,
  });
  content += upward(20, (top + bottom) / 2, `${figure.quantity} (${figure.unit})`, palette.ink);
  content += text(left, 24, figure.title, {
    "font-size": 16,
    "font-weight": "600",
    fill: palette.ink,
  });

  let curves = "";
  const names = new Set<string>();
  const dots = along.axis.random || along.axis.values.length < 3;
  sweep.laws.forEach((law, i) => {
    if (!state.shown[i]) return;
    const values = figure.values(i);
    const number = (k: number): number => values[along.points[k]!]!;
    const value = (k: number): number =>
      isOpen(sweep, figure, i, along.points[k]!) ? NaN : number(k);
    const colour = lawColour(palette, i);
    let drawn = "";
    if (dots) {
      along.xs.forEach((at, k) => {
        if (!Number.isNaN(value(k)))
          drawn += tag("circle", { cx: x(at), cy: y(value(k)), r: 2.5, fill: colour });
      });
    } else {
      drawn = tag("path", {
        d: curvePath(along.xs, value, x, y) || "M0 0",
        fill: "none",
        stroke: colour,
        "stroke-width": 2,
        "stroke-dasharray": dashes(i),
        "stroke-linejoin": "round",
      });
      along.xs.forEach((at, k) => {
        if (
          !Number.isNaN(value(k)) &&
          !(k > 0 && !Number.isNaN(value(k - 1))) &&
          !(k + 1 < along.xs.length && !Number.isNaN(value(k + 1)))
        )
          drawn += tag("circle", { cx: x(at), cy: y(value(k)), r: 2.2, fill: colour });
      });
    }
    let last = -Infinity;
    for (const mark of figureMarks(view, figure, i)) {
      const at = x(along.xs[mark.index]!);
      if (at < left || at > right) continue;
      names.add(mark.name);
      if (at - last < 7) continue;
      last = at;
      const value0 = number(mark.index);
      const foot = onCurve(mark.name) && !Number.isNaN(value0) ? y(value0) : bottom - 9 - 11 * i;
      drawn += tag("path", {
        d: glyphPath(glyphOf(mark.name), at, foot, 4.5),
        fill: "none",
        stroke: colour,
        "stroke-width": 1.8,
      });
    }
    curves += tag("g", {}, hint(law.name) + drawn);
  });
  content += tag("g", { "clip-path": "url(#panel)" }, curves);

  let down = bottom + 56;
  if (rows.length > 0) {
    content += stripRows(rows, x, left, right, down, palette, fills, factor);
    down += stripHeight(rows) + 12;
  }
  const laws = lawLegend(view, [...names], left, down, right - left);
  content += laws.content;
  down += laws.height + 4;
  const shadedRow = { label: "", regions: shaded };
  const outcomes = categoryLegend(
    categoriesIn([shadedRow, ...rows]),
    fills,
    palette,
    left,
    down,
    right - left,
  );
  content += outcomes.content;
  down += outcomes.height;
  content += text(
    left,
    down + 14,
    `Regions: ${sweep.contacts[contact]?.name ?? ""} by the ` +
      `${sweep.laws[state.law]?.name ?? ""} law. ${fixedValues(view)}`,
    { "font-size": 11, fill: palette.soft },
  );
  return svgDocument(
    width,
    down + 26,
    figure.title,
    figureSummary(view, figure),
    tag("rect", { width, height: down + 26, fill: palette.page }) + fills.definitions() + content,
  );
}

/** In sweeps of several axes: where the curves were taken. */
export function fixedValues(view: View): string {
  const others = parameters(view.sweep).filter(({ along }) => along !== view.state.along);
  if (others.length === 0) return "";
  const place = placeOf(view.sweep, view.state.point);
  const words = others.map(
    ({ axis, along }) => `${axis.label} = ${view.value(axis, axis.values[place[along]!]!)}`,
  );
  return `At ${words.join(", ")}.`;
}

function lawLegend(
  view: View,
  marked: string[],
  from: number,
  top: number,
  room: number,
): { content: string; height: number } {
  let x = from;
  let y = top;
  let content = "";
  const place = (needed: number): void => {
    if (x > from && x + needed > from + room) {
      x = from;
      y += 18;
    }
  };
  view.sweep.laws.forEach((law, i) => {
    if (!view.state.shown[i]) return;
    const needed = 44 + law.name.length * 6.8 + 14;
    place(needed);
    content +=
      tag("line", {
        x1: x,
        x2: x + 36,
        y1: y + 8,
        y2: y + 8,
        stroke: lawColour(palette, i),
        "stroke-width": 2.4,
        "stroke-dasharray": dashes(i),
      }) + text(x + 42, y + 12, law.name, { "font-size": 12, fill: palette.ink });
    x += needed;
  });
  for (const name of sortedMarks(marked)) {
    const needed = 20 + name.length * 6.8 + 14;
    place(needed);
    content +=
      tag("path", {
        d: glyphPath(glyphOf(name), x + 6, y + 8, 4.5),
        fill: "none",
        stroke: palette.ink,
        "stroke-width": 1.6,
      }) + text(x + 18, y + 12, name, { "font-size": 12, fill: palette.ink });
    x += needed;
  }
  return { content, height: y + 18 - top };
}
