/** A panel on the screen: drawing, cursor, zoom, keys and files. */
import { ClockLine, type Clock } from "../figures/clock";
import { h } from "../base/dom";
import { downloadText } from "../base/export";
import { frame, tool, type Frame } from "../figures/frame";
import { currentTheme } from "../base/palette";
import { axisValue, type PanelModel, type Range, type Seen } from "./panel_model";
import { drawnPanel, panelSvg, type DrawnPanel } from "./panel_svg";
import { PanelTip } from "./panel_tip";
import { Lazy, onWheel } from "../figures/stage";
import type { Store } from "../base/store";
import { zoomed, type PageState } from "../sweep/view";

export interface FigureState {
  /** By the slot of a name. */
  shown: boolean[];
}

const keys =
  "Left and right arrow keys move the cursor along a series, with Shift in tens; up and down go " +
  "to another series, or through the rows of cells; Home and End go to the ends; plus and minus " +
  "zoom, 0 shows all. With the mouse: drag to zoom, double click to show all; the wheel zooms " +
  "once the figure has the focus, or with Ctrl.";

/** How far from a point the cursor still finds it. */
const reach = 40;

export interface PanelOptions {
  file: string;
  height: number;
  level: "h3" | "h4";
  /** Of the page's motion. */
  clock: Clock | null;
}

export class Panel {
  readonly frame: Frame;
  readonly #tip: PanelTip;
  readonly #band = h("div", { class: "map-band", style: "display:none" });
  readonly #picture = h("div", { class: "panel-picture" });
  readonly #line: ClockLine | null;
  readonly #lazy: Lazy;
  #seen: Seen;
  #drawn: DrawnPanel | null = null;
  #series = -1;
  #point = 0;
  #cell: [number, number] = [0, 0];

