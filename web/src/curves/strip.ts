/** Rows of regions along an axis, each named where there is room. The same drawing is used on the
 * screen and in exported figures. */
import { hint, tag, text } from "../base/dom";
import { number } from "../base/format";
import { mixed, outcomeColour, type Palette } from "../base/palette";
import { hatched, type Fills } from "../figures/fills";
import { lineSample } from "../figures/legend";
import type { Box, PlaneAxis } from "../figures/plane";
import { visible, type Category, type Region } from "../sweep/regions";

export interface StripRow {
  label: string;
  /** The law whose line stands beside the label. */
  law?: number;
  regions: Region[];
}

const rowHeight = 22;
const letter = 6.4; // px, the mean width of a letter at size 11

export function stripHeight(rows: StripRow[]): number {
  return rows.length * rowHeight;
}

/** The rows within a box. */
export function stripRows(
  rows: StripRow[],
  { at, factor = 1 }: PlaneAxis,
  { left, right, top }: Box,
  palette: Palette,
  fills: Fills,
): string {
  let result = "";
  rows.forEach((row, r) => {
    const y = top + r * rowHeight;
    let label = text(left - 8, y + rowHeight / 2 + 4, row.label, {
      "text-anchor": "end",
      "font-size": 12,
      fill: palette.ink,
    });
    if (row.law !== undefined && left >= 125)
      label += lineSample(row.law, palette, left - 122, y + rowHeight / 2);
    result += label;
    for (const region of visible(row.regions, at)) {
      const from = Math.max(left, at(region.from));
      const to = Math.min(right, at(region.to));
      if (to <= left || from >= right) continue;
      const name = region.category.name;
      const span = `${number(region.from * factor, 5)} to ${number(region.to * factor, 5)}`;
      const width = Math.max(to - from, 1);
      const room = width - 8;
      const size = room > name.length * letter ? 11 : 9.5;
      const shown = room + 6 > (name.length * letter * size) / 11 ? name : "";
      result += tag(
        "g",
        {},
        hint(`${row.label}: ${name}, ${span}`) +
          tag("rect", {
            x: from,
            y: y + 2,
            width,
            height: rowHeight - 4,
            fill: fills.of(region.category),
          }) +
          (shown
            ? text((from + to) / 2, y + rowHeight / 2 + 4, shown, {
                "text-anchor": "middle",
                "font-size": size,
                fill: palette.ink,
                "paint-order": "stroke",
                stroke: hatched(region.category)
                  ? mixed(outcomeColour(palette, region.category.kind), palette.page, 0.35)
                  : undefined,
                "stroke-width": 3,
              })
            : "") +
          (from > left + 0.5
            ? tag("line", {
                x1: from,
                x2: from,
                y1: y + 2,
                y2: y + rowHeight - 2,
                stroke: palette.page,
                "stroke-width": 1,
              })
            : ""),
      );
    }
  });
  return result;
}

/** Every category in the rows, once. */
export function categoriesIn(rows: StripRow[]): Category[] {
  const found = new Map<string, Category>();
  for (const row of rows)
    for (const region of row.regions) found.set(region.category.name, region.category);
  const rank = (c: Category): string =>
    `${(["rests", "slides", "rebounds"].indexOf(c.kind) + 9) % 9}${c.name}`;
  return [...found.values()].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}
