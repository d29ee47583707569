/** A panel on the screen: its drawing, a cursor, zoom both ways, the motion's time, and files. */
import { h } from "../base/dom";
import { downloadText } from "../base/export";
import type { PageState } from "../base/page_state";
import { currentTheme } from "../base/palette";
import type { Store } from "../base/store";
import { ClockLine, type Clock } from "../figures/clock";
import { tool, type Frame } from "../figures/frame";
import { PlaneStage, type Place } from "../figures/plane_stage";
import { zoomed } from "../figures/ticks";
import { drawnPanel, panelSheet, type DrawnPanel } from "./panel_drawing";
import { axisValue, type PanelModel, type Range, type Seen } from "./panel_model";

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
  readonly #stage: PlaneStage;
  readonly #dot = h("div", { class: "panel-dot", "aria-hidden": "true", style: "display:none" });
  readonly #line: ClockLine | null;
  #seen: Seen;
  #drawn: DrawnPanel | null = null;
  #series = -1;
  #point = 0;
  #cell: [number, number] = [0, 0];

  constructor(
    readonly model: PanelModel,
    readonly state: Store<FigureState>,
    page: Store<PageState>,
    readonly options: PanelOptions,
    readonly announce: (words: string) => void,
  ) {
    this.#seen = model.all;
    const perSecond = (options.clock && model.data.x.per_second) || 0;
    this.#line = perSecond ? new ClockLine(options.clock!, perSecond) : null;
    this.#stage = new PlaneStage(
      {
        title: model.title,
        file: options.file,
        svg: () => this.svg(),
        keys: perSecond ? `${keys} A click, or Enter, takes the motion to that time.` : keys,
        level: options.level,
        zooms: true,
      },
      {
        draw: (width) => this.#draw(width),
        height: options.height + 50,
        hover: (at) => this.#hover(at),
        leave: () => this.#hide(),
        choose: ([x]) => this.#line?.go(this.#drawn!.x.inverse(x)),
        zoom: (factor, at) => this.#zoom(factor, at),
        look: ({ left, right, top, bottom }) => {
          const { x, y } = this.#drawn!;
          this.#look({
            x: [x.inverse(left), x.inverse(right)],
            y: [y.inverse(bottom), y.inverse(top)],
          });
        },
        all: () => this.#look(model.all),
        keys: (step) => ({
          ArrowLeft: () => this.#move(-step, 0),
          ArrowRight: () => this.#move(step, 0),
          ArrowUp: () => this.#move(0, step),
          ArrowDown: () => this.#move(0, -step),
          Home: () => this.#move(-Infinity, 0),
          End: () => this.#move(Infinity, 0),
          Enter: () => this.#line?.go(model.series[this.#series]?.x[this.#point] ?? NaN),
        }),
      },
    );
    const save = (text: () => string, name: string, words: string, sign: string): void =>
      this.frame.tools.append(
        tool(`${words}: ${model.title}`, sign, () =>
          downloadText(text(), `${name}.csv`, "text/csv"),
        ),
      );
    if (model.series.length > 0)
      save(() => model.csv(), options.file, "Save the series as CSV", "CSV");
    if (model.cells)
      save(() => model.cellsCsv(), `${options.file}-cells`, "Save the cells as CSV", "Cells");
    this.#stage.over.append(this.#dot);
    if (this.#line) this.#stage.over.append(this.#line.element);
    state.on(["shown"], this.#stage.stale);
    page.on(["theme", "repaint"], this.#stage.stale);
  }

  get frame(): Frame {
    return this.#stage.frame;
  }

  svg(width = 720): string {
    const height = (width / 720) * 360;
    return panelSheet(this.model, { width, height, seen: this.#seen, shown: this.#shown });
  }

  readonly #shown = (slot: number): boolean => this.state.state.shown[slot] ?? true;

  #draw(width: number): DrawnPanel {
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
    this.frame.summary.textContent = this.model.summary(this.#shown);
    this.#line?.drawn(this.#drawn.x, this.#drawn.box);
    this.#hide();
    return this.#drawn;
  }

  #hover(at: Place): void {
    const { x, y } = this.#drawn!;
    const found = this.model.nearest(this.#shown, x, y, at, reach);
    if (found) {
      this.#series = found.series;
      this.#point = found.point;
      return this.#showPoint();
    }
    const cell = this.model.cellAt(x.inverse(at[0]), y.inverse(at[1]));
    if (!cell) return this.#hide();
    this.#cell = cell;
    this.#showCell();
  }

  #look(seen: Seen): void {
    const kept = (wanted: Range, all: Range): Range => {
      const [low, high] = [Math.max(wanted[0], all[0]), Math.min(wanted[1], all[1])];
      return high - low > 1e-9 * (all[1] - all[0]) ? [low, high] : all;
    };
    this.#seen = { x: kept(seen.x, this.model.all.x), y: kept(seen.y, this.model.all.y) };
    this.#stage.stale();
  }

  #zoom(factor: number, at?: Place): void {
    const { data } = this.model;
    this.#look({
      x: zoomed(this.#seen.x, factor, at && this.#drawn!.x.inverse(at[0]), !!data.x.log),
      y: zoomed(this.#seen.y, factor, at && this.#drawn!.y.inverse(at[1]), !!data.y.log),
    });
  }

  /** The cursor by the keyboard: along a series, or through cells where there is none. */
  #move(across: number, up: number): void {
    const clamp = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));
    const shown = this.model.series.flatMap((one, s) => (this.#shown(one.slot) ? [s] : []));
    const { cells, data } = this.model;
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
      const [x, y] = [one.x[this.#point]!, one.y[this.#point]!];
      this.#bring(x, y);
      this.#showPoint();
      this.announce(
        `${this.#name(this.#series)}: ${data.x.label} ${axisValue(data.x, x, 5)}, ` +
          `${data.y.label} ${axisValue(data.y, y, 5)}.`,
      );
    } else if (cells) {
      this.#cell = [clamp(this.#cell[0] + across, cells.columns), clamp(this.#cell[1] + up, cells.rows)];
      const [i, j] = this.#cell;
      this.#bring(cells.x[i]!, cells.y[j]!);
      this.#showCell();
      this.announce(
        `${axisValue(data.x, cells.x[i]!, 4)}, ${axisValue(data.y, cells.y[j]!, 4)}: ` +
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

  #name(series: number): string {
    const one = this.model.series[series]!;
    return one.detail ? `${one.name}, ${one.detail}` : one.name;
  }

  /** The tip at a point: its value, and those of other series beside it. */
  #showPoint(): void {
    const { model } = this;
    const [series, point] = [this.#series, this.#point];
    const one = model.series[series]!;
    const beside = model.beside(this.#shown, series, point).slice(0, 9);
    const rows = [[series, point] as const, ...beside].map(([s, p], k) => ({
      name: this.#name(s),
      value: model.valueOf(s, p),
      colour: model.series[s]!.colour,
      chosen: k === 0,
    }));
    this.#tell(one.x[point]!, one.y[point]!, rows);
  }

  #showCell(): void {
    const { cells, data } = this.model;
    const [i, j] = this.#cell;
    const middle = (edges: ArrayLike<number>, k: number): number => (edges[k]! + edges[k + 1]!) / 2;
    const [x, y] = [middle(cells!.x, i), middle(cells!.y, j)];
    this.#tell(x, y, [
      { name: data.y.label, value: axisValue(data.y, y) },
      { name: cells!.label, value: this.model.cellText(i, j), chosen: true },
    ]);
  }

  #tell(x: number, y: number, rows: Parameters<PlaneStage["tip"]["show"]>[1]): void {
    const axis = this.model.data.x;
    const head = axis.words ? axisValue(axis, x) : `${axis.label} = ${axisValue(axis, x)}`;
    const { box, ...at } = this.#drawn!;
    const [left, top] = [at.x(x), at.y(y)];
    this.#stage.tip.show(head, rows, left, top + 12);
    Object.assign(this.#dot.style, {
      display: "",
      left: `${left - box.left}px`,
      top: `${top - box.top}px`,
    });
  }

  #hide(): void {
    this.#stage.tip.hide();
    this.#dot.style.display = "none";
  }
}