  constructor(
    readonly model: PanelModel,
    readonly state: Store<FigureState>,
    readonly page: Store<PageState>,
    readonly options: PanelOptions,
    readonly announce: (words: string) => void,
  ) {
    this.#seen = model.all;
    const perSecond = (options.clock && model.data.x.per_second) || 0;
    this.#line = perSecond ? new ClockLine(options.clock!, perSecond) : null;
    this.frame = frame({
      title: model.title,
      file: options.file,
      svg: () => this.svg(),
      zoom: {
        nearer: () => this.#zoom(0.5),
        farther: () => this.#zoom(2),
        all: () => this.#look(model.all),
      },
      keys: perSecond ? `${keys} A click, or Enter, takes the motion to that time.` : keys,
      level: options.level,
    });
    const save = (text: () => string, name: string, words: string, sign: string): HTMLElement =>
      tool(`${words}: ${model.title}`, sign, () => downloadText(text(), `${name}.csv`, "text/csv"));
    if (model.series.length > 0)
      this.frame.tools.append(save(() => model.csv(), options.file, "Save the series as CSV", "CSV"));
    if (model.cells)
      this.frame.tools.append(
        save(() => model.cellsCsv(), `${options.file}-cells`, "Save the cells as CSV", "Cells"),
      );
    this.#tip = new PanelTip(model, this.frame.stage, this.#shown);
    this.frame.body.append(this.#picture, this.#band, this.#tip.dot);
    if (this.#line) this.frame.body.append(this.#line.element);
    this.frame.body.style.minHeight = `${options.height + 50}px`;
    this.frame.stage.append(this.#tip.element);
    this.#lazy = new Lazy(this.frame.stage, () => this.#draw(), "300px");
    this.#listen();
  }

  svg(width = 720): string {
    return panelSvg(this.model, {
      width,
      height: (width / 720) * 360,
      seen: this.#seen,
      shown: this.#shown,
    });
  }

  readonly #shown = (slot: number): boolean => this.state.state.shown[slot] ?? true;

  #listen(): void {
    const { stage, body } = this.frame;
    const { stale } = this.#lazy;
    let width = 0;
    new ResizeObserver(() => {
      if (stage.clientWidth === width) return;
      width = stage.clientWidth;
      stale();
    }).observe(stage);
    this.state.on(["shown"], stale);
    this.page.on(["theme", "repaint"], stale);
    stage.addEventListener("keydown", (event) => this.#key(event));
    stage.addEventListener("blur", () => this.#tip.hide());
    onWheel(stage, (factor, event) => this.#zoom(factor, this.#at(event)));
    body.addEventListener("dblclick", () => this.#look(this.model.all));
    body.addEventListener("pointerleave", () => this.#tip.hide());
    let from: [number, number] | null = null;
    body.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || event.pointerType === "touch") return;
      stage.focus({ preventScroll: true });
      from = this.#at(event);
      body.setPointerCapture(event.pointerId);
      event.preventDefault();
    });
    body.addEventListener("pointermove", (event) => {
      if (from) this.#drawBand(from, this.#at(event));
      else this.#hover(this.#at(event));
    });
    body.addEventListener("pointerup", (event) => {
      if (!from) return;
      this.#band.style.display = "none";
      this.#dragged(from, this.#at(event));
      from = null;
    });
    body.addEventListener("pointercancel", () => {
      this.#band.style.display = "none";
      from = null;
    });
  }

  #draw(): void {
    const width = Math.max(200, this.frame.stage.clientWidth);
    this.#drawn = drawnPanel(
      this.model,
      {
        theme: currentTheme(),
        width,
        height: this.options.height,
        seen: this.#seen,
        shown: this.#shown,
        density: Math.min(2, devicePixelRatio),
      },
      this.model.cells && !this.model.cells.words ? 20 : 8,
    );
    this.#picture.innerHTML =
      `<svg width="${width}" height="${this.#drawn.height}" font-family="system-ui, sans-serif" ` +
      `font-size="13">${this.#drawn.content}</svg>`;
    this.frame.body.style.minHeight = "";
    this.frame.summary.textContent = this.model.summary(this.#shown);
    this.#line?.drawn(this.#drawn.x, this.#drawn.box);
    this.#tip.hide();
  }

  #at(event: MouseEvent): [number, number] {
    const rect = this.#picture.getBoundingClientRect();
    return [event.clientX - rect.left, event.clientY - rect.top];
  }

  #inside([x, y]: [number, number]): boolean {
    const box = this.#drawn?.box;
    return !!box && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  }

  #hover(at: [number, number]): void {
    if (!this.#drawn || !this.#inside(at)) return this.#tip.hide();
    const { x, y } = this.#drawn;
    const found = this.model.nearest(this.#shown, x, y, at, reach);
    if (found) {
      this.#series = found.series;
      this.#point = found.point;
      this.#tip.showPoint(this.#drawn!, this.#series, this.#point);
      return;
    }
    const cell = this.model.cellAt(x.inverse(at[0]), y.inverse(at[1]));
    if (!cell) return this.#tip.hide();
    this.#cell = cell;
    this.#tip.showCell(this.#drawn!, this.#cell);
  }

  #drawBand(from: [number, number], to: [number, number]): void {
    const { box } = this.#drawn!;
    const clamp = (v: number, a: number, b: number): number => Math.max(a, Math.min(b, v));
    let [x0, x1] = [from[0], to[0]].map((v) => clamp(v, box.left, box.right)).sort((a, b) => a - b) as Range;
    let [y0, y1] = [from[1], to[1]].map((v) => clamp(v, box.top, box.bottom)).sort((a, b) => a - b) as Range;
    // A drag along one axis zooms that one.
    if (y1 - y0 < 12 && x1 - x0 >= 12) [y0, y1] = [box.top, box.bottom];
    else if (x1 - x0 < 12 && y1 - y0 >= 12) [x0, x1] = [box.left, box.right];
    Object.assign(this.#band.style, {
      display: "",
      left: `${x0}px`,
      top: `${y0}px`,
      width: `${x1 - x0}px`,
      height: `${y1 - y0}px`,
    });
  }

