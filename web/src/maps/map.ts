/** A map on the screen: cells on a canvas, axes as vectors, a cursor for mouse and keyboard. */
import { h, newId, tag } from "../base/dom";
import { stem } from "../base/export";
import { number } from "../base/format";
import { frame, type Frame } from "../figures/frame";
import { edges, MapModel, type MapKind, type Panel } from "./map_model";
import { paintCells } from "./map_paint";
import { currentTheme, palettes, type Palette } from "../base/palette";
import { Lazy, onWheel } from "../figures/stage";
import { Fills } from "../curves/strip";
import { isPlain, lossAt, nearest } from "../sweep/sweep";
import { zoomed, type View } from "../sweep/view";

const keys =
  "Arrow keys move the cursor from cell to cell, with Shift in tens; plus and minus zoom, 0 shows " +
  "all; Enter chooses the point under the cursor. With the mouse: drag to zoom, double click to " +
  "show all, click to choose; the wheel zooms once the map has the focus, or with Ctrl.";

export class MapPlot {
  readonly frame: Frame;
  readonly model: MapModel;
  readonly #canvas = h("canvas", { class: "map-cells" });
  readonly #axes = h("div", { class: "map-axes" });
  readonly #tip = h("div", { class: "tip", "aria-hidden": "true", style: "display:none" });
  readonly #box = h("div", { class: "map-cursor", style: "display:none" });
  readonly #chosen = h("div", { class: "map-chosen" });
  readonly #band = h("div", { class: "map-band", style: "display:none" });
  #panel: Panel = { left: 80, right: 400, top: 10, bottom: 300 };
  #cell: [number, number] | null = null;

