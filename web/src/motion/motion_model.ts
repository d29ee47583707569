/** A motion as the page computes with it: where everything is at any time. */
import { Clock } from "../figures/clock";
import { length, numbers, type Numbers } from "../data/columns";
import type { MotionSection, Places, Point2, ReportData } from "../data/data";

export interface ContactNow {
  /** m; what of the body touches, or is nearest. */
  point: Point2;
  /** Of its surface, rad. */
  angle: number;
  mode: number;
  gap: number;
  /** N, [t, n]. */
  force: Point2;
  /** [t, n]; false: other forces give the same motion. */
  determined: [boolean, boolean];
}

/** Everything at one time, in the world. */
export interface Pose {
  base: Point2;
  joints: Point2[];
  angles: number[];
  contacts: ContactNow[];
  /** A point of each surface. */
  surfaces: Point2[];
}

interface ContactColumns {
  mode: Numbers;
  gap: Numbers;
  force: [Numbers, Numbers];
  determined: [Numbers | null, Numbers | null];
  touching: [Numbers, Numbers] | null;
}

export function turned([x, y]: Point2, angle: number): Point2 {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c * x - s * y, s * x + c * y];
}

/** What is not known is what follows. */
function filled(values: Numbers): Numbers {
  for (let i = values.length - 2; i >= 0; --i)
    if (Number.isNaN(values[i]!)) values[i] = values[i + 1]!;
  for (let i = 0; i < values.length; ++i)
    if (Number.isNaN(values[i]!)) values[i] = i > 0 ? values[i - 1]! : 0;
  return values;
}

export class MotionModel {
  readonly times: Numbers;
  readonly modes: string[];
  /** On each link: the corners of a block, or the ends of a bar. */
  readonly bodies: Point2[][];
  /** Links with parents before their children. */
  readonly #order: number[];
  readonly #angles: Numbers[];
  readonly #base: [Numbers, Numbers] | null;
  readonly #surfaces: ([Numbers, Numbers] | null)[];
  readonly #contacts: ContactColumns[];

