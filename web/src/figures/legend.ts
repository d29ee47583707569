/** Legends in drawings: samples with their names, in lines. */
import { tag, text } from "../base/dom";
import { dashes, lawColour, type Palette } from "../base/palette";
import type { Filled, Fills } from "./fills";
import { textWidth } from "./plane";

export interface Entry {
  name: string;
  /** px, of the sample. */
  wide: number;
  /** Its left end, and its middle's height. */
  sample: (x: number, y: number) => string;
}

export interface Drawn {
  content: string;
  height: number;
}

/** Entries in lines no wider than `room`. */
export function legend(
  entries: Entry[],
  left: number,
  top: number,
  room: number,
  palette: Palette,
): Drawn {
  let [x, y] = [left, top];
  let content = "";
  for (const { name, wide, sample } of entries) {
    const needed = wide + 22 + textWidth(name);
    if (x > left && x + needed > left + room) {
      x = left;
      y += 18;
    }
    content +=
      sample(x, y + 8) + text(x + wide + 6, y + 12, name, { "font-size": 12, fill: palette.ink });
    x += needed;
  }
  return { content, height: entries.length ? y + 18 - top : 0 };
}

/** A line in the colour and dash of a place among the page's colours. */
export function lineSample(
  colour: number,
  palette: Palette,
  x: number,
  y: number,
  wide = 36,
  plain = false,
): string {
  return tag("line", {
    x1: x,
    x2: x + wide,
    y1: y,
    y2: y,
    stroke: lawColour(palette, colour),
    "stroke-width": 2.4,
    "stroke-dasharray": plain ? undefined : dashes(colour),
  });
}

/** A rectangle filled as a region is. */
export function fillSample(fill: string, palette: Palette, x: number, y: number): string {
  return tag("rect", {
    x,
    y: y - 6,
    width: 16,
    height: 12,
    fill,
    stroke: palette.faint,
    "stroke-width": 0.5,
  });
}

/** Names beside their fills. */
export function fillEntries(named: (Filled & { name: string })[], fills: Fills): Entry[] {
  return named.map((one) => ({
    name: one.name,
    wide: 16,
    sample: (x, y) => fillSample(fills.of(one), fills.palette, x, y),
  }));
}
