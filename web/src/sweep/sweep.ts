/** A sweep as the page computes with it: columns of numbers on a grid of axes. */
import { length, numbers, type Numbers } from "../data/columns";
import type { Axis, Boundary, Stop, SweepSection, Vectors } from "../data/data";
import { symbol } from "../base/format";
import type { Spacing } from "../figures/ticks";

export interface SweepAxis {
  parameter: string;
  /** As figures name it. */
  label: string;
  unit: string;
  angular: boolean;
  /** In the parameter's own unit. */
  values: Numbers;
  /** Places in `values`, from the least value to the greatest. */
  order: number[];
  spacing: Spacing;
  random: boolean;
  distribution: string;
  /** Parameters that advance together with this one. */
  with: SweepAxis[];
}

export interface Vector {
  t: Numbers;
  n: Numbers;
}

export interface SweepContact {
  name: string;
  role: string;
  before: Vector;
}

export interface LawContact {
  velocity: Vector;
  impulse: Vector;
  outcome: Numbers;
  interacted: Numbers;
}

export interface SweepLaw {
  name: string;
  verdict: Numbers;
  loss: Numbers;
  kineticAfter: Numbers;
  velocities: Numbers[];
  contacts: LawContact[];
  history: Numbers;
  /** 0 where other impulses give the same velocities. */
  determined: Numbers;
  /** 1 where the contacts put energy into the chain; a loss may be below zero without, where moved
   * surfaces give energy. */
  makesEnergy: Numbers;
}

export interface Sweep {
  section: SweepSection;
  count: number;
  axes: SweepAxis[];
  contacts: SweepContact[];
  velocitiesBefore: Numbers[];
  kineticBefore: Numbers;
  status: Numbers;
  laws: SweepLaw[];
  boundaries: Boundary[];
  stops: Stop[];
  /** What a loss below zero is here. */
  gain: string;
}

function sweepAxis(axis: Axis): SweepAxis {
  const values = numbers(axis.values, length(axis.values), `axis ${axis.parameter}`);
  const order = Array.from(values.keys());
  if (axis.random) order.sort((a, b) => values[a]! - values[b]!);
  const log = axis.spacing === "log" && values.every((value) => value > 0);
  return {
    parameter: axis.parameter,
    label: axis.label ?? symbol(axis.parameter),
    unit: axis.unit ?? "",
    angular: axis.angular ?? false,
    values,
    order,
    spacing: log ? "log" : "linear",
    random: axis.random !== undefined,
    distribution: axis.random ?? "",
    with: (axis.with ?? []).map((other) => {
      if (length(other.values) !== values.length)
        throw new Error(`axis ${other.parameter} does not have the values of ${axis.parameter}`);
      return sweepAxis(other);
    }),
  };
}

/** A number below this share of what it is made of is rounding: shown as zero (as in
 * src/base/rounding.hpp). */
export const rounding = 1e-12;

/** Makes zeros of what is rounding: of energies against the energy before, of velocities against
 * the largest at their point, of impulses against the largest, and against what stops the chain. */
function clearRounding(sweep: Sweep): void {
  const size = (values: Numbers, point: number): number => Math.abs(values[point]!) || 0;
  const clear = (values: Numbers, point: number, scale: number): void => {
    if (Math.abs(values[point]!) <= rounding * scale) values[point] = 0;
  };
  const befores = sweep.contacts.flatMap(({ before }) => [before.t, before.n]);
  const afters = sweep.laws.flatMap((law) =>
    law.contacts.flatMap(({ velocity }) => [velocity.t, velocity.n]),
  );
  const impulses = sweep.laws.flatMap((law) =>
    law.contacts.flatMap(({ impulse }) => [impulse.t, impulse.n]),
  );
  const velocities = [...befores, ...afters];
  const largest = (columns: Numbers[], point: number, least: number): number => {
    let found = least;
    for (const column of columns) found = Math.max(found, size(column, point));
    return found;
  };
  for (let p = 0; p < sweep.count; ++p) {
    const energy = sweep.kineticBefore[p]!;
    const approach = largest(befores, p, 0);
    const speed = largest(afters, p, approach);
    const push = largest(impulses, p, approach > 0 && energy > 0 ? energy / approach : 0);
    for (const column of velocities) clear(column, p, speed);
    for (const column of impulses) clear(column, p, push);
    for (const law of sweep.laws) clear(law.loss, p, energy);
  }
}