  constructor(readonly section: MotionSection) {
    const count = length(section.time);
    if (count === 0) throw new Error(`motion "${section.title}" has no frames`);
    const column = (values: Parameters<typeof numbers>[0], name: string): Numbers =>
      numbers(values, count, `${name} of the motion`);
    const places = (at: Places | undefined, name: string): [Numbers, Numbers] | null =>
      at ? [column(at.x, `${name} x`), column(at.y, `${name} y`)] : null;
    this.times = column(section.time, "time");
    this.modes = section.modes;
    this.#angles = section.links.map((link) => column(link.angle, `angle of ${link.name}`));
    this.#base = places(section.base.at, "base");
    this.#surfaces = section.surfaces.map((s) => places(s.displacement, s.name));
    this.#contacts = section.contacts.map((contact) => ({
      mode: column(contact.mode, `mode of ${contact.name}`),
      gap: column(contact.gap, `gap of ${contact.name}`),
      force: [
        filled(column(contact.force.t, `force of ${contact.name}`)),
        filled(column(contact.force.n, `force of ${contact.name}`)),
      ],
      determined: (["t", "n"] as const).map((axis) => {
        const codes = contact.determined?.[axis];
        return codes ? column(codes, `determined of ${contact.name}`) : null;
      }) as ContactColumns["determined"],
      touching: places(contact.touching, contact.name),
    }));
    this.#order = [];
    const add = (link: number): void => {
      if (this.#order.includes(link)) return;
      const parent = section.links[link]!.parent;
      if (parent !== undefined) add(parent);
      this.#order.push(link);
    };
    section.links.forEach((_, i) => add(i));
    this.bodies = section.links.map((link) => link.block ?? [[0, 0], [link.length, 0]]);
  }

  get first(): number {
    return this.times[0]!;
  }

  get last(): number {
    return this.times[this.times.length - 1]!;
  }

  /** The last frame that is not after a time. */
  frameAt(time: number): number {
    let low = 0;
    let high = this.times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.times[middle]! <= time) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  /** The last event that is not after a time; -1 before the first. */
  eventAt(time: number): number {
    const { events } = this.section;
    let found = -1;
    while (found + 1 < events.length && events[found + 1]!.time <= time) ++found;
    return found;
  }

  at(time: number): Pose {
    const { section } = this;
    const i = this.frameAt(time);
    const next = Math.min(i + 1, this.times.length - 1);
    const step = this.times[next]! - this.times[i]!;
    const share = step > 0 ? Math.max(0, Math.min(1, (time - this.times[i]!) / step)) : 0;
    const between = (values: Numbers): number =>
      values[i]! + (share > 0 ? share * (values[next]! - values[i]!) : 0);
    const place = (at: [Numbers, Numbers]): Point2 => [between(at[0]), between(at[1])];

    const base = this.#base ? place(this.#base) : (section.base.position ?? [0, 0]);
    const angles = this.#angles.map(between);
    const joints: Point2[] = section.links.map(() => base);
    for (const l of this.#order) {
      const { parent, attach } = section.links[l]!;
      if (parent === undefined) continue;
      const [x, y] = turned(attach ?? [0, 0], angles[parent]!);
      joints[l] = [joints[parent]![0] + x, joints[parent]![1] + y];
    }
    const surfaces = section.surfaces.map(({ point }, s): Point2 => {
      const moved = this.#surfaces[s];
      if (!moved) return point;
      const [x, y] = place(moved);
      return [point[0] + x, point[1] + y];
    });
    const contacts = section.contacts.map((contact, c): ContactNow => {
      const own = this.#contacts[c]!;
      const mode = own.mode[i]!;
      // At an event that begins or ends contact the force jumps.
      const jumps = mode > 1 !== own.mode[next]! > 1;
      const force = own.force.map((f) => (mode > 1 ? (jumps ? f[i]! : between(f)) : 0));
      const [x, y] = turned(contact.at, angles[contact.link]!);
      const joint = joints[contact.link]!;
      return {
        point: own.touching ? place(own.touching) : [joint[0] + x, joint[1] + y],
        angle: section.surfaces[contact.surface]!.angle,
        mode,
        gap: between(own.gap),
        force: force as Point2,
        determined: own.determined.map((codes) => codes?.[i] !== 0) as [boolean, boolean],
      };
    });
    return { base, joints, angles, contacts, surfaces };
  }

  /** Points of the bodies that must be seen. */
  points(pose: Pose): Point2[] {
    const { section } = this;
    const found: Point2[] = [pose.base];
    const add = (link: number, list: Point2[]): void => {
      for (const point of list) {
        const [x, y] = turned(point, pose.angles[link]!);
        found.push([pose.joints[link]![0] + x, pose.joints[link]![1] + y]);
      }
    };
    this.bodies.forEach((body, link) => add(link, body));
    section.links.forEach(({ others }, link) => add(link, others ?? []));
    for (const { link, at } of section.masses ?? []) add(link, [at]);
    for (const { link, at, outline } of section.contacts) add(link, outline ?? [at]);
    return found;
  }

  /** The largest contact force, N, and impulse, N s. */
  largest(): { force: number; impulse: number } {
    let [force, impulse] = [0, 0];
    for (const { force: [t, n] } of this.#contacts)
      for (let i = 0; i < t.length; ++i) force = Math.max(force, Math.hypot(t[i]!, n[i]!));
    for (const event of this.section.events)
      for (const [t, n] of event.impulses ?? []) impulse = Math.max(impulse, Math.hypot(t, n));
    return { force, impulse };
  }
}

/** The clock of the page's motion; null where there is none. */
export function motionClock(data: ReportData): Clock | null {
  const motions = data.sections.filter((section) => section.kind === "motion");
  if (motions.length === 0) return null;
  if (motions.length > 1) throw new Error("a page can have one motion");
  const model = new MotionModel(motions[0]!);
  return new Clock(model.first, model.last);
}
