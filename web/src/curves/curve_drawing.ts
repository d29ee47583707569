/** A figure of curves as a vector drawing, the same on the screen, on paper and in files: axes,
 * curves, regions, marks, rows of regions below. */
import { tag, text } from "../base/dom";
import { lawColour, lawDash, mixed, outcomeColour, palettes, type Palette } from "../base/palette";
import { Fills, hatched } from "../figures/fills";
import { fillEntries, legend, lineSample, type Entry } from "../figures/legend";
import { linePath, seenPlaces } from "../figures/lines";
import { drawnPlane, type Box, type PlaneAxis } from "../figures/plane";
import { disc, vectors, type Group, type Shape } from "../figures/shapes";
import { footnote, sheet, titleRoom } from "../figures/sheet";
import { scale, type Scale } from "../figures/ticks";
import { visible } from "../sweep/regions";
import type { View } from "../sweep/view";
import { fixedValues, type Curve, type CurveModel } from "./curve_model";
import { glyphOf, glyphPath, onCurve, sortedMarks } from "./glyphs";
import { categoriesIn, stripHeight, stripRows, type StripRow } from "./strip";

/** How large a drawing is: `wide` for a page's width, `half` for two side by side. */
export interface DrawingSize {
  width: number;
  height: number;
}
export const wide: DrawingSize = { width: 760, height: 330 };
export const half: DrawingSize = { width: 470, height: 250 };

/** px below a plane for its axis, above the rows. */
export const axisRoom = 56;

export interface CurveLook {
  palette: Palette;
  box: Box;
  /** Of the whole drawing. */
  width: number;
  /** Below the curves. */
  rows: StripRow[];
  /** Dots a pixel of who shows it. */
  density: number;
}

export interface DrawnCurves {
  content: string;
  curves: Group[];
  /** Where it ends. */
  bottom: number;
  x: Scale;
  y: Scale;
}

/** The axis of a sweep that figures share, over pixels. */
export function sweptAxis(view: View, from: number, to: number, each: number): PlaneAxis {
  const { axis } = view.slice();
  const { factor, ticks: kind } = view.display(axis);
  const [low, high] = view.seen();
  const { spacing } = axis;
  const at = scale(low, high, from, to, spacing);
  return { title: view.axisTitle(axis), at, spacing, factor, kind, each };
}

/** Regions of outcome, and where losses are below zero. */
function behind(model: CurveModel, { palette, box }: CurveLook, x: Scale, y: Scale): string {
  let drawn = "";
  for (const { from, to, category } of visible(model.shaded(), x)) {
    const left = Math.max(box.left, x(from));
    const right = Math.min(box.right, x(to));
    if (right <= left) continue;
    const colour = outcomeColour(palette, category.kind);
    drawn += tag("rect", {
      x: left,
      y: box.top,
      width: right - left,
      height: box.bottom - box.top,
      "fill-opacity": "0.42",
      fill: hatched(category) ? mixed(colour, palette.page, 0.5) : colour,
    });
  }
  const below = box.bottom - y(0);
  if (!model.figure.energy || below <= 0) return drawn;
  drawn += tag("rect", {
    x: box.left,
    y: box.bottom - below,
    width: box.right - box.left,
    height: below,
    fill: palette.gain,
    "fill-opacity": "0.8",
  });
  if (below > 24)
    drawn += text(box.left + 6, box.bottom - 6, model.view.sweep.gain, {
      "font-size": 11,
      fill: palette.soft,
    });
  return drawn;
}

/** A law's curve and its marks. */
function curveShapes(model: CurveModel, curve: Curve, look: CurveLook, x: Scale, y: Scale): Group {
  const { law, line, values } = curve;
  const { xs } = model.view.slice();
  const [first, end] = model.seen();
  const colour = lawColour(look.palette, law);
  const shapes: Shape[] = [];
  const dots = (places: Iterable<number>, r: number): void => {
    let d = "";
    for (const i of places) if (!Number.isNaN(line[i]!)) d += disc(x(xs[i]!), y(line[i]!), r);
    if (d) shapes.push({ d, colour });
  };
  const places = seenPlaces(xs, line, x, first, end, look.density);
  if (model.dotted) dots(Array.from({ length: end - first }, (_, k) => first + k), 2.5);
  else {
    const d = linePath(xs, line, x, y, places) || "M0 0";
    shapes.push({ d, colour, wide: 2, dash: lawDash(law) });
    dots(
      curve.lone.filter((i) => i >= first && i < end),
      2.2,
    );
  }
  let last = -Infinity;
  let glyphs = "";
  for (const { index, name } of seenMarks(model, curve)) {
    const at = x(xs[index]!);
    if (at - last < 7) continue;
    last = at;
    const value = values[index]!;
    const foot = look.box.bottom - 9 - 11 * law;
    const height = onCurve(name) && !Number.isNaN(value) ? y(value) : foot;
    glyphs += glyphPath(glyphOf(name), at, height, 4.5);
  }
  if (glyphs) shapes.push({ d: glyphs, colour, wide: 1.8 });
  return { name: model.view.sweep.laws[law]!.name, shapes };
}

