/** A plane on the screen: the drawing, what moves over it, and mouse, keys and wheel. */
import { h } from "../base/dom";
import { frame, type Frame, type FrameOptions } from "./frame";
import type { Box } from "./plane";
import { Lazy, onWheel } from "./stage";
import { Tip } from "./tip";

export type Place = [number, number];

/** What a figure draws and how it answers. Places are pixels of its drawing. */
export interface Hands {
  /** The drawing for a stage of a width, with its plane. */
  draw: (width: number) => { content: string; height: number; box: Box };
  /** px, before it is drawn. */
  height: number;
  /** A place within the plane; or the cursor has left it. */
  hover: (at: Place) => void;
  leave: () => void;
  choose: (at: Place) => void;
  /** By a factor about a place, or the middle. */
  zoom: (factor: number, at?: Place) => void;
  /** What was dragged over. Figures that zoom only across take all of the plane's height. */
  look: (part: Box) => void;
  all: () => void;
  across?: boolean;
  /** By the names of keys; `step` is 10 with Shift. */
  keys: (step: number) => Record<string, () => void>;
}

/** A drag along one axis zooms that one; a short one none. */
const short = 6;
const narrow = 12;

export class PlaneStage {
  readonly frame: Frame;
  readonly tip = new Tip();
  /** Over the plane, and as large: what moves without a new drawing. */
  readonly over = h("div", { class: "plane" });
  readonly #picture = h("div", { class: "picture" });
  readonly #band = h("div", { class: "band", style: "display:none" });
  readonly #lazy: Lazy;
  #box: Box | null = null;

  constructor(
    options: Omit<FrameOptions, "zoom"> & { zooms: boolean },
    readonly hands: Hands,
  ) {
    this.frame = frame({
      ...options,
      zoom: options.zooms
        ? {
            nearer: () => hands.zoom(0.5),
            farther: () => hands.zoom(2),
            all: () => hands.all(),
          }
        : undefined,
    });
    const { stage, body } = this.frame;
    this.over.append(this.#band);
    body.append(this.#picture, this.over);
    // Room is kept for what is drawn only when it is seen, so that nothing moves when it is.
    body.style.minHeight = `${hands.height}px`;
    stage.append(this.tip.element);
    this.#lazy = new Lazy(stage, () => this.#draw(), "300px");
    let width = 0;
    new ResizeObserver(() => {
      if (stage.clientWidth === width) return;
      width = stage.clientWidth;
      this.stale();
    }).observe(stage);
    stage.addEventListener("keydown", (event) => this.#key(event));
    stage.addEventListener("blur", () => this.#leave());
    onWheel(stage, (factor, event) => {
      const at = this.#at(event);
      hands.zoom(factor, this.#inside(at) ? at : undefined);
    });
    body.addEventListener("dblclick", () => hands.all());
    body.addEventListener("pointerleave", () => this.#leave());
    this.#drags();
  }

  /** What is drawn has changed. */
  readonly stale = (): void => this.#lazy.stale();

  get width(): number {
    return Math.max(200, this.frame.stage.clientWidth);
  }

  #draw(): void {
    const { width } = this;
    const { content, height, box } = this.hands.draw(width);
    this.#picture.innerHTML =
      `<svg width="${width}" height="${height}" font-family="system-ui, sans-serif" ` +
      `font-size="13">${content}</svg>`;
    this.frame.body.style.minHeight = "";
    this.#box = box;
    Object.assign(this.over.style, {
      left: `${box.left}px`,
      top: `${box.top}px`,
      width: `${box.right - box.left}px`,
      height: `${box.bottom - box.top}px`,
    });
  }

  #leave(): void {
    this.tip.hide();
    this.hands.leave();
  }

  #at(event: MouseEvent): Place {
    const rect = this.#picture.getBoundingClientRect();
    return [event.clientX - rect.left, event.clientY - rect.top];
  }

  #inside([x, y]: Place): boolean {
    const box = this.#box;
    return !!box && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  }

  #drags(): void {
    const { stage, body } = this.frame;
    let from: Place | null = null;
    let dragged = false;
    body.addEventListener("pointerdown", (event) => {
      dragged = false;
      if (event.button !== 0 || event.pointerType === "touch") return;
      stage.focus({ preventScroll: true });
      const at = this.#at(event);
      event.preventDefault();
      if (!this.#inside(at)) return;
      from = at;
      body.setPointerCapture(event.pointerId);
    });
    body.addEventListener("pointermove", (event) => {
      const at = this.#at(event);
      if (from) this.#showBand(this.#part(from, at));
      else if (this.#inside(at)) this.hands.hover(at);
      else this.#leave();
    });
    const end = (): void => {
      from = null;
      this.#showBand(null);
    };
    body.addEventListener("pointerup", (event) => {
      const part = from && this.#part(from, this.#at(event));
      end();
      if (!part) return;
      dragged = true;
      this.hands.look(part);
    });
    body.addEventListener("pointercancel", end);
    body.addEventListener("click", (event) => {
      const at = this.#at(event);
      if (!dragged && this.#inside(at)) this.hands.choose(at);
    });
  }

  /** The part of the plane between two places; null if they are close together. */
  #part(from: Place, to: Place): Box | null {
    const box = this.#box!;
    const [dx, dy] = [Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])];
    const clamp = (value: number, a: number, b: number): number => Math.max(a, Math.min(b, value));
    const [x0, x1] = [from[0], to[0]].map((v) => clamp(v, box.left, box.right)) as Place;
    const [y0, y1] = [from[1], to[1]].map((v) => clamp(v, box.top, box.bottom)) as Place;
    const part = {
      left: Math.min(x0, x1),
      right: Math.max(x0, x1),
      top: Math.min(y0, y1),
      bottom: Math.max(y0, y1),
    };
    if (this.hands.across)
      return dx < short ? null : { ...part, top: box.top, bottom: box.bottom };
    if (dx < short && dy < short) return null;
    if (dy < narrow && dx >= narrow) return { ...part, top: box.top, bottom: box.bottom };
    if (dx < narrow && dy >= narrow) return { ...part, left: box.left, right: box.right };
    return part;
  }

  #showBand(part: Box | null): void {
    const { style } = this.#band;
    style.display = part ? "" : "none";
    if (!part) return;
    style.left = `${part.left - this.#box!.left}px`;
    style.top = `${part.top - this.#box!.top}px`;
    style.width = `${part.right - part.left}px`;
    style.height = `${part.bottom - part.top}px`;
  }

  #key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target !== this.frame.stage) return;
    const { hands } = this;
    const actions: Record<string, () => void> = {
      "+": () => hands.zoom(0.5),
      "=": () => hands.zoom(0.5),
      "-": () => hands.zoom(2),
      "0": () => hands.all(),
      Escape: () => this.#leave(),
      ...hands.keys(event.shiftKey ? 10 : 1),
    };
    const action = actions[event.key];
    if (!action || !this.#box) return;
    event.preventDefault();
    action();
  }
}

/** A line across a plane, where the cursor, the chosen point or the clock is. */
export function upright(name: string): HTMLElement {
  return h("div", { class: `upright ${name}`, "aria-hidden": "true", style: "display:none" });
}

/** Puts it at a pixel of the plane; nowhere if there is none. */
export function put(line: HTMLElement, x: number | undefined): void {
  const there = x !== undefined && !Number.isNaN(x);
  line.style.display = there ? "" : "none";
  if (there) line.style.transform = `translateX(${x}px)`;
}
