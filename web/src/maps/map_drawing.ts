/** A map as a vector drawing, the same on the screen, on paper and in files: cells, axes, legend. */
import { tag, text } from "../base/dom";
import { capital, tickLabels } from "../base/format";
import { energyColour, levels, palettes, type Palette, type Theme } from "../base/palette";
import { cellPaths } from "../figures/cells";
import { Fills } from "../figures/fills";
import { fillEntries, legend, type Drawn } from "../figures/legend";
import { drawnPlane, footRoom, type Box, type PlaneAxis } from "../figures/plane";
import { footnote, sheet, titleRoom } from "../figures/sheet";
import { scale, ticks, type Scale } from "../figures/ticks";
import type { SweepAxis } from "../sweep/sweep";
import { edges, type MapModel } from "./map_model";

/** Dots on ambiguous cells, with a ring of the page's colour, so that they are seen on dark cells. */
function ambiguous(model: MapModel, x: Scale, y: Scale, palette: Palette): string {
  const [ex, ey] = [edges(model.xAxis), edges(model.yAxis)];
  let dots = "";
  for (let i = 0; i + 1 < ex.length; ++i)
    for (let j = 0; j + 1 < ey.length; ++j)
      if (model.ambiguous(i, j))
        dots += tag("circle", {
          cx: (x(ex[i]!) + x(ex[i + 1]!)) / 2,
          cy: (y(ey[j]!) + y(ey[j + 1]!)) / 2,
          r: 1.6,
          fill: palette.ink,
          stroke: palette.page,
          "stroke-width": 1.2,
          "paint-order": "stroke",
        });
  return dots;
}

/** The scale of energies. */
function energyScale(model: MapModel, box: Box, top: number, theme: Theme): Drawn {
  const palette = palettes[theme];
  const largest = model.largest();
  const wide = Math.min(box.right - box.left, 420);
  const at = scale(-largest, largest, box.left, box.left + wide);
  let content = "";
  for (let k = -levels; k < levels; ++k)
    content += tag("rect", {
      x: at((k / levels) * largest),
      y: top,
      width: wide / (2 * levels) + 0.3,
      height: 14,
      fill: energyColour(theme, k < 0 ? k : k + 1),
    });
  content += tag("line", {
    x1: at(0),
    x2: at(0),
    y1: top - 3,
    y2: top + 18,
    stroke: palette.ink,
    "stroke-width": 1.5,
  });
  const small = { "font-size": 11, fill: palette.soft };
  const places = ticks(-largest, largest, 6);
  tickLabels(places).forEach((label, i) => {
    content += text(at(places[i]!), top + 30, label, { "text-anchor": "middle", ...small });
  });
  content +=
    text(box.left, top + 46, model.view.sweep.gain, small) +
    text(box.left + wide, top + 46, "energy lost (J)", { "text-anchor": "end", ...small });
  return { content, height: 54 };
}

/** The map in a box, its axes round it and its legend below; the height of all. */
export function drawnMap(model: MapModel, box: Box, width: number, theme: Theme): Drawn {
  const palette = palettes[theme];
  const { x, y } = model.scales(box);
  const { view } = model;
  const axis = (swept: SweepAxis, at: Scale, each: number): PlaneAxis => {
    const { factor, ticks: kind } = view.display(swept);
    return { title: view.axisTitle(swept), at, spacing: swept.spacing, factor, kind, each };
  };
  const xAxis = axis(model.xAxis, x, 75);
  const fills = new Fills(palette);
  const code = (i: number, j: number): number => model.code(i, j);
  let cells = cellPaths(edges(model.xAxis), edges(model.yAxis), x, y, code, (one) =>
    model.fill(one, theme, fills),
  );
  cells += ambiguous(model, x, y, palette);
  if (model.kind === "energy")
    cells += tag("path", {
      d: model.zeroLines(x, y) || "M0 0",
      fill: "none",
      stroke: palette.ink,
      "stroke-width": 1.5,
      "data-zero": "true",
    });
  const wide = box.right - box.left;
  const below = box.bottom + footRoom(xAxis, wide) + 10;
  const named =
    model.kind === "energy"
      ? energyScale(model, box, below, theme)
      : legend(fillEntries(model.categories(), fills), box.left, below, wide, palette);
  const layers = { behind: cells, inside: "", grid: false };
  const plane = drawnPlane(box, xAxis, axis(model.yAxis, y, 48), width, palette, layers);
  return {
    content: fills.definitions() + plane + named.content,
    height: below + named.height + 4,
  };
}

/** A file of its own, light, with a title. */
export function mapSheet(model: MapModel): string {
  const width = 670;
  const box = { left: 92, right: 640, top: titleRoom, bottom: titleRoom + 420 };
  const { content, height } = drawnMap(model, box, width, "light");
  const law = model.view.sweep.laws[model.view.state.law]!.name;
  const words = `${capital(law)} law.${content.includes("<circle") ? " Dots: ambiguous." : ""}`;
  return sheet(
    model.title,
    model.summary(),
    width,
    height + 22,
    box.left,
    content + footnote(box.left, height + 12, words),
  );
}
