/** The plane of a figure: two axes and what lies between them. Every figure with axes is drawn here,
 * for the screen, for paper and for files alike. */
import { escape, newId, px, tag, text, upward } from "../base/dom";
import { number, tickLabels } from "../base/format";
import type { Palette } from "../base/palette";
import { logTicks, ticks, type Scale, type Spacing, type TickKind } from "./ticks";

/** Pixels of a drawing. */
export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** An axis as it is drawn. */
export interface PlaneAxis {
  /** "φ (deg)" */
  title: string;
  at: Scale;
  spacing: Spacing;
  /** px a tick, or more. */
  each: number;
  /** What is shown of a value is so many times it. */
  factor?: number;
  kind?: TickKind;
  /** The places 0, 1, 2 … have these names. */
  words?: string[];
}

export interface Tick {
  /** In the axis' own unit. */
  value: number;
  label: string;
}

/** The ticks of an axis of so many pixels. */
export function axisTicks(axis: PlaneAxis, pixels: number, least = 3): Tick[] {
  const { at, words, factor = 1 } = axis;
  if (words) {
    const first = Math.max(0, Math.ceil(at.low));
    const last = Math.min(words.length - 1, Math.floor(at.high));
    const every = Math.max(1, Math.ceil(((last - first + 1) * 14) / pixels));
    const found: Tick[] = [];
    for (let i = first; i <= last; i += every) found.push({ value: i, label: words[i]! });
    return found;
  }
  const [low, high] = [at.low * factor, at.high * factor];
  const log = axis.spacing === "log";
  const places = log
    ? logTicks(low, high, pixels / axis.each)
    : ticks(low, high, Math.max(least, pixels / axis.each), axis.kind);
  const labels = log ? places.map((place) => number(place, 4)) : tickLabels(places);
  return places.map((place, i) => ({ value: place / factor, label: labels[i]! }));
}

/** px, about, of words at size 12. */
export const textWidth = (words: string): number => words.length * 6.6;

/** Letters of a name that is written upward; longer ones are cut. */
const longest = 26;

/** px left of a plane for its vertical axis. */
export function leftRoom(y: PlaneAxis, height: number): number {
  const widest = Math.max(0, ...axisTicks(y, height).map(({ label }) => textWidth(label)));
  return Math.min(190, Math.max(74, widest + 38));
}

/** Names of places that do not fit side by side are written upward. */
function steepNames(x: PlaneAxis, width: number): number {
  const widest = Math.max(0, ...(x.words ?? []).map(textWidth));
  return x.words && widest > width / x.words.length - 6 ? widest : 0;
}

/** px below a plane for its horizontal axis. */
export function footRoom(x: PlaneAxis, width: number): number {
  const steep = steepNames(x, width);
  return steep ? Math.min(longest * 6, steep) + 34 : 46;
}

/** The size of a title that has so many pixels. */
const titleSize = (words: string, room: number): number =>
  Math.max(8.5, Math.min(13, (13 * room) / textWidth(words)));

/** The horizontal axis below a box: ticks, their labels, and the title as near to the middle as it
 * fits between 0 and `width`. `across`: where its grid begins. */
export function xAxis(
  axis: PlaneAxis,
  box: Box,
  width: number,
  palette: Palette,
  across = box.bottom,
): string {
  const { at } = axis;
  const wide = box.right - box.left;
  const steep = steepNames(axis, wide) > 0;
  const stroke = across < box.bottom ? palette.grid : palette.faint;
  let drawn = "";
  for (const { value, label } of axisTicks(axis, wide, 4)) {
    const x = at(value);
    drawn += tag("line", { x1: x, x2: x, y1: across, y2: box.bottom + 5, stroke });
    drawn += steep
      ? tag(
          "text",
          {
            transform: `translate(${px(x + 4)} ${px(box.bottom + 8)}) rotate(-90)`,
            "text-anchor": "end",
            "font-size": 11,
            fill: palette.soft,
          },
          escape(label.length > longest ? `${label.slice(0, longest - 1)}…` : label),
        )
      : text(x, box.bottom + 20, label, {
          "text-anchor": "middle",
          fill: palette.soft,
          "font-size": 12,
        });
  }
  const words = axis.title;
  const size = titleSize(words, (width - 8) / 1.12);
  const half = (textWidth(words) * 1.12 * size) / 26 + 2;
  const middle = Math.max(half, Math.min((box.left + box.right) / 2, width - half));
  return (
    drawn +
    text(middle, box.bottom + footRoom(axis, wide) - 6, words, {
      "text-anchor": "middle",
      "font-size": size,
      fill: palette.ink,
    })
  );
}

/** The vertical axis left of a box. `across`: where its grid ends. */
function yAxis(axis: PlaneAxis, box: Box, palette: Palette, across: number): string {
  const height = box.bottom - box.top;
  let drawn = "";
  for (const { value, label } of axisTicks(axis, height)) {
    const y = axis.at(value);
    const zero = value === 0 && !axis.words;
    drawn +=
      tag("line", {
        x1: box.left - 5,
        x2: across,
        y1: y,
        y2: y,
        stroke: across <= box.left ? palette.faint : zero ? palette.zero : palette.grid,
      }) +
      text(box.left - 9, y + 4, label, {
        "text-anchor": "end",
        fill: palette.soft,
        "font-size": 12,
      });
  }
  const size = titleSize(axis.title, height + 20);
  return (
    drawn +
    tag(
      "g",
      { "font-size": size },
      upward(18, (box.top + box.bottom) / 2, axis.title, palette.ink),
    )
  );
}

export interface Layers {
  /** Below the grid; an image or cells, across which nothing is drawn, have no grid. */
  behind: string;
  inside: string;
  grid: boolean;
}

/** Axes, grid and edge of a plane in a drawing of a width, and what is in it, cut at its edge. */
export function drawnPlane(
  box: Box,
  x: PlaneAxis,
  y: PlaneAxis,
  width: number,
  palette: Palette,
  { behind, inside, grid }: Layers,
): string {
  const edge = {
    x: box.left,
    y: box.top,
    width: box.right - box.left,
    height: box.bottom - box.top,
  };
  const clip = newId("plane");
  const cut = (content: string): string => tag("g", { "clip-path": `url(#${clip})` }, content);
  return (
    tag("clipPath", { id: clip }, tag("rect", edge)) +
    cut(behind) +
    xAxis(x, box, width, palette, grid ? box.top : box.bottom) +
    yAxis(y, box, palette, grid ? box.right : box.left) +
    tag("rect", { ...edge, fill: "none", stroke: palette.faint }) +
    cut(inside)
  );
}
