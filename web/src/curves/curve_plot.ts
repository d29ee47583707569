/** A figure of curves on the screen: its drawing, a cursor that all figures of the sweep share, the
 * chosen point, and zoom along the axis. */
import { h, tag } from "../base/dom";
import { stem } from "../base/export";
import { number } from "../base/format";
import { currentTheme, lawColour, palettes } from "../base/palette";
import { nearest } from "../data/columns";
import type { Frame } from "../figures/frame";
import type { Box } from "../figures/plane";
import { PlaneStage, put, upright, type Place } from "../figures/plane_stage";
import { paint } from "../figures/shapes";
import type { View } from "../sweep/view";
import {
  axisRoom,
  curveSheet,
  drawnCurves,
  type DrawingSize,
  type DrawnCurves,
} from "./curve_drawing";
import { CurveModel, type CurveFigure } from "./curve_model";
import { stripHeight, type StripRow } from "./strip";

/** px round the plane. */
const room = { left: 82, right: 18, top: 10 };

export interface PlotOptions {
  /** px, of the plane. */
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
  readonly model: CurveModel;
  readonly #stage: PlaneStage;
  readonly #canvas = h("canvas", {});
  readonly #cursor = upright("cursor");
  readonly #selected = upright("selected");
  /** The cursor in the rows. */
  readonly #below = upright("cursor");
  /** Whether the summary is that of what is drawn. */
  #told = false;
  #drawn: (DrawnCurves & { box: Box }) | null = null;

