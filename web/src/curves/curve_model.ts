/** Which figures of curves a sweep has, and what each of them shows. */
import { capital, number } from "../base/format";
import type { Numbers } from "../data/columns";
import { within } from "../figures/lines";
import { roomy } from "../figures/ticks";
import { marks, type Mark, type Region } from "../sweep/regions";
import { lossAt, parameters, placeOf, present, undetermined, type Slice, type Sweep } from "../sweep/sweep";
import type { View } from "../sweep/view";

export interface CurveFigure {
  /** "energy_loss", "A0.velocity.normal". */
  id: string;
  /** With the contact's name; and without, where the contact is known. */
  title: string;
  heading: string;
  /** What the vertical axis shows, and its unit. */
  quantity: string;
  unit: string;
  /** The contact whose figure it is; -1: of the whole chain. */
  contact: number;
  /** Values below zero are energy made, or given by moved surfaces: shaded. */
  energy: boolean;
  /** Impulses, which the rigid model may leave open. */
  impulse: boolean;
  values: (law: number) => Numbers;
}

export function curveFigures(sweep: Sweep): CurveFigure[] {
  const wanted = sweep.section.figures;
  const asked = (id: string): boolean =>
    !wanted || wanted.some((name) => id === name || id.startsWith(`${name}.`));
  const losses = sweep.laws.map((law, l) => law.loss.map((_, p) => lossAt(sweep, l, p)));
  const result: CurveFigure[] = [
    {
      id: "energy_loss",
      title: "Energy loss",
      heading: "Energy loss",
      quantity: "energy loss",
      unit: "J",
      contact: -1,
      energy: true,
      impulse: false,
      values: (law) => losses[law]!,
    },
  ];
  sweep.contacts.forEach((contact, c) => {
    for (const [kind, unit] of [
      ["velocity", "m/s"],
      ["impulse", "N s"],
    ] as const)
      for (const [direction, key] of [
        ["normal", "n"],
        ["tangential", "t"],
      ] as const)
        result.push({
          id: `${contact.name}.${kind}.${direction}`,
          title: `${contact.name}: ${direction} ${kind}${kind === "velocity" ? " after" : ""}`,
          heading: capital(`${direction} ${kind}${kind === "velocity" ? " after" : ""}`),
          quantity: `${direction} ${kind}${kind === "velocity" ? " after" : ""}`,
          unit,
          contact: c,
          energy: false,
          impulse: kind === "impulse",
          values: (law) => sweep.laws[law]!.contacts[c]![kind][key],
        });
  });
  return result.filter(
    (figure) => asked(figure.id) && sweep.laws.some((_, law) => present(figure.values(law))),
  );
}

/** What a figure shows of one law along a slice. */
export interface Curve {
  law: number;
  values: Numbers;
  /** The same without what is one choice among others: marks show that. */
  line: Numbers;
  /** Places whose neighbours have no value: a line would not show them. */
  lone: number[];
  /** Points without a single answer, holes, and undetermined impulses. */
  marks: Mark[];
}

export class CurveModel {
  #made: { slice: Slice; curves: Curve[] } | null = null;

  constructor(
    readonly view: View,
    readonly figure: CurveFigure,
  ) {}

  /** The curves of all laws, made once for each slice. */
  #all(): Curve[] {
    const slice = this.view.slice();
    if (this.#made?.slice !== slice)
      this.#made = { slice, curves: this.view.sweep.laws.map((_, law) => this.#curve(law, slice)) };
    return this.#made.curves;
  }