  constructor(
    readonly view: View,
    kind: MapKind,
    readonly announce: (words: string) => void,
  ) {
    this.model = new MapModel(view, kind);
    this.frame = frame({
      title: this.model.title,
      file: stem(`${view.name}-map-${kind}`),
      svg: () => this.model.svg(),
      zoom: {
        nearer: () => this.#zoom(0.5, this.#cell),
        farther: () => this.#zoom(2, this.#cell),
        all: () => this.#all(),
      },
      keys,
    });
    this.frame.element.dataset["figure"] = `map.${kind}`;
    this.frame.element.classList.add("map");
    this.frame.body.append(this.#canvas, this.#axes, this.#chosen, this.#box, this.#band);
    this.frame.stage.append(this.#tip);
    this.frame.body.style.height = "420px"; // before it is drawn
    this.#listen();
  }

  #listen(): void {
    const { stage, body } = this.frame;
    const { stale } = new Lazy(stage, () => this.#draw());
    new ResizeObserver(stale).observe(stage);
    this.view.store.on(["law", "contact", "along", "over", "across", "range", "rangeAcross"], stale);
    this.view.store.on(["point"], () =>
      this.view.sweep.axes.length > 2 ? stale() : this.#place(),
    );
    this.view.page.on(null, stale);
    stage.addEventListener("keydown", (event) => this.#key(event));
    stage.addEventListener("blur", () => this.#hide());
    onWheel(stage, (factor) => this.#zoom(factor, this.#cell));
    body.addEventListener("dblclick", () => this.#all());
    body.addEventListener("mousemove", (event) => {
      this.#cell = this.#cellAt(event);
      if (this.#cell) this.#show();
      else this.#hide();
    });
    body.addEventListener("mouseleave", () => this.#hide());
    body.addEventListener("mousedown", (event) => this.#drag(event));
  }

  #offset(event: MouseEvent): [number, number] {
    const box = this.frame.body.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  #cellAt(event: MouseEvent): [number, number] | null {
    const [px, py] = this.#offset(event);
    const { left, right, top, bottom } = this.#panel;
    if (px < left || px > right || py < top || py > bottom) return null;
    const { x, y } = this.model.scales(this.#panel);
    return [
      cellOf(edges(this.model.xAxis), x.inverse(px)),
      cellOf(edges(this.model.yAxis), y.inverse(py)),
    ];
  }

  /** A click chooses; a drag zooms into its rectangle. */
  #drag(start: MouseEvent): void {
    this.frame.stage.focus({ preventScroll: true });
    start.preventDefault();
    const [sx, sy] = this.#offset(start);
    const cell = this.#cellAt(start);
    if (!cell) return;
    const move = (event: MouseEvent): void => {
      const [x, y] = this.#offset(event);
      Object.assign(this.#band.style, {
        display: "",
        left: `${Math.min(x, sx)}px`,
        top: `${Math.min(y, sy)}px`,
        width: `${Math.abs(x - sx)}px`,
        height: `${Math.abs(y - sy)}px`,
      });
    };
    const end = (event: MouseEvent): void => {
      window.removeEventListener("mousemove", move);
      window.removeEventListener("mouseup", end);
      this.#band.style.display = "none";
      const [ex, ey] = this.#offset(event);
      if (Math.abs(ex - sx) < 5 || Math.abs(ey - sy) < 5) {
        if (Math.hypot(ex - sx, ey - sy) < 5)
          this.view.store.set({ point: this.model.point(cell[0], cell[1]) });
        return;
      }
      const { x, y } = this.model.scales(this.#panel);
      this.view.look([x.inverse(Math.min(sx, ex)), x.inverse(Math.max(sx, ex))]);
      this.view.lookAcross([y.inverse(Math.max(sy, ey)), y.inverse(Math.min(sy, ey))]);
    };
    window.addEventListener("mousemove", move);
    window.addEventListener("mouseup", end);
  }

  #all(): void {
    this.view.look(null);
    this.view.lookAcross(null);
  }

  #zoom(factor: number, about: [number, number] | null): void {
    const { x, y } = this.model.seen();
    const { xAxis, yAxis } = this.model;
    const [i, j] = about ?? this.model.chosen();
    this.view.look(zoomed(x, factor, xAxis.values[xAxis.order[i]!], xAxis.spacing === "log"));
    this.view.lookAcross(zoomed(y, factor, yAxis.values[yAxis.order[j]!], yAxis.spacing === "log"));
  }

  #key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target !== this.frame.stage) return;
    const [i, j] = this.#cell ?? this.model.chosen();
    const step = event.shiftKey ? 10 : 1;
    const go = (di: number, dj: number): void => {
      this.#cell = [
        clamp(i + di, this.model.xAxis.order.length),
        clamp(j + dj, this.model.yAxis.order.length),
      ];
      this.#show();
      this.announce(this.#words(this.#cell));
    };
    const actions: Record<string, () => void> = {
      ArrowLeft: () => go(-step, 0),
      ArrowRight: () => go(step, 0),
      ArrowUp: () => go(0, step),
      ArrowDown: () => go(0, -step),
      Home: () => go(-Infinity, 0),
      End: () => go(Infinity, 0),
      "+": () => this.#zoom(0.5, this.#cell),
      "=": () => this.#zoom(0.5, this.#cell),
      "-": () => this.#zoom(2, this.#cell),
      "0": () => this.#all(),
      Enter: () => this.view.store.set({ point: this.model.point(i, j) }),
      " ": () => this.view.store.set({ point: this.model.point(i, j) }),
      Escape: () => this.#hide(),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  #draw(): void {
    const theme = currentTheme();
    const palette = palettes[theme];
    const width = Math.max(200, this.frame.stage.clientWidth);
    const tall = Math.round(Math.min(width * 0.66, 460));
    this.#panel = { left: 76, right: width - 16, top: 10, bottom: 10 + tall };
    const fills = new Fills(palette);
    const legend = this.model.legend(
      this.#panel.left,
      this.#panel.bottom + 54,
      this.#panel.right - this.#panel.left,
      theme,
      fills,
    );
    const height = this.#panel.bottom + 60 + legend.height;
    const zero = this.model.kind === "energy" ? this.#zero(palette) : "";
    const axes = this.model.axes(this.#panel, palette);
    const drawn = fills.definitions() + zero + axes + legend.content;
    this.#axes.innerHTML = tag("svg", { width, height, "font-size": 13 }, drawn);
    this.frame.body.style.height = `${height}px`;
    paintCells(this.#canvas, this.#panel, this.model, theme, fills);
    const heading = this.frame.element.querySelector("h3")!;
    heading.textContent = this.model.title;
    this.frame.summary.textContent = this.model.summary();
    this.frame.caption.textContent =
      this.model.kind === "energy"
        ? `Orange: ${this.view.sweep.gain}; the line is where the loss is zero. All laws share one scale.`
        : "Hatched: the contact leaves without an impulse, or there is no answer. Dots: ambiguous.";
    this.#place();
  }

  #zero(palette: Palette): string {
    const { x, y } = this.model.scales(this.#panel);
    const { left, right, top, bottom } = this.#panel;
    const clip = newId("zero");
    return (
      tag(
        "clipPath",
        { id: clip },
        tag("rect", { x: left, y: top, width: right - left, height: bottom - top }),
      ) +
      tag("path", {
        "clip-path": `url(#${clip})`,
        d: this.model.zeroLines(x, y) || "M0 0",
        fill: "none",
        stroke: palette.ink,
        "stroke-width": 1.5,
      })
    );
  }

  #rectangle(element: HTMLElement, [i, j]: [number, number]): void {
    const { x, y } = this.model.scales(this.#panel);
    const [ex, ey] = [edges(this.model.xAxis), edges(this.model.yAxis)];
    const { left, right, top, bottom } = this.#panel;
    const [a, b] = [x(ex[i]!), x(ex[i + 1]!)];
    const [c, d] = [y(ey[j + 1]!), y(ey[j]!)];
    const inside = b > left && a < right && d > top && c < bottom;
    Object.assign(element.style, {
      display: inside ? "" : "none",
      left: `${a}px`,
      top: `${c}px`,
      width: `${Math.max(b - a, 4)}px`,
      height: `${Math.max(d - c, 4)}px`,
    });
  }

  #place(): void {
    this.#rectangle(this.#chosen, this.model.chosen());
  }

  #show(): void {
    if (!this.#cell) return;
    const [i, j] = this.#cell;
    this.#rectangle(this.#box, this.#cell);
    const { sweep, state } = this.view;
    const point = this.model.point(i, j);
    this.#tip.replaceChildren(
      h("div", { class: "tip-head" }, this.view.coordinates(point)),
      h(
        "div",
        { class: "tip-table" },
        ...sweep.laws.flatMap((law, l) =>
          state.shown[l]
            ? [
                h(
                  "div",
                  { class: l === state.law ? "tip-row chosen" : "tip-row", "data-law": law.name },
                  h("span", {}),
                  h("span", { class: "tip-law" }, law.name),
                  h("span", { class: "tip-value" }, `${number(lossAt(sweep, l, point), 5)} J`),
                  h("span", { class: "tip-note" }, this.#note(l, point)),
                ),
              ]
            : [],
        ),
      ),
    );
    this.#tip.style.display = "";
    const width = this.frame.stage.clientWidth;
    const left = parseFloat(this.#box.style.left);
    const right = left < width / 2;
    this.#tip.style.left = right ? `${left + 24}px` : "";
    this.#tip.style.right = right ? "" : `${width - left + 12}px`;
    const top = Math.min(parseFloat(this.#box.style.top) - 20, this.#panel.bottom - 160);
    this.#tip.style.top = `${Math.max(4, top)}px`;
  }

  /** What the contact in focus does by a law, and the verdict where that is not plain. */
  #note(law: number, point: number): string {
    const { sweep, state } = this.view;
    const { name, kind } = this.view.categories.of(law, state.contact, point);
    const verdict = sweep.section.verdicts[sweep.laws[law]!.verdict[point]!] ?? "";
    return kind === "none" || isPlain(verdict) ? name : `${verdict}; ${name}`;
  }

  #says(point: number): string {
    const { sweep, state } = this.view;
    if (sweep.status[point] !== 0) return sweep.section.statuses?.[sweep.status[point]!] ?? "hole";
    const law = sweep.laws[state.law]!;
    return (
      `${law.name}: ${sweep.section.verdicts[law.verdict[point]!] ?? "–"}; ` +
      sweep.contacts
        .map((c, k) => `${c.name} ${this.view.categories.of(state.law, k, point).name}`)
        .join("; ")
    );
  }

  #words(cell: [number, number]): string {
    const point = this.model.point(cell[0], cell[1]);
    return (
      `${this.view.coordinates(point)}. ${this.#says(point)}. Energy loss ` +
      `${number(lossAt(this.view.sweep, this.view.state.law, point), 4)} J.`
    );
  }

  #hide(): void {
    this.#cell = null;
    this.#tip.style.display = "none";
    this.#box.style.display = "none";
  }
}

function clamp(place: number, count: number): number {
  return Math.max(0, Math.min(count - 1, place));
}

function cellOf(ascending: number[], value: number): number {
  const centres = ascending.slice(1).map((edge, i) => (edge + ascending[i]!) / 2);
  let i = nearest(centres, value);
  while (i > 0 && value < ascending[i]!) --i;
  while (i + 2 < ascending.length && value > ascending[i + 1]!) ++i;
  return i;
}
