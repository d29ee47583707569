/** What a panel says where its cursor is: a point of a series and those beside it, or a cell. */
import { h } from "../base/dom";
import { currentTheme, lawColour, palettes } from "../base/palette";
import { axisValue, type PanelModel } from "./panel_model";
import type { DrawnPanel } from "./panel_svg";

export class PanelTip {
  readonly element = h("div", { class: "tip", "aria-hidden": "true", style: "display:none" });
  readonly dot = h("div", { class: "panel-dot", "aria-hidden": "true", style: "display:none" });

  constructor(
    readonly model: PanelModel,
    readonly stage: HTMLElement,
    readonly shown: (slot: number) => boolean,
  ) {}

  /** Of a series. */
  name(series: number): string {
    const one = this.model.series[series]!;
    return one.detail ? `${one.name}, ${one.detail}` : one.name;
  }

  showPoint({ x, y }: DrawnPanel, series: number, point: number): void {
    const one = this.model.series[series]!;
    const palette = palettes[currentTheme()];
    const rows = [
      [series, point] as [number, number],
      ...this.model.beside(this.shown, series, point).slice(0, 9),
    ].map(([s, p], k) => {
      const swatch = h("span", { class: "tip-swatch" });
      swatch.style.borderTop = `3px solid ${lawColour(palette, this.model.series[s]!.colour)}`;
      return h(
        "div",
        { class: k === 0 ? "tip-row chosen" : "tip-row" },
        swatch,
        h("span", { class: "tip-law" }, this.name(s)),
        h("span", { class: "tip-value" }, this.#valueOf(s, p)),
        h("span", {}),
      );
    });
    this.element.replaceChildren(
      this.#head(one.x[point]!),
      h("div", { class: "tip-table" }, ...rows),
    );
    this.#place(x(one.x[point]!), y(one.y[point]!));
  }

  showCell({ x, y }: DrawnPanel, [i, j]: [number, number]): void {
    const cells = this.model.cells!;
    const middle = (edges: ArrayLike<number>, k: number): number => (edges[k]! + edges[k + 1]!) / 2;
    const [cx, cy] = [middle(cells.x, i), middle(cells.y, j)];
    const { data } = this.model;
    this.element.replaceChildren(
      this.#head(cx),
      h("div", {}, `${data.y.label} = ${axisValue(data.y, cy)}`),
      h("div", { class: "tip-value" }, `${cells.label}: ${this.model.cellText(i, j)}`),
    );
    this.#place(x(cx), y(cy));
  }

  hide(): void {
    this.element.style.display = "none";
    this.dot.style.display = "none";
  }

  #head(x: number): HTMLElement {
    const axis = this.model.data.x;
    const words = axis.words ? axisValue(axis, x) : `${axis.label} = ${axisValue(axis, x)}`;
    return h("div", { class: "tip-head" }, words);
  }

  #valueOf(series: number, point: number): string {
    const one = this.model.series[series]!;
    const value = axisValue(this.model.data.y, one.y[point]!);
    const spread = one.spread?.[point] ?? NaN;
    return spread > 0 ? `${value} ± ${axisValue(this.model.data.y, spread, 3)}` : value;
  }

  #place(x: number, y: number): void {
    const width = this.stage.clientWidth;
    const rightwards = x < width / 2;
    const { style } = this.element;
    style.display = "";
    style.left = rightwards ? `${x + 14}px` : "";
    style.right = rightwards ? "" : `${width - x + 14}px`;
    const room = this.stage.clientHeight - this.element.offsetHeight - 4;
    style.top = `${Math.max(2, Math.min(y + 12, room))}px`;
    Object.assign(this.dot.style, { display: "", left: `${x}px`, top: `${y}px` });
  }
}
