/** A map of two axes: cells, what they show, and the vector drawing of it. */
import { px, svgDocument, tag, text, upward } from "../base/dom";
import { capital, number, tickLabels } from "../base/format";
import { energyColour, levels, palettes, type Palette, type Theme } from "../base/palette";
import { categoryLegend, Fills } from "../curves/strip";
import type { Category } from "../sweep/regions";
import { lossAt, placeOf, pointAt, type SweepAxis } from "../sweep/sweep";
import { logTicks, scale, ticks, type Scale } from "../figures/ticks";
import type { View } from "../sweep/view";

export type MapKind = "outcome" | "energy";

/** Edges of cells between ascending values; the outermost cells are as wide as their inner half. */
export function edges(axis: SweepAxis): number[] {
  const values = axis.order.map((i) => axis.values[i]!);
  const log = axis.spacing === "log";
  const v = log ? values.map(Math.log) : values;
  const n = v.length;
  const result: number[] = [];
  if (n === 1) result.push(v[0]! - 0.5, v[0]! + 0.5);
  else {
    result.push(v[0]! - (v[1]! - v[0]!) / 2);
    for (let i = 1; i < n; ++i) result.push((v[i - 1]! + v[i]!) / 2);
    result.push(v[n - 1]! + (v[n - 1]! - v[n - 2]!) / 2);
  }
  return log ? result.map(Math.exp) : result;
}

export interface Panel {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export class MapModel {
  constructor(
    readonly view: View,
    readonly kind: MapKind,
  ) {}

  get xAxis(): SweepAxis {
    return this.view.slice().axis;
  }
  get yAxis(): SweepAxis {
    return this.view.sweep.axes[this.view.state.across]!;
  }
  get title(): string {
    const { sweep, state } = this.view;
    return this.kind === "energy"
      ? "Energy loss, map"
      : `Outcomes of ${sweep.contacts[state.contact]!.name}, map`;
  }

  /** The point of a cell: places in the ascending orders of both axes. */
  point(i: number, j: number): number {
    const { along, across, point } = this.view.state;
    const { sweep } = this.view;
    if (
      this.#strides.along !== along ||
      this.#strides.across !== across ||
      this.#strides.point !== point
    ) {
      const place = placeOf(sweep, point);
      const unit = (axis: number): number =>
        pointAt(
          sweep,
          place.map((_, a) => (a === axis ? 1 : 0)),
        );
      const [x, y] = [unit(along), unit(across)];
      const first = point - place[along]! * x - place[across]! * y;
      this.#strides = { along, across, point, x, y, first };
    }
    const { first, x, y } = this.#strides;
    return first + this.xAxis.order[i]! * x + this.yAxis.order[j]! * y;
  }
  #strides = { along: -1, across: -1, point: -1, x: 0, y: 0, first: 0 };

  /** The cell of the chosen point. */
  chosen(): [number, number] {
    const place = placeOf(this.view.sweep, this.view.state.point);
    return [
      this.xAxis.order.indexOf(place[this.view.state.along]!),
      this.yAxis.order.indexOf(place[this.view.state.across]!),
    ];
  }

  seen(): { x: [number, number]; y: [number, number] } {
    const whole = (axis: SweepAxis): [number, number] => {
      const e = edges(axis);
      return [e[0]!, e[e.length - 1]!];
    };
    return {
      x: this.view.state.range ?? whole(this.xAxis),
      y: this.view.state.rangeAcross ?? whole(this.yAxis),
    };
  }

  scales(panel: Panel): { x: Scale; y: Scale } {
    const { x, y } = this.seen();
    return {
      x: scale(x[0], x[1], panel.left, panel.right, this.xAxis.spacing),
      y: scale(y[0], y[1], panel.bottom, panel.top, this.yAxis.spacing),
    };
  }