  #dragged(from: [number, number], to: [number, number]): void {
    const [dx, dy] = [Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])];
    if (!this.#drawn) return;
    if (dx < 6 && dy < 6) {
      if (this.#inside(to)) this.#line?.go(this.#drawn.x.inverse(to[0]));
      return;
    }
    const { x, y } = this.#drawn;
    const range = (at: typeof x, a: number, b: number): Range => {
      const [p, q] = [at.inverse(a), at.inverse(b)];
      return p < q ? [p, q] : [q, p];
    };
    this.#look({
      x: dx < 12 && dy >= 12 ? this.#seen.x : range(x, from[0], to[0]),
      y: dy < 12 && dx >= 12 ? this.#seen.y : range(y, from[1], to[1]),
    });
  }

  #look(seen: Seen): void {
    const kept = (wanted: Range, all: Range): Range => {
      const [low, high] = [Math.max(wanted[0], all[0]), Math.min(wanted[1], all[1])];
      return high - low > 1e-9 * (all[1] - all[0]) ? [low, high] : all;
    };
    this.#seen = { x: kept(seen.x, this.model.all.x), y: kept(seen.y, this.model.all.y) };
    this.#lazy.stale();
  }

  #zoom(factor: number, at?: [number, number]): void {
    const about = at && this.#inside(at) && this.#drawn;
    const { data } = this.model;
    this.#look({
      x: zoomed(this.#seen.x, factor, about ? about.x.inverse(at[0]) : undefined, !!data.x.log),
      y: zoomed(this.#seen.y, factor, about ? about.y.inverse(at[1]) : undefined, !!data.y.log),
    });
  }

  #key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target !== this.frame.stage) return;
    const step = event.shiftKey ? 10 : 1;
    const go: Record<string, () => void> = {
      ArrowLeft: () => this.#move(-step, 0),
      ArrowRight: () => this.#move(step, 0),
      ArrowUp: () => this.#move(0, step),
      ArrowDown: () => this.#move(0, -step),
      Home: () => this.#move(-Infinity, 0),
      End: () => this.#move(Infinity, 0),
      "+": () => this.#zoom(0.5),
      "=": () => this.#zoom(0.5),
      "-": () => this.#zoom(2),
      "0": () => this.#look(this.model.all),
      Escape: () => this.#tip.hide(),
      Enter: () => this.#line?.go(this.model.series[this.#series]?.x[this.#point] ?? NaN),
    };
    const action = go[event.key];
    if (!action || !this.#drawn) return;
    event.preventDefault();
    action();
  }

  /** The cursor by the keyboard: along a series, or through cells where there is none. */
  #move(across: number, up: number): void {
    const clamp = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));
    const shown = this.model.series.flatMap((one, s) => (this.#shown(one.slot) ? [s] : []));
    const cells = this.model.cells;
    if (shown.length > 0) {
      const first = !shown.includes(this.#series);
      if (first) {
        this.#series = shown[0]!;
        this.#point = 0;
      }
      if (up !== 0) {
        const at = this.model.series[this.#series]!.x[this.#point]!;
        this.#series = shown[clamp(shown.indexOf(this.#series) - Math.sign(up), shown.length)]!;
        const { x } = this.model.series[this.#series]!;
        this.#point = x.reduce(
          (best, value, i) => (Math.abs(value - at) < Math.abs(x[best]! - at) ? i : best),
          0,
        );
      } else if (!first || !Number.isFinite(across))
        this.#point = clamp(this.#point + across, this.model.series[this.#series]!.x.length);
      const one = this.model.series[this.#series]!;
      this.#bring(one.x[this.#point]!, one.y[this.#point]!);
      this.#tip.showPoint(this.#drawn!, this.#series, this.#point);
      this.announce(
        `${this.#tip.name(this.#series)}: ${this.model.data.x.label} ` +
          `${axisValue(this.model.data.x, one.x[this.#point]!, 5)}, ${this.model.data.y.label} ` +
          `${axisValue(this.model.data.y, one.y[this.#point]!, 5)}.`,
      );
    } else if (cells) {
      this.#cell = [clamp(this.#cell[0] + across, cells.columns), clamp(this.#cell[1] + up, cells.rows)];
      const [i, j] = this.#cell;
      this.#bring(cells.x[i]!, cells.y[j]!);
      this.#tip.showCell(this.#drawn!, this.#cell);
      this.announce(
        `${axisValue(this.model.data.x, cells.x[i]!, 4)}, ${axisValue(this.model.data.y, cells.y[j]!, 4)}: ` +
          `${this.model.cellText(i, j)}.`,
      );
    }
  }

  /** Moves what is seen so that a place is in it. */
  #bring(x: number, y: number): void {
    const moved = (range: Range, value: number): Range => {
      if (Number.isNaN(value) || (value >= range[0] && value <= range[1])) return range;
      const half = (range[1] - range[0]) / 2;
      return [value - half, value + half];
    };
    const next = { x: moved(this.#seen.x, x), y: moved(this.#seen.y, y) };
    if (next.x !== this.#seen.x || next.y !== this.#seen.y) this.#look(next);
  }
}
