/** A figure of curves on the screen: uPlot draws; zoom, cursor, marks and regions are ours. */
import uPlot from "uplot";
import { h } from "../base/dom";
import { curveSvg, type DrawingSize } from "./curve_svg";
import { stem } from "../base/export";
import { figureSummary, isOpen, type CurveFigure } from "./figures";
import { tickLabels } from "../base/format";
import { frame, type Frame } from "../figures/frame";
import { currentTheme, lawColour, lawDash, palettes, type Palette } from "../base/palette";
import { mark, shade } from "./plot_paint";
import { PlotStrip } from "./plot_strip";
import { onWheel, whenSeen } from "../figures/stage";
import { stripHeight, type StripRow } from "./strip";
import { logTicks, roomy, ticks } from "../figures/ticks";
import { Tip } from "./tip";
import type { View } from "../sweep/view";

const leftRoom = 60; // px: labels of the vertical axis, and of the strip's rows
const rightRoom = 18;

export interface PlotOptions {
  height: number;
  /** Rows of regions below the curves. */
  rows?: () => StripRow[];
  level?: "h3" | "h4";
}

const keys =
  "Arrow keys move the cursor, with Shift in tens; Home and End go to the ends; plus and minus " +
  "zoom, 0 shows all; Enter chooses the point under the cursor. With the mouse: drag to zoom, " +
  "double click to show all, click to choose; the wheel zooms once the figure has the focus, or " +
  "with Ctrl.";

export class CurvePlot {
  readonly frame: Frame;
  readonly #tip: Tip;
  readonly #selected = h("div", { class: "selected-line", "aria-hidden": "true" });
  readonly #strip: PlotStrip | null;
  readonly #syncKey: string;
  #plot: uPlot | null = null;
  #visible = false;
  #stale = { data: true, scale: true, paint: true };
  #palette: Palette = palettes[currentTheme()];
  #keyboard = -1;

