/** A panel's data as the page computes with them: what is drawn, what is seen, what is near. */
import { below, length, numbers, type Numbers } from "../data/columns";
import { csv as csvText, type Cell } from "../base/csv";
import type { PanelAxis, PanelData } from "../data/data";
import { number } from "../base/format";
import type { Box } from "../figures/plane";
import { roomy, scale, type Scale } from "../figures/ticks";

export type Range = [number, number];

export interface Series {
  name: string;
  detail: string;
  /** Place among the names of the figure; and among the page's colours. */
  slot: number;
  colour: number;
  x: Numbers;
  y: Numbers;
  spread: Numbers | null;
  /** 0 where a point is one choice among others. */
  determined: Numbers | null;
  line: boolean;
  points: boolean;
  thin: boolean;
  /** -1: none, -2: inside, -3: down to zero; else the place of the other series. */
  shaded: number;
}

export interface Cells {
  label: string;
  unit: string;
  x: Numbers;
  y: Numbers;
  columns: number;
  rows: number;
  values: Numbers;
  words: string[] | null;
  /** The largest size of a value. */
  largest: number;
  signed: boolean;
}

export interface Seen {
  x: Range;
  y: Range;
}

export function axisTitle(axis: PanelAxis): string {
  return axis.unit ? `${axis.label} (${axis.unit})` : axis.label;
}

/** A value of an axis with its unit, or its name. */
export function axisValue(axis: PanelAxis, value: number, digits = 8): string {
  if (axis.words) return axis.words[Math.round(value)] ?? number(value, digits);
  const shown = number(value, digits);
  return !axis.unit ? shown : axis.unit === "°" ? `${shown}°` : `${shown} ${axis.unit}`;
}

