/** A map on the screen: its drawing, a cursor for mouse and keyboard, the chosen cell. */
import { h } from "../base/dom";
import { stem } from "../base/export";
import { number } from "../base/format";
import { currentTheme } from "../base/palette";
import { below } from "../data/columns";
import type { Frame } from "../figures/frame";
import type { Box } from "../figures/plane";
import { PlaneStage, type Place } from "../figures/plane_stage";
import { zoomed } from "../figures/ticks";
import { isPlain, lossAt } from "../sweep/sweep";
import type { View } from "../sweep/view";
import { drawnMap, mapSheet } from "./map_drawing";
import { edges, MapModel, type MapKind } from "./map_model";

const keys =
  "Arrow keys move the cursor from cell to cell, with Shift in tens; plus and minus zoom, 0 shows " +
  "all; Enter chooses the point under the cursor. With the mouse: drag to zoom, double click to " +
  "show all, click to choose; the wheel zooms once the map has the focus, or with Ctrl.";

type Cell = [number, number];

export class MapPlot {
  readonly model: MapModel;
  readonly #stage: PlaneStage;
  readonly #cursor = h("div", { class: "map-cursor", style: "display:none" });
  readonly #chosen = h("div", { class: "map-chosen" });
  #box: Box = { left: 80, right: 400, top: 10, bottom: 300 };
  #cell: Cell | null = null;

  constructor(
    readonly view: View,
    kind: MapKind,
    readonly announce: (words: string) => void,
  ) {
    this.model = new MapModel(view, kind);
    this.#stage = new PlaneStage(
      {
        title: this.model.title,
        file: stem(`${view.name}-map-${kind}`),
        svg: () => this.svg(),
        keys,
        zooms: true,
      },
      {
        draw: (width) => this.#draw(width),
        height: 420,
        hover: (at) => this.#show(this.#cellAt(at)),
        leave: () => this.#hide(),
        choose: (at) => this.#choose(this.#cellAt(at)),
        zoom: (factor) => this.#zoom(factor),
        look: (part) => {
          const { x, y } = this.model.scales(this.#box);
          view.look([x.inverse(part.left), x.inverse(part.right)]);
          view.lookAcross([y.inverse(part.bottom), y.inverse(part.top)]);
        },
        all: () => {
          view.look(null);
          view.lookAcross(null);
        },
        keys: (step) => this.#keys(step),
      },
    );
    this.frame.element.dataset["figure"] = `map.${kind}`;
    this.frame.element.classList.add("map");
    this.#stage.over.append(this.#chosen, this.#cursor);
    const { stale } = this.#stage;
    view.store.on(["law", "contact", "along", "over", "across", "range", "rangeAcross"], stale);
    view.store.on(["point"], () => (view.sweep.axes.length > 2 ? stale() : this.#place()));
    view.page.on(null, stale);
  }

  get frame(): Frame {
    return this.#stage.frame;
  }

  svg(): string {
    return mapSheet(this.model);
  }

  #draw(width: number): { content: string; height: number; box: Box } {
    const tall = Math.round(Math.min(width * 0.66, 460));
    this.#box = { left: 76, right: width - 16, top: 10, bottom: 10 + tall };
    const { content, height } = drawnMap(this.model, this.#box, width, currentTheme());
    this.frame.element.querySelector("h3")!.textContent = this.model.title;
    this.frame.summary.textContent = this.model.summary();
    this.frame.caption.textContent =
      this.model.kind === "energy"
        ? `Orange: ${this.view.sweep.gain}; the line is where the loss is zero. All laws share one scale.`
        : "Hatched: the contact leaves without an impulse, or there is no answer. Dots: ambiguous.";
    this.#place();
    if (this.#cell) this.#show(this.#cell);
    return { content, height, box: this.#box };
  }

  #cellAt([px, py]: Place): Cell {
    const { xAxis, yAxis } = this.model;
    const { x, y } = this.model.scales(this.#box);
    return [
      clamp(below(edges(xAxis), x.inverse(px)), xAxis.order.length),
      clamp(below(edges(yAxis), y.inverse(py)), yAxis.order.length),
    ];
  }

  #zoom(factor: number): void {
    const { x, y } = this.model.seen();
    const { xAxis, yAxis } = this.model;
    const [i, j] = this.#cell ?? this.model.chosen();
    this.view.look(zoomed(x, factor, xAxis.values[xAxis.order[i]!], xAxis.spacing === "log"));
    this.view.lookAcross(zoomed(y, factor, yAxis.values[yAxis.order[j]!], yAxis.spacing === "log"));
  }

  #choose([i, j]: Cell): void {
    this.view.store.set({ point: this.model.point(i, j) });
  }

  #keys(step: number): Record<string, () => void> {
    const [i, j] = this.#cell ?? this.model.chosen();
    const go = (di: number, dj: number) => (): void => {
      const cell: Cell = [
        clamp(i + di, this.model.xAxis.order.length),
        clamp(j + dj, this.model.yAxis.order.length),
      ];
      this.#show(cell);
      this.announce(this.#words(cell));
    };
    return {
      ArrowLeft: go(-step, 0),
      ArrowRight: go(step, 0),
      ArrowUp: go(0, step),
      ArrowDown: go(0, -step),
      Home: go(-Infinity, 0),
      End: go(Infinity, 0),
      Enter: () => this.#choose([i, j]),
      " ": () => this.#choose([i, j]),
    };
  }

  /** Puts an element on a cell. */
  #rectangle(element: HTMLElement, [i, j]: Cell): Place {
    const { x, y } = this.model.scales(this.#box);
    const [ex, ey] = [edges(this.model.xAxis), edges(this.model.yAxis)];
    const [a, b] = [x(ex[i]!), x(ex[i + 1]!)];
    const [c, d] = [y(ey[j + 1]!), y(ey[j]!)];
    Object.assign(element.style, {
      display: "",
      left: `${a - this.#box.left}px`,
      top: `${c - this.#box.top}px`,
      width: `${Math.max(b - a, 4)}px`,
      height: `${Math.max(d - c, 4)}px`,
    });
    return [a, c];
  }

  #place(): void {
    this.#rectangle(this.#chosen, this.model.chosen());
  }

  #show(cell: Cell): void {
    this.#cell = cell;
    const [x, y] = this.#rectangle(this.#cursor, cell);
    const { sweep, state } = this.view;
    const point = this.model.point(...cell);
    const rows = sweep.laws.flatMap(({ name }, law) =>
      state.shown[law]
        ? [
            {
              name,
              value: `${number(lossAt(sweep, law, point), 5)} J`,
              note: this.#note(law, point),
              chosen: law === state.law,
            },
          ]
        : [],
    );
    const { left, right, bottom } = this.#box;
    if (x < left - 1 || x > right) return this.#stage.tip.hide();
    const top = Math.max(4, Math.min(y - 20, bottom - 160));
    this.#stage.tip.show(this.view.coordinates(point), rows, x + 10, top);
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

  #words(cell: Cell): string {
    const point = this.model.point(...cell);
    return (
      `${this.view.coordinates(point)}. ${this.#says(point)}. Energy loss ` +
      `${number(lossAt(this.view.sweep, this.view.state.law, point), 4)} J.`
    );
  }

  #hide(): void {
    this.#cell = null;
    this.#stage.tip.hide();
    this.#cursor.style.display = "none";
  }
}

function clamp(place: number, count: number): number {
  return Math.max(0, Math.min(count - 1, place));
}
