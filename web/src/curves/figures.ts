/** Which figures of curves a sweep has. */
import type { Numbers } from "../data/columns";
import { capital, number } from "../base/format";
import { marks, type Mark } from "../sweep/regions";
import { lossAt, present, undetermined, type Sweep } from "../sweep/sweep";
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

/** Whether what a figure shows of a law at a point is one choice among others. */
export function isOpen(sweep: Sweep, figure: CurveFigure, law: number, point: number): boolean {
  return figure.impulse && undetermined(sweep, law, figure.contact, point);
}

/** Marks of a figure: those of the points, and where its impulses are undetermined. */
export function figureMarks(view: View, figure: CurveFigure, law: number): Mark[] {
  const { sweep } = view;
  const along = view.slice();
  const found = marks(sweep, along, law);
  along.points.forEach((point, index) => {
    if (isOpen(sweep, figure, law, point)) found.push({ index, name: "undetermined" });
  });
  return found.sort((a, b) => a.index - b.index);
}

/** A figure in words: each law's least and greatest value and where they are. */
export function figureSummary(view: View, figure: CurveFigure): string {
  const { sweep, state } = view;
  const along = view.slice();
  const parts = sweep.laws.flatMap((law, i) => {
    if (!state.shown[i]) return [];
    const values = figure.values(i);
    let least = -1;
    let most = -1;
    along.points.forEach((point, k) => {
      const value = values[point]!;
      if (Number.isNaN(value)) return;
      if (least < 0 || value < values[along.points[least]!]!) least = k;
      if (most < 0 || value > values[along.points[most]!]!) most = k;
    });
    if (least < 0) return [`${law.name}: no values`];
    const at = (k: number): string =>
      `${number(values[along.points[k]!]!, 4)} ${figure.unit} at ${view.value(along.axis, along.xs[k]!, 4)}`;
    return [`${law.name}: from ${at(least)} to ${at(most)}`];
  });
  const [low, high] = view.extent(along.axis);
  return (
    `${figure.title} over ${along.axis.label} from ${view.value(along.axis, low, 4)} to ` +
    `${view.value(along.axis, high, 4)}. ${parts.join("; ")}.`
  );
}
