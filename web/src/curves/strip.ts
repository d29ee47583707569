/** Rows of regions along an axis, each named where there is room. The same drawing is used on the
 * screen and in exported figures. */
import { hint, newId, px, tag, text } from "../base/dom";
import { number } from "../base/format";
import { mixed, outcomeColour, type Palette } from "../base/palette";
import { visible, type Category, type Region } from "../sweep/regions";
import type { Scale } from "../figures/ticks";

export interface StripRow {
  label: string;
  /** A law's colour beside the label. */
  colour?: string;
  dash?: number[];
  regions: Region[];
}

export const rowHeight = 22;
const letter = 6.4; // px, the mean width of a letter at size 11

export function stripHeight(rows: StripRow[]): number {
  return rows.length * rowHeight;
}

function hatch(id: string, palette: Palette, background: string, dense: boolean): string {
  const size = dense ? 5 : 8;
  return tag(
    "pattern",
    {
      id,
      width: size,
      height: size,
      patternUnits: "userSpaceOnUse",
      patternTransform: dense ? "rotate(45)" : "rotate(-45)",
    },
    tag("rect", { width: size, height: size, fill: background }) +
      tag("line", {
        x1: 0,
        y1: 0,
        x2: 0,
        y2: size,
        "stroke-width": dense ? 2.4 : 1.6,
        stroke: mixed(background, palette.ink, dense ? 0.35 : 0.16),
      }),
  );
}

/** Fills for categories: plain where the contact got an impulse, hatched where it stayed
 * untouched, densely hatched where there is no answer. */
export class Fills {
  readonly #stem = newId("fill");
  readonly #patterns = new Map<string, string>();

  constructor(readonly palette: Palette) {}

  of(category: Category): string {
    const colour = outcomeColour(this.palette, category.kind);
    const none = category.kind === "none";
    if (!none && !category.untouched) return colour;
    const id = `${this.#stem}-${category.kind.replace(/\W/g, "")}`;
    if (!this.#patterns.has(id))
      this.#patterns.set(
        id,
        hatch(id, this.palette, none ? colour : mixed(colour, this.palette.page, 0.35), none),
      );
    return `url(#${id})`;
  }

  /** What `of` has referred to. */
  definitions(): string {
    return this.#patterns.size ? tag("defs", {}, [...this.#patterns.values()].join("")) : "";
  }
}

/** The rows, with their tops at `top` and the axis' pixels by `at` (values in the axis' own unit). */
export function stripRows(
  rows: StripRow[],
  at: Scale,
  left: number,
  right: number,
  top: number,
  palette: Palette,
  fills: Fills,
  factor: number,
): string {
  let result = "";
  rows.forEach((row, r) => {
    const y = top + r * rowHeight;
    let label = text(left - 8, y + rowHeight / 2 + 4, row.label, {
      "text-anchor": "end",
      "font-size": 12,
      fill: palette.ink,
    });
    if (row.colour && left >= 125)
      label += tag("line", {
        x1: left - 122,
        x2: left - 86,
        y1: y + rowHeight / 2,
        y2: y + rowHeight / 2,
        stroke: row.colour,
        "stroke-width": 2.5,
        "stroke-dasharray": row.dash?.length ? row.dash.map(px).join(" ") : undefined,
      });
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
                stroke:
                  region.category.untouched || region.category.kind === "none"
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

/** Names beside their fills, in lines no wider than `width`. Returns drawing and height. */
export function categoryLegend(
  categories: Category[],
  fills: Fills,
  palette: Palette,
  left: number,
  top: number,
  width: number,
): { content: string; height: number } {
  let x = left;
  let y = top;
  let content = "";
  for (const category of categories) {
    const needed = 22 + category.name.length * 6.6 + 16;
    if (x > left && x + needed > left + width) {
      x = left;
      y += 18;
    }
    content +=
      tag("rect", {
        x,
        y: y + 2,
        width: 16,
        height: 12,
        fill: fills.of(category),
        stroke: palette.faint,
        "stroke-width": 0.5,
      }) + text(x + 22, y + 12, category.name, { "font-size": 12, fill: palette.ink });
    x += needed;
  }
  return { content, height: categories.length ? y + 18 - top : 0 };
}