  /** The largest change of energy by any law, so that maps of laws can be compared. */
  largest(): number {
    if (this.#largest === 0) {
      for (const law of this.view.sweep.laws)
        for (const loss of law.loss)
          if (Math.abs(loss) > this.#largest) this.#largest = Math.abs(loss);
      this.#largest ||= 1;
    }
    return this.#largest;
  }
  #largest = 0;

  category(i: number, j: number): Category {
    const { law, contact } = this.view.state;
    return this.view.categories.of(law, contact, this.point(i, j));
  }

  loss(i: number, j: number): number {
    return lossAt(this.view.sweep, this.view.state.law, this.point(i, j));
  }

  sign(i: number, j: number): number {
    return Math.sign(this.loss(i, j));
  }

  ambiguous(i: number, j: number): boolean {
    const { sweep, state } = this.view;
    return (
      sweep.section.verdicts[sweep.laws[state.law]!.verdict[this.point(i, j)]!] === "ambiguous"
    );
  }

  /** Lines between cells that lose and cells that gain energy. */
  zeroLines(x: Scale, y: Scale): string {
    const ex = edges(this.xAxis);
    const ey = edges(this.yAxis);
    let path = "";
    for (let i = 0; i + 1 < ex.length; ++i)
      for (let j = 0; j + 1 < ey.length; ++j) {
        const gain = this.sign(i, j) < 0;
        if (i + 2 < ex.length && this.sign(i + 1, j) < 0 !== gain)
          path += `M${px(x(ex[i + 1]!))} ${px(y(ey[j]!))}V${px(y(ey[j + 1]!))}`;
        if (j + 2 < ey.length && this.sign(i, j + 1) < 0 !== gain)
          path += `M${px(x(ex[i]!))} ${px(y(ey[j + 1]!))}H${px(x(ex[i + 1]!))}`;
      }
    return path;
  }

  summary(): string {
    const { sweep, state } = this.view;
    const law = sweep.laws[state.law]!.name;
    const counts = new Map<string, number>();
    let least = Infinity;
    let most = -Infinity;
    const [nx, ny] = [this.xAxis.order.length, this.yAxis.order.length];
    for (let i = 0; i < nx; ++i)
      for (let j = 0; j < ny; ++j) {
        if (this.kind === "outcome") {
          const { name } = this.category(i, j);
          counts.set(name, (counts.get(name) ?? 0) + 1);
        } else if (!Number.isNaN(this.loss(i, j))) {
          least = Math.min(least, this.loss(i, j));
          most = Math.max(most, this.loss(i, j));
        }
      }
    const what =
      this.kind === "energy"
        ? `energy loss from ${number(least, 4)} J to ${number(most, 4)} J`
        : [...counts]
            .map(([name, n]) => `${name} ${Math.round((100 * n) / (nx * ny))} %`)
            .join(", ");
    return `${this.title} over ${this.xAxis.label} and ${this.yAxis.label} by the ${law} law: ${what}.`;
  }

  /** Axes, ticks and names round the panel. */
  axes(panel: Panel, palette: Palette): string {
    const { x, y } = this.scales(panel);
    const draw = (axis: SweepAxis, at: Scale, horizontal: boolean): string => {
      const { factor, ticks: kind } = this.view.display(axis);
      const room = horizontal
        ? Math.max(4, (panel.right - panel.left) / 75)
        : (panel.bottom - panel.top) / 48;
      const [low, high] = [at.low * factor, at.high * factor];
      const places =
        axis.spacing === "log" ? logTicks(low, high, room) : ticks(low, high, room, kind);
      return tickLabels(places)
        .map((label, i) => {
          const p = at(places[i]! / factor);
          return horizontal
            ? tag("line", {
                x1: p,
                x2: p,
                y1: panel.bottom,
                y2: panel.bottom + 5,
                stroke: palette.faint,
              }) +
                text(p, panel.bottom + 19, label, {
                  "text-anchor": "middle",
                  "font-size": 12,
                  fill: palette.soft,
                })
            : tag("line", {
                x1: panel.left - 5,
                x2: panel.left,
                y1: p,
                y2: p,
                stroke: palette.faint,
              }) +
                text(panel.left - 9, p + 4, label, {
                  "text-anchor": "end",
                  "font-size": 12,
                  fill: palette.soft,
                });
        })
        .join("");
    };
    return (
      draw(this.xAxis, x, true) +
      draw(this.yAxis, y, false) +
      tag("rect", {
        x: panel.left,
        y: panel.top,
        width: panel.right - panel.left,
        height: panel.bottom - panel.top,
        fill: "none",
        stroke: palette.faint,
      }) +
      text((panel.left + panel.right) / 2, panel.bottom + 38, this.view.axisTitle(this.xAxis), {
        "text-anchor": "middle",
        fill: palette.ink,
      }) +
      upward(
        panel.left - 58,
        (panel.top + panel.bottom) / 2,
        this.view.axisTitle(this.yAxis),
        palette.ink,
      )
    );
  }

  /** What the colours mean, below the panel. */
  legend(
    left: number,
    top: number,
    width: number,
    theme: Theme,
    fills: Fills,
  ): { content: string; height: number } {
    const palette = palettes[theme];
    if (this.kind === "outcome") {
      const found = new Map<string, Category>();
      this.xAxis.order.forEach((_, i) =>
        this.yAxis.order.forEach((__, j) => {
          const category = this.category(i, j);
          found.set(category.name, category);
        }),
      );
      return categoryLegend([...found.values()], fills, palette, left, top, width);
    }
    const largest = this.largest();
    const wide = Math.min(width, 420);
    const at = scale(-largest, largest, left, left + wide);
    let content = "";
    for (let k = -levels; k < levels; ++k) {
      const from = at((k / levels) * largest);
      content += tag("rect", {
        x: from,
        y: top,
        width: wide / (2 * levels) + 0.3,
        height: 14,
        fill: energyColour(theme, (k + 0.5) / levels),
      });
    }
    content += tag("line", {
      x1: at(0),
      x2: at(0),
      y1: top - 3,
      y2: top + 18,
      stroke: palette.ink,
      "stroke-width": 1.5,
    });
    const places = ticks(-largest, largest, 6);
    tickLabels(places).forEach((label, i) => {
      content += text(at(places[i]!), top + 30, label, {
        "text-anchor": "middle",
        "font-size": 11,
        fill: palette.soft,
      });
    });
    content +=
      text(left, top + 46, this.view.sweep.gain, { "font-size": 11, fill: palette.soft }) +
      text(left + wide, top + 46, "energy lost (J)", {
        "text-anchor": "end",
        "font-size": 11,
        fill: palette.soft,
      });
    return { content, height: 54 };
  }

  /** The colour of a cell, or its category's fill. */
  fill(i: number, j: number, largest: number, theme: Theme, fills: Fills): string {
    if (this.kind === "outcome") return fills.of(this.category(i, j));
    const sign = this.sign(i, j);
    if (Number.isNaN(sign)) return fills.of({ name: "no answer", kind: "none", untouched: false });
    return energyColour(theme, sign === 0 ? 0 : this.loss(i, j) / largest);
  }

  /** The whole map as a stand-alone vector drawing, light. */
  svg(): string {
    const theme: Theme = "light";
    const palette = palettes[theme];
    const panel: Panel = { left: 92, right: 640, top: 44, bottom: 464 };
    const { x, y } = this.scales(panel);
    const fills = new Fills(palette);
    const [ex, ey] = [edges(this.xAxis), edges(this.yAxis)];
    const largest = this.largest();
    const paths = new Map<string, string>();
    let dots = "";
    for (let j = 0; j + 1 < ey.length; ++j)
      for (let i = 0; i + 1 < ex.length; ) {
        const fill = this.fill(i, j, largest, theme, fills);
        const from = i;
        while (i + 1 < ex.length && this.fill(i, j, largest, theme, fills) === fill) {
          if (this.ambiguous(i, j))
            dots += tag("circle", {
              cx: (x(ex[i]!) + x(ex[i + 1]!)) / 2,
              cy: (y(ey[j]!) + y(ey[j + 1]!)) / 2,
              r: 1.6,
              fill: palette.ink,
              stroke: palette.page,
              "stroke-width": 1.2,
              "paint-order": "stroke",
            });
          ++i;
        }
        const [a, b, c, d] = [x(ex[from]!), x(ex[i]!), y(ey[j + 1]!), y(ey[j]!)];
        paths.set(
          fill,
          `${paths.get(fill) ?? ""}M${px(a)} ${px(c)}H${px(b + 0.25)}V${px(d + 0.25)}H${px(a)}Z`,
        );
      }
    let cells = [...paths].map(([fill, d]) => tag("path", { d, fill })).join("") + dots;
    if (this.kind === "energy")
      cells += tag("path", {
        d: this.zeroLines(x, y) || "M0 0",
        fill: "none",
        stroke: palette.ink,
        "stroke-width": 1.4,
      });
    const legend = this.legend(
      panel.left,
      panel.bottom + 58,
      panel.right - panel.left,
      theme,
      fills,
    );
    const height = panel.bottom + 58 + legend.height + 26;
    const law = this.view.sweep.laws[this.view.state.law]!.name;
    return svgDocument(
      670,
      height,
      this.title,
      this.summary(),
      tag("rect", { width: 670, height, fill: palette.page }) +
        fills.definitions() +
        tag(
          "clipPath",
          { id: "panel" },
          tag("rect", {
            x: panel.left,
            y: panel.top,
            width: panel.right - panel.left,
            height: panel.bottom - panel.top,
          }),
        ) +
        tag("g", { "clip-path": "url(#panel)", "shape-rendering": "crispEdges" }, cells) +
        this.axes(panel, palette) +
        text(panel.left, 26, this.title, {
          "font-size": 16,
          "font-weight": "600",
          fill: palette.ink,
        }) +
        legend.content +
        text(panel.left, height - 10, `${capital(law)} law.${dots ? " Dots: ambiguous." : ""}`, {
          "font-size": 11,
          fill: palette.soft,
        }),
    );
  }
}
