/** What is painted on a figure's canvas behind and over uPlot's curves. */
import type uPlot from "uplot";
import { figureMarks, type CurveFigure } from "./figures";
import { glyphOf, glyphPath, onCurve } from "./glyphs";
import { lawColour, mixed, outcomeColour, type Palette } from "../base/palette";
import { visible } from "../sweep/regions";
import type { View } from "../sweep/view";

function clipped(u: uPlot): { context: CanvasRenderingContext2D; box: uPlot.BBox } {
  const context = u.ctx;
  const box = u.bbox;
  context.save();
  context.beginPath();
  context.rect(box.left, box.top, box.width, box.height);
  context.clip();
  return { context, box };
}

/** Behind the curves: regions of outcome, and losses below zero. */
export function shade(u: uPlot, view: View, figure: CurveFigure, palette: Palette): void {
  const { context, box } = clipped(u);
  const { law, contact } = view.state;
  const { factor } = view.display(view.slice().axis);
  const x = (value: number): number => u.valToPos(value * factor, "x", true);
  const which = figure.contact < 0 ? contact : figure.contact;
  context.globalAlpha = 0.42;
  for (const region of visible(view.regions(law, which), x)) {
    context.fillStyle =
      region.category.kind === "none" || region.category.untouched
        ? mixed(outcomeColour(palette, region.category.kind), palette.page, 0.5)
        : outcomeColour(palette, region.category.kind);
    const from = Math.max(box.left, x(region.from));
    const to = Math.min(box.left + box.width, x(region.to));
    if (to > from) context.fillRect(from, box.top, to - from, box.height);
  }
  context.globalAlpha = 1;
  const zero = u.valToPos(0, "y", true);
  if (zero > box.top && zero < box.top + box.height) {
    if (figure.energy) {
      context.fillStyle = palette.gain;
      context.globalAlpha = 0.8;
      context.fillRect(box.left, zero, box.width, box.top + box.height - zero);
      context.globalAlpha = 1;
      if (box.top + box.height - zero > 24 * devicePixelRatio) {
        context.fillStyle = palette.soft;
        context.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
        context.textAlign = "left";
        context.textBaseline = "bottom";
        context.fillText(
          view.sweep.gain,
          box.left + 6 * devicePixelRatio,
          box.top + box.height - 4 * devicePixelRatio,
        );
      }
    }
    context.fillStyle = palette.zero;
    context.fillRect(box.left, Math.round(zero) - 0.5, box.width, Math.max(1, devicePixelRatio));
  }
  context.restore();
}

/** Over the curves: points without a single answer, holes, and points that stand alone. */
export function mark(u: uPlot, view: View, figure: CurveFigure, palette: Palette): void {
  const { context, box } = clipped(u);
  const radius = 4.5 * devicePixelRatio;
  context.setLineDash([]);
  const [data0, ...curves] = u.data as [number[], ...(number | null)[][]];
  const { points } = view.slice();
  view.sweep.laws.forEach((_, law) => {
    if (!view.state.shown[law]) return;
    context.strokeStyle = context.fillStyle = lawColour(palette, law);
    context.lineWidth = 1.8 * devicePixelRatio;
    const curve = curves[law]!;
    for (let i = 0; i < curve.length; ++i)
      if (curve[i] !== null && curve[i - 1] == null && curve[i + 1] == null) {
        context.beginPath();
        context.arc(
          u.valToPos(data0[i]!, "x", true),
          u.valToPos(curve[i]!, "y", true),
          2.2 * devicePixelRatio,
          0,
          7,
        );
        context.fill();
      }
    let last = -Infinity;
    const values = figure.values(law);
    for (const mark of figureMarks(view, figure, law)) {
      const x = u.valToPos(data0[mark.index]!, "x", true);
      if (x < box.left - 1 || x > box.left + box.width + 1 || x - last < 1.6 * radius) continue;
      last = x;
      const value = values[points[mark.index]!]!;
      const y =
        onCurve(mark.name) && !Number.isNaN(value)
          ? u.valToPos(value, "y", true)
          : box.top + box.height - radius * (2 + 2.4 * law);
      context.stroke(new Path2D(glyphPath(glyphOf(mark.name), x, y, radius)));
    }
  });
  context.restore();
}
