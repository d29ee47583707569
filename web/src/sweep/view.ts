/** What all parts of one sweep's presentation share: the sweep, what is chosen, and how numbers of
 * its axes are shown. */
import { number } from "../base/format";
import type { PageState } from "../base/page_state";
import { Store } from "../base/store";
import { Categories, regions, type Region } from "./regions";
import { parameters, placeOf, slice, type Slice, type Sweep, type SweepAxis } from "./sweep";
import { zoomed, type TickKind } from "../figures/ticks";

export interface ViewState {
  /** The point whose mechanism and account are shown. */
  point: number;
  /** Place in the slice that the cursor is on, or -1. */
  hover: number;
  /** Which laws are drawn. */
  shown: boolean[];
  /** The law and the contact whose regions are shaded. */
  law: number;
  contact: number;
  /** The axis of the curves, and of a map's second direction. */
  along: number;
  /** Which of the parameters that advance together along it; 0 is the leading one. */
  over: number;
  across: number;
  /** What is seen of the axes, in the parameters' own units; null: all. */
  range: [number, number] | null;
  rangeAcross: [number, number] | null;
}

/** How values of an axis are shown. */
export interface Display {
  factor: number;
  unit: string;
  ticks: TickKind;
}

/** Where to begin: the stop, or the point if there are none, where the laws differ most. */
function tellingPoint(sweep: Sweep): number {
  let best = sweep.stops[Math.floor(sweep.stops.length / 2)]?.point ?? Math.floor(sweep.count / 2);
  let widest = 0;
  for (const { point } of sweep.stops) {
    const losses = sweep.laws.map((law) => law.loss[point]!).filter((loss) => !Number.isNaN(loss));
    const width = Math.max(...losses) - Math.min(...losses);
    if (losses.length > 1 && width > widest) {
      widest = width;
      best = point;
    }
  }
  return best;
}

export class View {
  readonly store: Store<ViewState>;
  readonly categories: Categories;
  #slice: { key: string; slice: Slice } | null = null;
  #regions = new Map<string, Region[]>();

  constructor(
    readonly sweep: Sweep,
    readonly page: Store<PageState>,
    readonly name: string,
  ) {
    this.categories = new Categories(sweep);
    const resting = sweep.contacts.findIndex((contact) => contact.role === "resting");
    const energetic = sweep.laws.findIndex((law) => law.name === "energetic");
    this.store = new Store<ViewState>({
      point: tellingPoint(sweep),
      hover: -1,
      shown: sweep.laws.map(() => true),
      law: Math.max(0, energetic),
      contact: Math.max(0, resting),
      along: 0,
      over: 0,
      across: sweep.axes.length > 1 ? 1 : 0,
      range: null,
      rangeAcross: null,
    });
  }

  get state(): ViewState {
    return this.store.state;
  }

  /** The points that the curves show. */
  slice(): Slice {
    const { along, over, point } = this.state;
    const place = placeOf(this.sweep, point);
    place[along] = 0;
    const key = `${along}.${over}:${place.join(",")}`;
    if (this.#slice?.key !== key) {
      this.#slice = { key, slice: slice(this.sweep, along, point, over) };
      this.#regions.clear();
    }
    return this.#slice.slice;
  }

  regions(law: number, contact: number): Region[] {
    const along = this.slice();
    const key = `${law},${contact}`;
    let found = this.#regions.get(key);
    if (!found) {
      found = regions(this.categories, along, law, contact);
      this.#regions.set(key, found);
    }
    return found;
  }

  display(axis: SweepAxis): Display {
    if (!axis.angular) return { factor: 1, unit: axis.unit, ticks: "number" };
    const stored = axis.unit === "deg" ? Math.PI / 180 : 1;
    return this.page.state.degrees
      ? { factor: (stored * 180) / Math.PI, unit: "deg", ticks: "degrees" }
      : { factor: stored, unit: "rad", ticks: "number" };
  }

  /** "φ (deg)". */
  axisTitle(axis: SweepAxis): string {
    const { unit } = this.display(axis);
    return unit ? `${axis.label} (${unit})` : axis.label;
  }

  /** A value of an axis with its unit: "−28.6°". */
  value(axis: SweepAxis, value: number, digits = 6): string {
    const { factor, unit } = this.display(axis);
    const shown = number(value * factor, digits);
    if (unit === "deg") return `${shown}°`;
    return unit ? `${shown} ${unit}` : shown;
  }

  /** All coordinates of a point: "φ = −28.6°, e = 0.9". */
  coordinates(point: number): string {
    const place = placeOf(this.sweep, point);
    return parameters(this.sweep)
      .map(({ axis, along }) => `${axis.label} = ${this.value(axis, axis.values[place[along]!]!)}`)
      .join(", ");
  }

  /** The whole extent of an axis, in its own unit. */
  extent(axis: SweepAxis): [number, number] {
    const low = axis.values[axis.order[0]!]!;
    const high = axis.values[axis.order[axis.order.length - 1]!]!;
    if (low < high) return [low, high];
    const room = Math.abs(low) * 0.05 || 0.5;
    return [low - room, high + room];
  }

  /** What is seen of the curves' axis, in its own unit. */
  seen(): [number, number] {
    return this.state.range ?? this.extent(this.slice().axis);
  }

  /** Chooses what is seen of the curves' axis: clamped to its extent; null or nearly all: all. */
  look(range: [number, number] | null): void {
    this.store.set({ range: this.#clamped(range, this.slice().axis) });
  }

  lookAcross(range: [number, number] | null): void {
    this.store.set({ rangeAcross: this.#clamped(range, this.sweep.axes[this.state.across]!) });
  }

  #clamped(range: [number, number] | null, axis: SweepAxis): [number, number] | null {
    if (!range) return null;
    const [low, high] = this.extent(axis);
    const least = 1e-9 * (high - low);
    const from = Math.max(low, Math.min(range[0], range[1]));
    const to = Math.min(high, Math.max(range[0], range[1]));
    if (to - from < least) return this.state.range;
    return to - from > (high - low) * (1 - 1e-6) ? null : [from, to];
  }

  /** Zooms the curves' axis about a value: factor below 1 goes nearer. */
  zoom(factor: number, about?: number): void {
    const { axis } = this.slice();
    this.look(zoomed(this.seen(), factor, about, axis.spacing === "log"));
  }
}