  constructor(
    readonly view: View,
    figure: CurveFigure,
    readonly options: PlotOptions,
    readonly announce: (words: string) => void,
  ) {
    this.model = new CurveModel(view, figure);
    this.#stage = new PlaneStage(
      {
        title: figure.heading,
        full: figure.title,
        file: stem(`${view.name}-${figure.id}`),
        svg: () => this.svg(),
        keys,
        level: options.level,
        zooms: true,
      },
      {
        draw: (width) => this.#draw(width),
        height: room.top + options.height + axisRoom + stripHeight(this.#rows()),
        across: true,
        hover: (at) => this.#hover(at),
        leave: () => view.store.set({ hover: -1 }),
        choose: (at) => this.#choose(this.#nearest(at)),
        zoom: (factor, at) =>
          view.zoom(factor, at ? this.#drawn!.x.inverse(at[0]) : view.slice().xs[view.state.hover]),
        look: ({ left, right }) =>
          view.look([this.#drawn!.x.inverse(left), this.#drawn!.x.inverse(right)]),
        all: () => view.look(null),
        keys: (step) => this.#keys(step),
      },
    );
    this.frame.element.dataset["figure"] = figure.id;
    this.#stage.over.append(this.#canvas, this.#selected, this.#cursor);
    this.frame.body.append(this.#below);
    const { stale } = this.#stage;
    const changed = (): void => {
      this.#told = false;
      stale();
    };
    view.store.on(["range", "law", "contact"], stale);
    view.store.on(["along", "over", "shown"], changed);
    view.store.on(["point"], () => (view.sweep.axes.length > 1 ? changed() : this.#place()));
    view.store.on(["hover"], () => this.#place());
    view.page.on(null, changed);
  }

  get frame(): Frame {
    return this.#stage.frame;
  }

  /** The figure as a stand-alone drawing, light, as it is zoomed now. */
  svg(size?: DrawingSize): string {
    return curveSheet(this.model, this.#rows(), size);
  }

  #rows(): StripRow[] {
    return this.options.rows?.() ?? [];
  }

  #draw(width: number): { content: string; height: number; box: Box } {
    const box = {
      left: room.left,
      right: width - room.right,
      top: room.top,
      bottom: room.top + this.options.height,
    };
    const palette = palettes[currentTheme()];
    const look = { palette, box, width, rows: this.#rows(), density: devicePixelRatio };
    const drawn = drawnCurves(this.model, look);
    this.#drawn = { ...drawn, box };
    if (!this.#told) this.frame.summary.textContent = this.model.summary();
    this.#told = true;
    paint(this.#canvas, drawn.curves, box);
    this.#place();
    if (this.#stage.tip.shown) this.#tell(this.view.state.hover);
    return { content: drawn.content, height: drawn.bottom, box };
  }

  #nearest([x]: Place): number {
    return nearest(this.view.slice().xs, this.#drawn!.x.inverse(x));
  }

  #hover(at: Place): void {
    this.#tell(this.#nearest(at));
  }

  /** The cursor goes to a place of the slice, and the tip with it. */
  #tell(index: number): void {
    const { view, model } = this;
    const { xs, points } = view.slice();
    if (!(index in xs)) return this.#stage.tip.hide();
    view.store.set({ hover: index });
    const rows = model.curves().map(({ law, values }) => ({
      name: view.sweep.laws[law]!.name,
      value: `${number(values[index]!)} ${model.figure.unit}`,
      note: model.note(law, points[index]!),
      colour: law,
    }));
    const { x, box } = this.#drawn!;
    const at = x(xs[index]!);
    if (at < box.left || at > box.right) this.#stage.tip.hide();
    else this.#stage.tip.show(model.place(index), rows, at, box.top + 6);
  }

  #choose(index: number): void {
    const point = this.view.slice().points[index];
    if (point !== undefined) this.view.store.set({ point });
  }

  #keys(step: number): Record<string, () => void> {
    const { points } = this.view.slice();
    const last = points.length - 1;
    const { hover, point } = this.view.state;
    const now = hover >= 0 ? hover : Math.max(0, points.indexOf(point));
    return {
      ArrowLeft: () => this.#cursorTo(Math.max(0, now - step)),
      ArrowRight: () => this.#cursorTo(Math.min(last, now + step)),
      Home: () => this.#cursorTo(0),
      End: () => this.#cursorTo(last),
      Enter: () => this.#choose(now),
      " ": () => this.#choose(now),
    };
  }

  /** Moves the cursor by the keyboard, and what is seen with it. */
  #cursorTo(index: number): void {
    const { view, model } = this;
    const value = view.slice().xs[index]!;
    const [low, high] = view.seen();
    if (value < low || value > high) {
      const half = (high - low) / 2;
      view.look([value - half, value + half]);
    }
    this.#tell(index);
    const told = model
      .curves()
      .map(
        ({ law, values }) =>
          `${view.sweep.laws[law]!.name} ${number(values[index]!, 4)} ${model.figure.unit}`,
      );
    this.announce(`${model.place(index)}: ${told.join(", ")}.`);
  }

  /** Puts the lines, and a dot on each curve at the cursor. */
  #place(): void {
    if (!this.#drawn) return;
    const { view } = this;
    const { x, y, box } = this.#drawn;
    const { xs, points } = view.slice();
    const { hover, point } = view.state;
    const at = (index: number): number | undefined =>
      index in xs ? x(xs[index]!) - box.left : undefined;
    put(this.#selected, at(points.indexOf(point)));
    put(this.#cursor, at(hover));
    const inside = at(hover) !== undefined && x(xs[hover]!) >= box.left && x(xs[hover]!) <= box.right;
    put(this.#below, inside ? x(xs[hover]!) : undefined);
    const height = stripHeight(this.#rows());
    Object.assign(this.#below.style, {
      top: `${this.#drawn.bottom - height}px`,
      height: `${height}px`,
    });
    const palette = palettes[currentTheme()];
    this.#cursor.innerHTML = tag(
      "svg",
      { width: 8, height: box.bottom - box.top },
      this.model
        .curves()
        .filter(({ line }) => !Number.isNaN(line[hover] ?? NaN))
        .map(({ law, line }) =>
          tag("circle", { cx: 4, cy: y(line[hover]!) - box.top, r: 4, fill: lawColour(palette, law) }),
        )
        .join(""),
    );
  }
}