  constructor(
    readonly view: View,
    readonly figure: CurveFigure,
    readonly options: PlotOptions,
    readonly announce: (words: string) => void,
  ) {
    this.#syncKey = `carom-${view.name}`;
    this.frame = frame({
      title: figure.heading,
      full: figure.title,
      file: stem(`${view.name}-${figure.id}`),
      svg: () => this.svg(),
      zoom: {
        nearer: () => view.zoom(0.5, this.#cursorValue()),
        farther: () => view.zoom(2, this.#cursorValue()),
        all: () => view.look(null),
      },
      keys,
      level: options.level,
    });
    this.frame.element.dataset["figure"] = figure.id;
    // Room is kept for what is drawn only when it is seen, so that nothing moves when it is.
    const strip = options.rows ? stripHeight(options.rows()) : 0;
    this.frame.body.style.minHeight = `${options.height + strip}px`;
    this.frame.body.append(h("div", { class: "canvas" }));
    this.#strip = options.rows ? new PlotStrip(view, options.rows) : null;
    if (this.#strip) this.frame.body.append(this.#strip.element);
    this.#tip = new Tip(view, figure);
    this.frame.stage.append(this.#tip.element);
    this.#listen();
  }

  /** The figure as a stand-alone vector drawing, light, as it is zoomed now. */
  svg(size?: DrawingSize): string {
    return curveSvg(this.view, this.figure, this.options.rows?.() ?? [], size);
  }

  #listen(): void {
    const { view } = this;
    const { stage } = this.frame;
    whenSeen(stage, (visible) => {
      this.#visible = visible;
      this.#refresh();
    });
    new ResizeObserver(() => {
      if (this.#plot) this.#plot.setSize({ width: this.#width(), height: this.options.height });
    }).observe(stage);
    const stale = (what: "data" | "scale" | "paint") => (): void => {
      this.#stale[what] = true;
      this.#refresh();
    };
    view.store.on(["along", "over"], () => {
      // Another axis may be spaced otherwise, or random: a new plot.
      this.#plot?.destroy();
      this.#plot = null;
      stale("data")();
    });
    view.store.on(["range"], stale("scale"));
    view.store.on(["shown", "law", "contact"], stale("paint"));
    view.store.on(["point"], () => {
      if (view.sweep.axes.length > 1) stale("data")();
      else this.#placeSelected();
    });
    view.store.on(["hover"], () => {
      if (this.#plot) this.#strip?.placeCursor(this.#plot);
    });
    view.page.on(["degrees"], () => {
      if (this.#plot) this.#plot.axes[0]!.label = view.axisTitle(view.slice().axis);
      stale("data")();
    });
    view.page.on(["theme", "repaint"], stale("paint"));
    stage.addEventListener("keydown", (event) => this.#key(event));
    stage.addEventListener("blur", () => {
      this.#tip.hide();
      view.store.set({ hover: -1 });
      this.#keyboard = -1;
    });
    onWheel(
      stage,
      (factor) => view.zoom(factor, this.#cursorValue()),
      () => this.#plot !== null,
    );
  }

  #width(): number {
    return Math.max(200, this.frame.stage.clientWidth);
  }

  /** Draws what has changed, if it can be seen. */
  #refresh(): void {
    if (!this.#visible) return;
    this.#palette = palettes[currentTheme()];
    if (!this.#plot) {
      this.#make();
    } else if (this.#stale.data) {
      this.#plot.setData(this.#data(), false);
      this.#setScale();
    } else if (this.#stale.scale) {
      this.#setScale();
    } else if (this.#stale.paint) {
      this.view.state.shown.forEach((shown, i) => {
        if (this.#plot!.series[i + 1]!.show !== shown)
          this.#plot!.setSeries(i + 1, { show: shown });
      });
      this.#plot.redraw(false, true);
    } else return;
    if (this.#stale.data || this.#stale.paint)
      this.frame.summary.textContent = figureSummary(this.view, this.figure);
    this.#stale = { data: false, scale: false, paint: false };
  }

  #setScale(): void {
    const [low, high] = this.view.seen();
    const { factor } = this.view.display(this.view.slice().axis);
    this.#plot!.setScale("x", { min: low * factor, max: high * factor });
  }

  #data(): uPlot.AlignedData {
    const along = this.view.slice();
    const { factor } = this.view.display(along.axis);
    const columns = this.view.sweep.laws.map((_, law) => {
      const values = this.figure.values(law);
      // What is one choice among others is no curve: marks show it.
      return along.points.map((point) => {
        const value = values[point]!;
        return Number.isNaN(value) || isOpen(this.view.sweep, this.figure, law, point) ? null : value;
      });
    });
    return [along.xs.map((x) => x * factor), ...columns];
  }

  #make(): void {
    const { view, figure } = this;
    const { axis } = view.slice();
    const log = axis.spacing === "log";
    const font = "12px system-ui, sans-serif";
    const soft = (): string => this.#palette.soft;
    const grid = { stroke: (): string => this.#palette.grid, width: 1 };
    const dots = axis.random || axis.values.length < 3;
    this.#plot = new uPlot(
      {
        width: this.#width(),
        height: this.options.height,
        padding: [10, rightRoom, 0, 0],
        legend: { show: false },
        scales: {
          x: { time: false, distr: log ? 3 : 1, range: (_, low, high) => this.#finite(low, high) },
          y: {
            range: (_, low, high) => {
              const [from, to] = this.#marked(low, high);
              return figure.energy ? roomy(Math.min(from, 0), to) : roomy(from, to);
            },
          },
        },
        axes: [
          {
            stroke: soft,
            grid,
            ticks: grid,
            font,
            size: 30,
            labelSize: 22,
            labelGap: 0,
            label: view.axisTitle(axis),
            labelFont: `13px system-ui, sans-serif`,
            splits: (u, _, low, high) =>
              log
                ? logTicks(low, high, u.width / 90)
                : ticks(low, high, Math.max(4, u.width / 85), view.display(axis).ticks),
            values: (_, splits) => tickLabels(splits),
          },
          {
            stroke: soft,
            grid,
            ticks: grid,
            font,
            size: leftRoom,
            labelSize: 22,
            labelGap: 0,
            label: `${figure.quantity} (${figure.unit})`,
            labelFont: `13px system-ui, sans-serif`,
            splits: (u, _, low, high) => ticks(low, high, u.height / 48),
            values: (_, splits) => tickLabels(splits),
          },
        ],
        series: [
          {},
          ...view.sweep.laws.map(
            (law, i): uPlot.Series => ({
              label: law.name,
              show: view.state.shown[i],
              stroke: () => lawColour(this.#palette, i),
              width: 2,
              dash: dots ? [] : lawDash(i),
              paths: dots ? () => null : uPlot.paths.linear!(),
              // Points are drawn where they are, not on the nearest pixel: curves would wobble.
              pxAlign: 0,
              points: { show: dots, size: 6 },
            }),
          ),
        ],
        cursor: {
          sync: { key: this.#syncKey, setSeries: false },
          drag: { x: true, y: false, setScale: false },
          points: { size: 8 },
          bind: {
            dblclick: () => () => {
              this.view.look(null);
              return null;
            },
          },
        },
        hooks: {
          drawClear: [(u) => shade(u, this.view, this.figure, this.#palette)],
          draw: [
            (u) => mark(u, this.view, this.figure, this.#palette),
            () => this.#paintStrip(),
            () => this.#placeSelected(),
          ],
          setSelect: [(u) => this.#dragged(u)],
          setCursor: [(u) => this.#moved(u)],
        },
      },
      this.#data(),
      this.frame.body.querySelector<HTMLElement>(".canvas")!,
    );
    this.#plot.over.append(this.#selected);
    this.#plot.over.addEventListener("mousedown", () =>
      this.frame.stage.focus({ preventScroll: true }),
    );
    this.#plot.over.addEventListener("click", () => this.#choose());
    this.#plot.over.addEventListener("mouseleave", () => {
      this.#tip.hide();
      view.store.set({ hover: -1 });
    });
    this.#setScale();
  }

  /** An interval of values with those that only marks show. */
  #marked(low: number | null, high: number | null): [number, number] {
    let [from, to] = [low ?? Infinity, high ?? -Infinity];
    const { sweep, state } = this.view;
    const along = this.view.slice();
    const [left, right] = this.view.seen();
    sweep.laws.forEach((_, law) => {
      if (!this.figure.impulse || !state.shown[law]) return;
      const values = this.figure.values(law);
      along.points.forEach((point, i) => {
        const [x, value] = [along.xs[i]!, values[point]!];
        if (x < left || x > right || !isOpen(sweep, this.figure, law, point)) return;
        from = Math.min(from, value);
        to = Math.max(to, value);
      });
    });
    return [from, to];
  }

  #finite(low: number, high: number): [number, number] {
    return Number.isFinite(low) && Number.isFinite(high) && low < high ? [low, high] : [0, 1];
  }

  #dragged(u: uPlot): void {
    if (u.select.width < 4) return;
    const { factor } = this.view.display(this.view.slice().axis);
    const from = u.posToVal(u.select.left, "x") / factor;
    const to = u.posToVal(u.select.left + u.select.width, "x") / factor;
    u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    this.view.look([from, to]);
    this.#justZoomed = true;
  }
  #justZoomed = false;

  #moved(u: uPlot): void {
    const index = u.cursor.idx;
    const mine = u.cursor.event != null || this.#keyboard >= 0;
    if (index == null || (u.cursor.left ?? -1) < 0) {
      this.#tip.hide();
      return;
    }
    this.view.store.set({ hover: index });
    if (mine && this.frame.stage.matches(":hover, :focus-within"))
      this.#tip.show(
        index,
        (u.cursor.left ?? 0) + u.over.offsetLeft,
        u.over.offsetTop,
        this.#width(),
      );
  }

  #choose(): void {
    if (this.#justZoomed) {
      this.#justZoomed = false;
      return;
    }
    const { hover } = this.view.state;
    const point = this.view.slice().points[hover];
    if (point !== undefined) this.view.store.set({ point });
  }

  #cursorValue(): number | undefined {
    const { hover } = this.view.state;
    return hover >= 0 ? this.view.slice().xs[hover] : undefined;
  }

  #key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target !== this.frame.stage) return;
    const along = this.view.slice();
    const last = along.points.length - 1;
    const now =
      this.view.state.hover >= 0
        ? this.view.state.hover
        : Math.max(0, along.points.indexOf(this.view.state.point));
    const step = event.shiftKey ? 10 : 1;
    const go: Record<string, () => void> = {
      ArrowLeft: () => this.#cursorTo(Math.max(0, now - step)),
      ArrowRight: () => this.#cursorTo(Math.min(last, now + step)),
      Home: () => this.#cursorTo(0),
      End: () => this.#cursorTo(last),
      "+": () => this.view.zoom(0.5, along.xs[now]),
      "=": () => this.view.zoom(0.5, along.xs[now]),
      "-": () => this.view.zoom(2, along.xs[now]),
      "0": () => this.view.look(null),
      Enter: () => this.view.store.set({ point: along.points[now]! }),
      " ": () => this.view.store.set({ point: along.points[now]! }),
      Escape: () => this.#tip.hide(),
    };
    const action = go[event.key];
    if (!action || !this.#plot) return;
    event.preventDefault();
    action();
  }

  /** Moves the cursor by the keyboard, and what is seen with it. */
  #cursorTo(index: number): void {
    const u = this.#plot!;
    const along = this.view.slice();
    const value = along.xs[index]!;
    const [low, high] = this.view.seen();
    if (value < low || value > high) {
      const half = (high - low) / 2;
      this.view.look([value - half, value + half]);
    }
    const { factor } = this.view.display(along.axis);
    this.#keyboard = index;
    this.view.store.set({ hover: index });
    const left = u.valToPos(value * factor, "x");
    u.setCursor({ left, top: u.over.clientHeight / 2 });
    this.#tip.show(index, left + u.over.offsetLeft, u.over.offsetTop, this.#width());
    this.announce(this.#tip.words(index));
  }

  // The strip and the line of the chosen point follow every drawing: uPlot knows its scales and its
  // size only then.
  #paintStrip(): void {
    if (this.#plot) this.#strip?.paint(this.#plot, this.#width(), this.#palette);
  }

  #placeSelected(): void {
    if (!this.#plot) return;
    const along = this.view.slice();
    const index = along.points.indexOf(this.view.state.point);
    const { factor } = this.view.display(along.axis);
    const left = this.#plot.valToPos(along.xs[index]! * factor, "x");
    const inside = left >= -0.5 && left <= this.#plot.over.clientWidth + 0.5;
    this.#selected.style.display = index >= 0 && inside ? "" : "none";
    this.#selected.style.transform = `translateX(${left}px)`;
  }
}