function seenMarks(model: CurveModel, { marks }: Curve): Curve["marks"] {
  const { xs } = model.view.slice();
  const [low, high] = model.view.seen();
  return marks.filter(({ index }) => xs[index]! >= low && xs[index]! <= high);
}

/** The plane with its curves, unless others paint these, and the rows below it. */
export function drawnCurves(
  model: CurveModel,
  look: CurveLook,
  inside: (curves: Group[]) => string = () => "",
): DrawnCurves {
  const { palette, box, rows } = look;
  const { quantity, unit } = model.figure;
  const xAxis = sweptAxis(model.view, box.left, box.right, 70);
  const [low, high] = model.extent();
  const at = scale(low, high, box.bottom, box.top);
  const yAxis: PlaneAxis = { title: `${quantity} (${unit})`, at, spacing: "linear", each: 38 };
  const x = xAxis.at;
  const curves = model.curves().map((curve) => curveShapes(model, curve, look, x, at));
  const layers = { behind: behind(model, look, x, at), inside: inside(curves), grid: true };
  let content = drawnPlane(box, xAxis, yAxis, look.width, palette, layers);
  const bottom = box.bottom + axisRoom;
  if (rows.length > 0) {
    const fills = new Fills(palette);
    const rowBox = { ...box, top: bottom, bottom: bottom + stripHeight(rows) };
    const strip = stripRows(rows, xAxis, rowBox, palette, fills);
    content += fills.definitions() + strip;
  }
  return { content, curves, bottom: bottom + stripHeight(rows), x, y: at };
}

/** A file of its own, light, as it is zoomed now, with legend. */
export function curveSheet(
  model: CurveModel,
  rows: StripRow[],
  { width, height }: DrawingSize = wide,
): string {
  const palette = palettes.light;
  const { sweep, state } = model.view;
  const box = { left: 92, right: width - 20, top: titleRoom, bottom: titleRoom + height };
  const drawn = drawnCurves(model, { palette, box, width, rows, density: 2 }, vectors);
  const fills = new Fills(palette);
  const room = box.right - box.left;
  const curves = model.curves();
  const marked = curves.flatMap((curve) => seenMarks(model, curve).map(({ name }) => name));
  const entries: Entry[] = [
    ...curves.map(({ law }) => ({
      name: sweep.laws[law]!.name,
      wide: 36,
      sample: (x: number, y: number) => lineSample(law, palette, x, y),
    })),
    ...sortedMarks(marked).map((name) => ({
      name,
      wide: 12,
      sample: (x: number, y: number) =>
        tag("path", {
          d: glyphPath(glyphOf(name), x + 6, y, 4.5),
          fill: "none",
          stroke: palette.ink,
          "stroke-width": 1.6,
        }),
    })),
  ];
  let down = drawn.bottom + (rows.length > 0 ? 12 : 0);
  const laws = legend(entries, box.left, down, room, palette);
  down += laws.height + 4;
  const named = categoriesIn([{ label: "", regions: model.shaded() }, ...rows]);
  const outcomes = legend(fillEntries(named, fills), box.left, down, room, palette);
  down += outcomes.height;
  const words =
    `Regions: ${sweep.contacts[model.contact]?.name ?? ""} by the ` +
    `${sweep.laws[state.law]?.name ?? ""} law. ${fixedValues(model.view)}`;
  return sheet(
    model.figure.title,
    model.summary(),
    width,
    down + 26,
    box.left,
    fills.definitions() +
      drawn.content +
      laws.content +
      outcomes.content +
      footnote(box.left, down + 14, words),
  );
}