export function sweepOf(section: SweepSection): Sweep {
  const axes = section.axes.map(sweepAxis);
  const count = axes.reduce((product, axis) => product * axis.values.length, 1);
  const vector = (v: Vectors | undefined, name: string): Vector => ({
    t: numbers(v?.t, count, `${name} t`),
    n: numbers(v?.n, count, `${name} n`),
  });
  const codes = section.status;
  const sweep: Sweep = {
    section,
    count,
    axes,
    contacts: section.contacts.map((contact) => ({
      name: contact.name,
      role: contact.role ?? "",
      before: vector(contact.velocity_before, `${contact.name} before`),
    })),
    velocitiesBefore: (section.velocities ?? []).map((v) => numbers(v.before, count, v.name)),
    kineticBefore: numbers(section.kinetic_energy_before, count, "kinetic_energy_before"),
    status: codes ? numbers(codes, count, "status") : new Float64Array(count),
    laws: section.laws.map((law) => ({
      name: law.name,
      verdict: numbers(law.verdict, count, `${law.name} verdict`),
      loss: numbers(law.energy_loss, count, `${law.name} energy_loss`),
      kineticAfter: numbers(law.kinetic_energy_after, count, `${law.name} kinetic_energy_after`),
      velocities: (law.velocities ?? []).map((v) => numbers(v, count, `${law.name} velocities`)),
      contacts: law.contacts.map((contact, i) => {
        const name = `${law.name} ${section.contacts[i]?.name ?? i}`;
        return {
          velocity: vector(contact.velocity_after, `${name} velocity_after`),
          impulse: vector(contact.impulse, `${name} impulse`),
          outcome: numbers(contact.outcome, count, `${name} outcome`),
          interacted: numbers(contact.interacted, count, `${name} interacted`),
        };
      }),
      history: numbers(law.history, count, `${law.name} history`),
      determined: law.determined
        ? numbers(law.determined, count, `${law.name} determined`)
        : new Float64Array(count).fill(1),
      makesEnergy: law.makes_energy
        ? numbers(law.makes_energy, count, `${law.name} makes_energy`)
        : new Float64Array(count).fill(NaN),
    })),
    boundaries: section.boundaries,
    stops: section.stops ?? [],
    gain: "",
  };
  clearRounding(sweep);
  for (const { loss, makesEnergy } of sweep.laws)
    loss.forEach((joules, p) => {
      if (Number.isNaN(makesEnergy[p]!) && joules < 0) makesEnergy[p] = 1;
    });
  sweep.gain = gainWords(sweep);
  return sweep;
}

/** Whether a contact's impulse by a law is one choice among others at a point. */
export function undetermined(sweep: Sweep, law: number, contact: number, point: number): boolean {
  const columns = sweep.laws[law]!;
  const { impulse } = columns.contacts[contact]!;
  return columns.determined[point] === 0 && (impulse.t[point] !== 0 || impulse.n[point] !== 0);
}

/** Every swept parameter with its axis, those that advance together side by side. */
export function parameters(sweep: Sweep): { axis: SweepAxis; along: number; over: number }[] {
  return sweep.axes.flatMap((axis, along) =>
    [axis, ...axis.with].map((one, over) => ({ axis: one, along, over })),
  );
}

/** A point's place on each axis, and back. */
export function placeOf(sweep: Sweep, point: number): number[] {
  const place: number[] = [];
  let rest = point;
  for (let a = sweep.axes.length - 1; a >= 0; --a) {
    const n = sweep.axes[a]!.values.length;
    place[a] = rest % n;
    rest = Math.floor(rest / n);
  }
  return place;
}

export function pointAt(sweep: Sweep, place: number[]): number {
  return sweep.axes.reduce((index, axis, a) => index * axis.values.length + place[a]!, 0);
}

/** The points along one axis through a point, ascending. */
export interface Slice {
  axis: SweepAxis;
  xs: number[];
  points: number[];
}

/** `over`: which of the parameters that advance together is the axis. */
export function slice(sweep: Sweep, along: number, through: number, over = 0): Slice {
  const axis = over > 0 ? sweep.axes[along]!.with[over - 1]! : sweep.axes[along]!;
  const place = placeOf(sweep, through);
  let stride = 1;
  for (let a = along + 1; a < sweep.axes.length; ++a) stride *= sweep.axes[a]!.values.length;
  const first = through - place[along]! * stride;
  return {
    axis,
    xs: axis.order.map((i) => axis.values[i]!),
    points: axis.order.map((i) => first + i * stride),
  };
}

/** The stop nearest to a point, with distances measured in widths of the axes; -1 without stops. */
export function nearestStop(sweep: Sweep, point: number): number {
  const place = placeOf(sweep, point);
  const position = (p: number[]): number[] =>
    p.map((i, a) => {
      const values = sweep.axes[a]!.values;
      const order = sweep.axes[a]!.order;
      const width = values[order[order.length - 1]!]! - values[order[0]!]!;
      return values[i]! / (width || 1);
    });
  const here = position(place);
  let best = -1;
  let least = Infinity;
  sweep.stops.forEach((stop, s) => {
    if (stop.point === point) {
      best = s;
      least = -1;
      return;
    }
    const there = position(placeOf(sweep, stop.point));
    const distance = there.reduce((sum, x, a) => sum + (x - here[a]!) ** 2, 0);
    if (distance < least) {
      least = distance;
      best = s;
    }
  });
  return best;
}

/** Whether an answer's contacts put energy into the chain. */
export function makesEnergy(sweep: Sweep, law: number, point: number): boolean {
  return sweep.laws[law]!.makesEnergy[point] === 1;
}

/** What a loss below zero is in a sweep: energy that the contacts made, that moved surfaces gave,
 * or now one and now the other. */
function gainWords(sweep: Sweep): string {
  let [made, given] = [false, false];
  sweep.laws.forEach(({ loss }, l) =>
    loss.forEach((joules, p) => {
      if (!(joules < 0)) return;
      if (makesEnergy(sweep, l, p)) made = true;
      else given = true;
    }),
  );
  return !given ? "energy made" : made ? "energy given or made" : "energy given";
}

export function lossAt(sweep: Sweep, law: number, point: number): number {
  return sweep.laws[law]!.loss[point]!;
}

/** Verdicts that are no single answer. */
export function isPlain(verdict: string): boolean {
  return verdict === "unique";
}

/** Verdicts that come with velocities after. */
export function hasAnswer(verdict: string): boolean {
  return verdict === "unique" || verdict === "ambiguous";
}

/** Whether any value of a column is there. */
export function present(values: Numbers): boolean {
  return values.some((value) => !Number.isNaN(value));
}
