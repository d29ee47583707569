/** A map of two axes of a sweep: its cells and what they show. */
import { px } from "../base/dom";
import { number } from "../base/format";
import { energyColour, levelOf, levels, type Theme } from "../base/palette";
import type { Fills } from "../figures/fills";
import type { Box } from "../figures/plane";
import { scale, type Scale } from "../figures/ticks";
import type { Category } from "../sweep/regions";
import { lossAt, placeOf, pointAt, type SweepAxis } from "../sweep/sweep";
import type { View, ViewState } from "../sweep/view";

export type MapKind = "outcome" | "energy";

/** Edges of cells between ascending values; the outermost cells are as wide as their inner half. */
export function edges(axis: SweepAxis): number[] {
  const values = axis.order.map((i) => axis.values[i]!);
  const log = axis.spacing === "log";
  const v = log ? values.map(Math.log) : values;
  const n = v.length;
  const result: number[] = [];
  if (n === 1) result.push(v[0]! - 0.5, v[0]! + 0.5);
  else {
    result.push(v[0]! - (v[1]! - v[0]!) / 2);
    for (let i = 1; i < n; ++i) result.push((v[i - 1]! + v[i]!) / 2);
    result.push(v[n - 1]! + (v[n - 1]! - v[n - 2]!) / 2);
  }
  return log ? result.map(Math.exp) : result;
}

/** The code of a cell without an answer in a map of energies. */
const noAnswer = levels + 1;

export class MapModel {
  constructor(
    readonly view: View,
    readonly kind: MapKind,
  ) {}

  get xAxis(): SweepAxis {
    return this.view.slice().axis;
  }
  get yAxis(): SweepAxis {
    return this.view.sweep.axes[this.view.state.across]!;
  }
  get title(): string {
    const { sweep, state } = this.view;
    return this.kind === "energy"
      ? "Energy loss, map"
      : `Outcomes of ${sweep.contacts[state.contact]!.name}, map`;
  }

  /** The point of a cell: places in the ascending orders of both axes. */
  point(i: number, j: number): number {
    const { along, across, over, point } = this.view.state;
    const grid = this.#grid;
    if (
      grid.along === along &&
      grid.across === across &&
      grid.over === over &&
      grid.point === point
    )
      return grid.x[i]! + grid.y[j]!;
    const { sweep } = this.view;
    const place = placeOf(sweep, point);
    const stride = (axis: number): number =>
      pointAt(
        sweep,
        place.map((_, a) => (a === axis ? 1 : 0)),
      );
    const [dx, dy] = [stride(along), stride(across)];
    const first = point - place[along]! * dx - place[across]! * dy;
    const x = this.xAxis.order.map((k) => first + k * dx);
    const y = this.yAxis.order.map((k) => k * dy);
    this.#grid = { along, across, over, point, x, y };
    return x[i]! + y[j]!;
  }
  /** Points of cells, by column and row, while these are chosen. */
  #grid: Pick<ViewState, "along" | "across" | "over" | "point"> & { x: number[]; y: number[] } =
    { along: -1, across: -1, over: -1, point: -1, x: [], y: [] };

  /** The cell of the chosen point. */
  chosen(): [number, number] {
    const place = placeOf(this.view.sweep, this.view.state.point);
    return [
      this.xAxis.order.indexOf(place[this.view.state.along]!),
      this.yAxis.order.indexOf(place[this.view.state.across]!),
    ];
  }

  seen(): { x: [number, number]; y: [number, number] } {
    const whole = (axis: SweepAxis): [number, number] => {
      const e = edges(axis);
      return [e[0]!, e[e.length - 1]!];
    };
    return {
      x: this.view.state.range ?? whole(this.xAxis),
      y: this.view.state.rangeAcross ?? whole(this.yAxis),
    };
  }

  scales(box: Box): { x: Scale; y: Scale } {
    const { x, y } = this.seen();
    return {
      x: scale(x[0], x[1], box.left, box.right, this.xAxis.spacing),
      y: scale(y[0], y[1], box.bottom, box.top, this.yAxis.spacing),
    };
  }