function extent(lists: Iterable<ArrayLike<number>>, positive: boolean): Range {
  let low = Infinity;
  let high = -Infinity;
  for (const list of lists)
    for (let i = 0; i < list.length; ++i) {
      const value = list[i]!;
      if (Number.isNaN(value) || (positive && value <= 0)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  return [low, high];
}

/** What is seen of an axis at first: what it says, or all of its values with some room. */
function whole(axis: PanelAxis, lists: ArrayLike<number>[], tight: boolean): Range {
  if (axis.range) return axis.range;
  if (axis.words) return [-0.5, axis.words.length - 0.5];
  const [low, high] = extent(lists, axis.log ?? false);
  if (tight && low < high) return [low, high];
  if (!axis.log) return roomy(low, high);
  if (!Number.isFinite(low)) return [1, 10];
  const [a, b] = roomy(Math.log(low), Math.log(high));
  return [Math.exp(a), Math.exp(b)];
}

export class PanelModel {
  readonly series: Series[];
  readonly cells: Cells | null;
  readonly all: Seen;

  /** `names`: those of the whole figure, in order; new ones are added. */
  constructor(
    readonly data: PanelData,
    names: string[],
    readonly title: string,
  ) {
    const given = data.series ?? [];
    this.series = given.map((one, i) => {
      const count = length(one.x);
      const where = `of series "${one.name}"`;
      if (!names.includes(one.name)) names.push(one.name);
      const slot = names.indexOf(one.name);
      const { shaded } = one;
      const drawn = one.drawn ?? "line";
      return {
        name: one.name,
        detail: one.detail ?? "",
        slot,
        colour: one.colour ?? slot,
        x: numbers(one.x, count, `x ${where}`),
        y: numbers(one.y, count, `y ${where}`),
        spread: one.spread ? numbers(one.spread, count, `spread ${where}`) : null,
        determined: one.determined ? numbers(one.determined, count, `determined ${where}`) : null,
        line: drawn !== "points",
        points: drawn !== "line",
        thin: one.thin ?? false,
        shaded:
          shaded === "inside"
            ? -2
            : shaded === "zero"
              ? -3
              : shaded
                ? given.findIndex((other, k) => k !== i && other.name === shaded.to)
                : -1,
      };
    });
    this.cells = data.cells ? cellsOf(data) : null;
    const spreads = this.series.flatMap((one) =>
      one.spread
        ? [one.y.map((y, i) => y - one.spread![i]!), one.y.map((y, i) => y + one.spread![i]!)]
        : [],
    );
    const xs: ArrayLike<number>[] = this.series.map((one) => one.x);
    const ys: ArrayLike<number>[] = [...this.series.map((one) => one.y), ...spreads];
    if (this.series.some((one) => one.shaded === -3)) ys.push([0]);
    const { cells } = this;
    this.all = {
      x: whole(data.x, cells ? [cells.x] : xs, cells !== null),
      y: whole(data.y, cells ? [cells.y] : ys, cells !== null),
    };
  }

  /** Scales of a box of pixels; with equal axes more is seen of one of them. */
  scales(seen: Seen, { left, right, top, bottom }: Box): { x: Scale; y: Scale } {
    let { x, y } = seen;
    if (this.data.equal) {
      const a = (x[1] - x[0]) / (right - left);
      const b = (y[1] - y[0]) / (bottom - top);
      const wider = (range: Range, factor: number): Range => {
        const middle = (range[0] + range[1]) / 2;
        const half = ((range[1] - range[0]) / 2) * factor;
        return [middle - half, middle + half];
      };
      if (a < b) x = wider(x, b / a);
      else y = wider(y, a / b);
    }
    return {
      x: scale(x[0], x[1], left, right, this.data.x.log ? "log" : "linear"),
      y: scale(y[0], y[1], bottom, top, this.data.y.log ? "log" : "linear"),
    };
  }

  /** The column and row of the cells at a place; null outside. */
  cellAt(x: number, y: number): [number, number] | null {
    if (!this.cells) return null;
    const i = below(this.cells.x, x);
    const j = below(this.cells.y, y);
    return i < 0 || i >= this.cells.columns || j < 0 || j >= this.cells.rows ? null : [i, j];
  }

  /** The words of cells that occur. */
  wordsSeen(): string[] {
    return (this.cells?.words ?? []).filter((_, code) => this.cells!.values.includes(code));
  }

  /** The value of a point, with its spread. */
  valueOf(series: number, point: number): string {
    const one = this.series[series]!;
    const value = axisValue(this.data.y, one.y[point]!);
    const spread = one.spread?.[point] ?? NaN;
    return spread > 0 ? `${value} ± ${axisValue(this.data.y, spread, 3)}` : value;
  }

  cellText(i: number, j: number): string {
    const cells = this.cells!;
    const value = cells.values[j * cells.columns + i]!;
    if (cells.words) return cells.words[value] ?? "–";
    const shown = number(value, 6);
    return cells.unit ? `${shown} ${cells.unit}` : shown;
  }

  /** The shown point nearest to a pixel, if any is within `reach`. */
  nearest(
    shown: (slot: number) => boolean,
    x: Scale,
    y: Scale,
    at: [number, number],
    reach: number,
  ): { series: number; point: number } | null {
    let best: { series: number; point: number } | null = null;
    let least = reach * reach;
    this.series.forEach((one, s) => {
      if (!shown(one.slot)) return;
      for (let i = 0; i < one.x.length; ++i) {
        const dx = x(one.x[i]!) - at[0];
        const dy = y(one.y[i]!) - at[1];
        const square = dx * dx + dy * dy;
        if (square < least) {
          least = square;
          best = { series: s, point: i };
        }
      }
    });
    return best;
  }

  /** Points of other shown series at the same x. */
  beside(shown: (slot: number) => boolean, series: number, point: number): [number, number][] {
    const at = this.series[series]!.x[point]!;
    const near = 1e-9 * (this.all.x[1] - this.all.x[0]);
    const found: [number, number][] = [];
    this.series.forEach((one, s) => {
      if (s === series || !shown(one.slot)) return;
      const i = one.x.findIndex((value) => Math.abs(value - at) <= near);
      if (i >= 0 && !Number.isNaN(one.y[i]!)) found.push([s, i]);
    });
    return found;
  }

  csv(): string {
    const { x, y } = this.data;
    const details = this.series.some((one) => one.detail);
    const spread = this.series.some((one) => one.spread);
    const rows: Cell[][] = [
      [
        "series",
        ...(details ? ["which"] : []),
        axisTitle(x),
        axisTitle(y),
        ...(spread ? ["spread"] : []),
      ],
    ];
    for (const one of this.series)
      one.x.forEach((value, i) =>
        rows.push([
          one.name,
          ...(details ? [one.detail] : []),
          x.words?.[value] ?? value,
          y.words?.[one.y[i]!] ?? one.y[i]!,
          ...(spread ? [one.spread?.[i] ?? null] : []),
        ]),
      );
    return csvText(rows);
  }

  /** The middle of each cell and its value. */
  cellsCsv(): string {
    const cells = this.cells!;
    const value = cells.unit ? `${cells.label} (${cells.unit})` : cells.label;
    const rows: Cell[][] = [[axisTitle(this.data.x), axisTitle(this.data.y), value]];
    for (let j = 0; j < cells.rows; ++j)
      for (let i = 0; i < cells.columns; ++i) {
        const one = cells.values[j * cells.columns + i]!;
        rows.push([
          (cells.x[i]! + cells.x[i + 1]!) / 2,
          (cells.y[j]! + cells.y[j + 1]!) / 2,
          cells.words ? (cells.words[one] ?? null) : one,
        ]);
      }
    return csvText(rows);
  }

  /** The panel in words. */
  summary(shown: (slot: number) => boolean): string {
    const { x, y } = this.data;
    const families = new Map<string, Series[]>();
    for (const one of this.series)
      if (shown(one.slot)) families.set(one.name, [...(families.get(one.name) ?? []), one]);
    const parts = [...families].map(([name, members]) => {
      const across = extent(members.map((one) => one.x), false);
      const up = extent(members.map((one) => one.y), false);
      return Number.isFinite(across[0])
        ? `${name}: ${x.label} from ${axisValue(x, across[0], 4)} to ${axisValue(x, across[1], 4)}, ` +
            `${y.label} from ${axisValue(y, up[0], 4)} to ${axisValue(y, up[1], 4)}`
        : `${name}: no values`;
    });
    const { cells } = this;
    if (cells) {
      const [low, high] = extent([cells.values], false);
      const share = (code: number): string =>
        `${Math.round((100 * cells.values.filter((v) => v === code).length) / cells.values.length)} %`;
      parts.unshift(
        cells.words
          ? `${cells.label}: ${this.wordsSeen()
              .map((word) => `${word} ${share(cells.words!.indexOf(word))} of the plane`)
              .join(", ")}`
          : `${cells.label} from ${number(low, 4)} to ${number(high, 4)} ${cells.unit}`,
      );
    }
    return `${this.title}: ${y.label} over ${x.label}. ${parts.join("; ")}.`;
  }
}

function cellsOf(data: PanelData): Cells {
  const given = data.cells!;
  const [columns, rows] = [length(given.x) - 1, length(given.y) - 1];
  if (columns < 1 || rows < 1) throw new Error(`cells "${given.label}" need two edges each way`);
  const values = numbers(given.values, columns * rows, `values of cells "${given.label}"`);
  const [low, high] = extent([values], false);
  return {
    label: given.label,
    unit: given.unit ?? "",
    x: numbers(given.x, columns + 1, "x of cells"),
    y: numbers(given.y, rows + 1, "y of cells"),
    columns,
    rows,
    values,
    words: given.words ?? null,
    largest: Math.max(Math.abs(low), Math.abs(high)) || 1,
    signed: low < 0,
  };
}