  #curve(law: number, slice: Slice): Curve {
    const { sweep } = this.view;
    const column = this.figure.values(law);
    const values = Float64Array.from(slice.points, (point) => column[point]!);
    const line = values.slice();
    const found = marks(sweep, slice, law);
    if (this.figure.impulse)
      slice.points.forEach((point, index) => {
        if (!undetermined(sweep, law, this.figure.contact, point)) return;
        line[index] = NaN;
        found.push({ index, name: "undetermined" });
      });
    found.sort((a, b) => a.index - b.index);
    const lone: number[] = [];
    const none = (i: number): boolean => i < 0 || i >= line.length || Number.isNaN(line[i]!);
    for (let i = 0; i < line.length; ++i)
      if (!none(i) && none(i - 1) && none(i + 1)) lone.push(i);
    return { law, values, line, lone, marks: found };
  }

  curves(): Curve[] {
    return this.#all().filter(({ law }) => this.view.state.shown[law]);
  }

  /** Random points, or too few for a line, are drawn as dots. */
  get dotted(): boolean {
    const { axis } = this.view.slice();
    return axis.random || axis.values.length < 3;
  }

  /** The contact whose regions are shaded behind the curves. */
  get contact(): number {
    return this.figure.contact < 0 ? this.view.state.contact : this.figure.contact;
  }

  shaded(): Region[] {
    return this.view.regions(this.view.state.law, this.contact);
  }

  /** The places of the slice that are seen, and one beyond either edge: [from, to). */
  seen(): [number, number] {
    return within(this.view.slice().xs, ...this.view.seen());
  }

  /** What is seen of the vertical axis: the values that are, with some room; of energies zero too. */
  extent(): [number, number] {
    const { xs } = this.view.slice();
    const [low, high] = this.view.seen();
    const [from, to] = this.seen();
    let [least, most] = [Infinity, -Infinity];
    for (const { values } of this.curves())
      for (let i = from; i < to; ++i) {
        if (Number.isNaN(values[i]!) || xs[i]! < low || xs[i]! > high) continue;
        if (values[i]! < least) least = values[i]!;
        if (values[i]! > most) most = values[i]!;
      }
    return roomy(this.figure.energy ? Math.min(least, 0) : least, most);
  }

  /** The figure in words: each law's least and greatest value and where they are. */
  summary(): string {
    const { view, figure } = this;
    const { axis, xs } = view.slice();
    const parts = this.curves().map(({ law, values }) => {
      const { name } = view.sweep.laws[law]!;
      let least = -1;
      let most = -1;
      values.forEach((value, k) => {
        if (Number.isNaN(value)) return;
        if (least < 0 || value < values[least]!) least = k;
        if (most < 0 || value > values[most]!) most = k;
      });
      if (least < 0) return `${name}: no values`;
      const at = (k: number): string =>
        `${number(values[k]!, 4)} ${figure.unit} at ${view.value(axis, xs[k]!, 4)}`;
      return `${name}: from ${at(least)} to ${at(most)}`;
    });
    const [low, high] = view.extent(axis);
    return (
      `${figure.title} over ${axis.label} from ${view.value(axis, low, 4)} to ` +
      `${view.value(axis, high, 4)}. ${parts.join("; ")}.`
    );
  }

  /** What a law has at a point: its verdict if that is not plain, else the outcome that matters. */
  note(law: number, point: number): string {
    const { sweep } = this.view;
    if (sweep.status[point] !== 0) return sweep.section.statuses?.[sweep.status[point]!] ?? "hole";
    const verdict = sweep.section.verdicts[sweep.laws[law]!.verdict[point]!] ?? "";
    const category = this.view.categories.of(law, this.contact, point);
    const outcome = `${sweep.contacts[this.contact]!.name} ${category.name}`;
    const open = this.figure.impulse && undetermined(sweep, law, this.figure.contact, point);
    const said =
      category.kind === "none" ? verdict : verdict === "unique" ? outcome : `${verdict}; ${outcome}`;
    return open ? `${said}; undetermined` : said;
  }

  /** The parameters that advance along the axis, at a place of the slice. */
  place(index: number): string {
    const { view } = this;
    const along = view.sweep.axes[view.state.along]!;
    const place = placeOf(view.sweep, view.slice().points[index]!)[view.state.along]!;
    return [along, ...along.with]
      .map((axis) => `${axis.label} = ${view.value(axis, axis.values[place]!)}`)
      .join(", ");
  }
}

/** In sweeps of several axes: where the curves were taken. */
export function fixedValues(view: View): string {
  const others = parameters(view.sweep).filter(({ along }) => along !== view.state.along);
  if (others.length === 0) return "";
  const place = placeOf(view.sweep, view.state.point);
  const words = others.map(
    ({ axis, along }) => `${axis.label} = ${view.value(axis, axis.values[place[along]!]!)}`,
  );
  return `At ${words.join(", ")}.`;
}