  /** The largest change of energy by any law, so that maps of laws can be compared. */
  largest(): number {
    if (this.#largest === 0) {
      for (const law of this.view.sweep.laws)
        for (const loss of law.loss)
          if (Math.abs(loss) > this.#largest) this.#largest = Math.abs(loss);
      this.#largest ||= 1;
    }
    return this.#largest;
  }
  #largest = 0;

  /** What cells are coloured by: the level of their loss, or the number of their category. */
  code(i: number, j: number): number {
    if (this.kind === "energy") {
      const level = levelOf(this.loss(i, j) / this.largest());
      return Number.isNaN(level) ? noAnswer : level;
    }
    const category = this.category(i, j);
    const known = this.#categories.indexOf(category);
    return known < 0 ? this.#categories.push(category) - 1 : known;
  }
  readonly #categories: Category[] = [];

  /** The fill of a code. */
  fill(code: number, theme: Theme, fills: Fills): string {
    if (this.kind === "outcome") return fills.of(this.#categories[code]!);
    return code === noAnswer
      ? fills.of({ kind: "none", untouched: false })
      : energyColour(theme, code);
  }

  /** Every category in the map, once. */
  categories(): Category[] {
    const found = new Set<Category>();
    this.xAxis.order.forEach((_, i) =>
      this.yAxis.order.forEach((__, j) => found.add(this.category(i, j))),
    );
    return [...found];
  }

  category(i: number, j: number): Category {
    const { law, contact } = this.view.state;
    return this.view.categories.of(law, contact, this.point(i, j));
  }

  loss(i: number, j: number): number {
    return lossAt(this.view.sweep, this.view.state.law, this.point(i, j));
  }

  sign(i: number, j: number): number {
    return Math.sign(this.loss(i, j));
  }

  ambiguous(i: number, j: number): boolean {
    const { sweep, state } = this.view;
    return (
      sweep.section.verdicts[sweep.laws[state.law]!.verdict[this.point(i, j)]!] === "ambiguous"
    );
  }

  /** Lines between cells that lose and cells that gain energy. */
  zeroLines(x: Scale, y: Scale): string {
    const ex = edges(this.xAxis);
    const ey = edges(this.yAxis);
    let path = "";
    for (let i = 0; i + 1 < ex.length; ++i)
      for (let j = 0; j + 1 < ey.length; ++j) {
        const gain = this.sign(i, j) < 0;
        if (i + 2 < ex.length && this.sign(i + 1, j) < 0 !== gain)
          path += `M${px(x(ex[i + 1]!))} ${px(y(ey[j]!))}V${px(y(ey[j + 1]!))}`;
        if (j + 2 < ey.length && this.sign(i, j + 1) < 0 !== gain)
          path += `M${px(x(ex[i]!))} ${px(y(ey[j + 1]!))}H${px(x(ex[i + 1]!))}`;
      }
    return path;
  }

  summary(): string {
    const { sweep, state } = this.view;
    const law = sweep.laws[state.law]!.name;
    const counts = new Map<string, number>();
    let least = Infinity;
    let most = -Infinity;
    const [nx, ny] = [this.xAxis.order.length, this.yAxis.order.length];
    for (let i = 0; i < nx; ++i)
      for (let j = 0; j < ny; ++j) {
        if (this.kind === "outcome") {
          const { name } = this.category(i, j);
          counts.set(name, (counts.get(name) ?? 0) + 1);
        } else if (!Number.isNaN(this.loss(i, j))) {
          least = Math.min(least, this.loss(i, j));
          most = Math.max(most, this.loss(i, j));
        }
      }
    const what =
      this.kind === "energy"
        ? `energy loss from ${number(least, 4)} J to ${number(most, 4)} J`
        : [...counts]
            .map(([name, n]) => `${name} ${Math.round((100 * n) / (nx * ny))} %`)
            .join(", ");
    return `${this.title} over ${this.xAxis.label} and ${this.yAxis.label} by the ${law} law: ${what}.`;
  }
}
