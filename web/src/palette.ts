/**
 * Colours and dashes. The hues of laws are those of Okabe and Ito (2008), told apart with every
 * common colour blindness, made darker on white and lighter on black; every law has a dash of its
 * own as well, every outcome a name and every missing answer a hatch.
 */

export type Theme = "light" | "dark";

export interface Palette {
  page: string;
  ink: string;
  soft: string;
  faint: string;
  grid: string;
  zero: string;
  accent: string;
  gain: string;
  laws: string[];
  outcomes: Record<string, string>;
  velocityBefore: string;
  velocityAfter: string;
  impulse: string;
  bar: string;
  barEdge: string;
  solid: string;
}

export const palettes: Record<Theme, Palette> = {
  light: {
    page: "#ffffff",
    ink: "#1a1d23",
    soft: "#565d68",
    faint: "#8a919c",
    grid: "#e7e9ed",
    zero: "#9aa1ac",
    accent: "#1f5fbf",
    gain: "#fbe3da",
    laws: ["#0072b2", "#d55e00", "#00805c", "#b03a86", "#1a1d23", "#8a6d00", "#3d8fd1", "#7a3e9d"],
    outcomes: {
      rests: "#c9d3e6",
      slides: "#fbe0a3",
      rebounds: "#b5e0d2",
      leaves: "#b5e0d2",
      pressed: "#fbd5b5",
      untouched: "#eef1f5",
      "no configuration": "#e3e3e6",
      apart: "#eef1f5",
      none: "#e3e3e6",
    },
    velocityBefore: "#8a919c",
    velocityAfter: "#0072b2",
    impulse: "#c2410c",
    bar: "#dfe6f2",
    barEdge: "#33507f",
    solid: "#c3c8d0",
  },
  dark: {
    page: "#14171c",
    ink: "#e8eaee",
    soft: "#a9b1bd",
    faint: "#7d8590",
    grid: "#2a2f38",
    zero: "#6b7380",
    accent: "#7db4ff",
    gain: "#3d211a",
    laws: ["#5cb6f2", "#ff9a4d", "#35cfa0", "#f08fc8", "#e8eaee", "#e2c63f", "#9cc9ff", "#c79bff"],
    outcomes: {
      rests: "#34425c",
      slides: "#5b4a1c",
      rebounds: "#1d5143",
      leaves: "#1d5143",
      pressed: "#5f3a1e",
      untouched: "#232830",
      "no configuration": "#3a3d44",
      apart: "#232830",
      none: "#3a3d44",
    },
    velocityBefore: "#8f98a5",
    velocityAfter: "#5cb6f2",
    impulse: "#ff8a5c",
    bar: "#2b3a55",
    barEdge: "#a9c2ee",
    solid: "#4b525e",
  },
};

const dashes: number[][] = [
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
  return dashes[law % dashes.length]!;
}

/** Unknown outcomes share a colour; their names tell them apart. */
export function outcomeColour(palette: Palette, kind: string): string {
  return palette.outcomes[kind] ?? "#c8a2c8";
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

const lossRamp: Record<Theme, string[]> = {
  light: ["#e9f1f8", "#b3d1e8", "#6ba6d3", "#2b76b4", "#0b4884", "#062a52"],
  dark: ["#1d2833", "#1f4564", "#2a6c9f", "#4e9bd1", "#93c7ec", "#dcefff"],
};
// Gains begin with a colour that no loss has, so that the least gain is seen.
const gainRamp: Record<Theme, string[]> = {
  light: ["#fdc38d", "#f6863c", "#d9480f", "#8f2303"],
  dark: ["#7a3a12", "#c2570c", "#f58a42", "#ffd2ab"],
};
const balance: Record<Theme, string> = { light: "#fbfbf6", dark: "#0c0e11" };

/** Levels of colour on each side of zero: enough to look smooth, few enough for vector files. */
export const levels = 48;

/** The colour of an energy loss, `share` of the largest change on the map: below zero a gain. */
export function energyColour(theme: Theme, share: number): string {
  if (Math.abs(share) < 1e-9) return balance[theme];
  const stepped = Math.ceil(Math.abs(share) * levels) / levels;
  return share > 0 ? ramp(lossRamp[theme], stepped) : ramp(gainRamp[theme], stepped);
}

// Below zero an image begins pale too: next to nothing is next to nothing.
const backRamp: Record<Theme, string[]> = {
  light: ["#fdf0e4", "#fdc38d", "#f6863c", "#d9480f", "#8f2303"],
  dark: ["#281c14", "#7a3a12", "#c2570c", "#f58a42", "#ffd2ab"],
};

/** The colour of an image's number, `share` of the largest. */
export function imageColour(theme: Theme, share: number): string {
  if (Math.abs(share) < 1e-9) return balance[theme];
  const stepped = Math.ceil(Math.abs(share) * levels) / levels;
  return ramp((share > 0 ? lossRamp : backRamp)[theme], stepped);
}

/** The same as numbers, for painting pixels. */
export function imagePixel(theme: Theme, share: number): [number, number, number] {
  return channels(imageColour(theme, share));
}

/** The theme that is seen: the reader's choice, or else the system's. */
export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset["theme"];
  if (chosen === "light" || chosen === "dark") return chosen;
  return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
