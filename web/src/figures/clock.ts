/** The time of a page's motion: who plays it, who follows it. */
import { Store } from "../base/store";
import type { Box } from "./plane";
import { put, upright } from "./plane_stage";
import type { Scale } from "./ticks";

export const speeds = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];

export interface ClockState {
  /** s */
  time: number;
  playing: boolean;
  speed: number;
  loop: boolean;
}

/** Real time unless that is too short to watch: then about eight seconds. */
function easySpeed(duration: number): number {
  if (duration >= 1) return 1;
  const far = (speed: number): number => Math.abs(Math.log(duration / speed / 8));
  return speeds.reduce((best, speed) => (far(speed) < far(best) ? speed : best), speeds[0]!);
}

export class Clock {
  readonly store: Store<ClockState>;
  #last = 0;

  constructor(
    readonly start: number,
    readonly end: number,
  ) {
    const speed = easySpeed(end - start);
    this.store = new Store<ClockState>({ time: start, playing: false, speed, loop: false });
  }

  get state(): ClockState {
    return this.store.state;
  }

  /** Stops at a time. */
  go(time: number): void {
    if (Number.isNaN(time)) return;
    this.store.set({ time: Math.max(this.start, Math.min(this.end, time)), playing: false });
  }

  play(): void {
    if (this.state.playing || !(this.end > this.start)) return;
    const { time } = this.state;
    this.store.set({ playing: true, time: time >= this.end ? this.start : time });
    this.#last = NaN;
    requestAnimationFrame((now) => this.#tick(now));
  }

  toggle(): void {
    if (this.state.playing) this.store.set({ playing: false });
    else this.play();
  }

  faster(by: number): void {
    const place = speeds.indexOf(this.state.speed) + by;
    this.store.set({ speed: speeds[Math.max(0, Math.min(speeds.length - 1, place))]! });
  }

  #tick(now: number): void {
    if (!this.state.playing) return;
    // A page that was away does not make up for it.
    const passed = Number.isNaN(this.#last) ? 0 : Math.min(100, now - this.#last);
    this.#last = now;
    const { time, speed, loop } = this.state;
    const next = time + (passed / 1000) * speed;
    if (next < this.end) this.store.set({ time: next });
    else if (loop) this.store.set({ time: this.start });
    else this.store.set({ time: this.end, playing: false });
    requestAnimationFrame((then) => this.#tick(then));
  }
}

/** A line in a figure at the time of the clock. */
export class ClockLine {
  readonly element = upright("clock-line");
  #place: (() => void) | null = null;

  constructor(
    readonly clock: Clock,
    readonly perSecond: number,
  ) {
    clock.store.on(["time"], () => this.#place?.());
  }

  /** The plane was drawn anew. */
  drawn(x: Scale, { left }: Box): void {
    this.#place = (): void => put(this.element, x(this.clock.state.time * this.perSecond) - left);
    this.#place();
  }

  /** The clock goes to a place of the axis. */
  go(value: number): void {
    this.clock.go(value / this.perSecond);
  }
}
