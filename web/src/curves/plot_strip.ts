/** The rows of regions below a figure of curves, with a line where its cursor is. */
import type uPlot from "uplot";
import { h } from "../base/dom";
import type { Palette } from "../base/palette";
import { Fills, stripHeight, stripRows, type StripRow } from "./strip";
import { scale } from "../figures/ticks";
import type { View } from "../sweep/view";

export class PlotStrip {
  readonly element = h("div", { class: "strip", "aria-hidden": "true" });
  readonly #cursor = h("div", { class: "strip-cursor", style: "display:none" });

  constructor(
    readonly view: View,
    readonly rows: () => StripRow[],
  ) {
    this.element.append(this.#cursor);
  }

  paint(plot: uPlot, width: number, palette: Palette): void {
    const rows = this.rows();
    const [low, high] = this.view.seen();
    const { axis } = this.view.slice();
    const left = plot.over.offsetLeft;
    const right = left + plot.over.clientWidth;
    const at = scale(low, high, left, right, axis.spacing);
    const fills = new Fills(palette);
    const drawn = stripRows(
      rows,
      at,
      left,
      right,
      0,
      palette,
      fills,
      this.view.display(axis).factor,
    );
    const height = stripHeight(rows);
    const svg = h("div", { class: "strip-drawing" });
    svg.innerHTML =
      `<svg width="${width}" height="${height}" font-family="system-ui, sans-serif">` +
      `${fills.definitions()}${drawn}</svg>`;
    this.element.replaceChildren(svg, this.#cursor);
  }

  placeCursor(plot: uPlot): void {
    const { hover } = this.view.state;
    const along = this.view.slice();
    const value = along.xs[hover];
    this.#cursor.style.display = value === undefined ? "none" : "";
    if (value === undefined) return;
    const { factor } = this.view.display(along.axis);
    const left = plot.over.offsetLeft + plot.valToPos(value * factor, "x");
    this.#cursor.style.transform = `translateX(${left}px)`;
  }
}
