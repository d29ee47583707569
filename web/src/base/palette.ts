/**
 * Colours and dashes. `palette.json` names every colour once, for light and for dark; the same names
 * and colours are in the program's drawings (src/draw/palette.cpp), so that a colour means the same
 * in a drawing and on a page. The hues of series are those of Okabe and Ito (2008), told apart with
 * every common colour blindness, made darker on white and lighter on black; every series has a dash
 * of its own as well, every outcome a name and every missing answer a hatch.
 */
import named from "./palette.json";

export type Theme = "light" | "dark";

export interface Palette {
  page: string;
  ink: string;
  soft: string;
  faint: string;
  grid: string;
  zero: string;
  /** Behind curves, where energy is made. */
  gain: string;
  laws: string[];
  outcomes: Record<string, string>;
  /** Regions of words that have no meaning of their own. */
  regions: string[];
  velocityBefore: string;
  velocityAfter: string;
  /** What a contact exerts: an impulse, or a force. */
  impulse: string;
  /** A contact that rests. */
  resting: string;
  bar: string;
  barEdge: string;
  solid: string;
  solidEdge: string;
}

function paletteOf(theme: Theme): Palette {
  const k = theme === "light" ? 0 : 1;
  const tone = (name: keyof typeof named.tones): string => named.tones[name][k]!;
  return {
    page: tone("paper"),
    ink: tone("ink"),
    soft: tone("soft"),
    faint: tone("faint"),
    grid: tone("grid"),
    zero: tone("zero"),
    gain: tone("gain"),
    laws: named.series.map((one) => one[k]!),
    outcomes: {
      rests: tone("rests"),
      slides: tone("slides"),
      rebounds: tone("leaves"),
      leaves: tone("leaves"),
      pressed: tone("pressed"),
      untouched: tone("untouched"),
      apart: tone("untouched"),
      "no configuration": tone("none"),
      none: tone("none"),
    },
    regions: named.regions.map((one) => one[k]!),
    velocityBefore: tone("velocity-before"),
    velocityAfter: tone("velocity"),
    impulse: tone("impulse"),
    resting: tone("resting"),
    bar: tone("body"),
    barEdge: tone("body-edge"),
    solid: tone("ground"),
    solidEdge: tone("ground-edge"),
  };
}

export const palettes: Record<Theme, Palette> = {
  light: paletteOf("light"),
  dark: paletteOf("dark"),
};

const patterns: number[][] = [
  [],
  [11, 5],
  [3, 3],
  [12, 4, 3, 4],
  [7, 3, 2, 3, 2, 3],
  [18, 6],
  [2, 6],
  [9, 3, 9, 7],
];

export function lawColour(palette: Palette, law: number): string {
  return palette.laws[law % palette.laws.length]!;
}

export function lawDash(law: number): number[] {
  return patterns[law % patterns.length]!;
}

/** The same as drawings want it: none for a solid line. */
export function dashes(law: number): string | undefined {
  return lawDash(law).join(" ") || undefined;
}

/** Unknown outcomes share a colour; their names tell them apart. */
export function outcomeColour(palette: Palette, kind: string): string {
  return palette.outcomes[kind] ?? palette.regions[0]!;
}

function channels(colour: string): [number, number, number] {
  const value = parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

export function mixed(from: string, to: string, share: number): string {
  const a = channels(from);
  const b = channels(to);
  const parts = a.map((x, i) => Math.round(x + (b[i]! - x) * share));
  return `#${parts.map((x) => x.toString(16).padStart(2, "0")).join("")}`;
}

function ramp(stops: string[], share: number): string {
  const at = Math.min(Math.max(share, 0), 1) * (stops.length - 1);
  const i = Math.min(Math.floor(at), stops.length - 2);
  return mixed(stops[i]!, stops[i + 1]!, at - i);
}

const { above, below, nothing } = named.ramps;

/** Levels of colour on each side of zero: enough to look smooth, few enough for vector files. */
export const levels = 48;

/** The level of a number that is `share` of the largest: 0 only for none. */
export function levelOf(share: number): number {
  if (Math.abs(share) < 1e-9) return 0;
  return Math.sign(share) * Math.ceil(Math.abs(share) * levels - 1e-9);
}

/** The colour of a level: blue above zero, orange below. */
export function imageColour(theme: Theme, level: number): string {
  if (level === 0) return nothing[theme][0]!;
  return ramp((level > 0 ? above : below)[theme], Math.abs(level) / levels);
}

/** The colour of an energy loss: below zero a gain, which begins with a colour that no loss has, so
 * that the least gain is seen. */
export function energyColour(theme: Theme, level: number): string {
  if (level >= 0) return imageColour(theme, level);
  return ramp(below[theme].slice(1), -level / levels);
}

/** The colour of a level as numbers, for painting pixels. */
export function imagePixel(theme: Theme, level: number): [number, number, number] {
  return channels(imageColour(theme, level));
}

/** The theme that is seen: the reader's choice, or else the system's. */
export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset["theme"];
  if (chosen === "light" || chosen === "dark") return chosen;
  return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
