/** What one contact does, law by law: a figure of rows of regions. */
import { h, svgDocument, tag, text } from "../base/dom";
import { stem } from "../base/export";
import { number, tickLabels } from "../base/format";
import { frame, type Frame } from "../figures/frame";
import { currentTheme, lawColour, lawDash, palettes, type Palette } from "../base/palette";
import { Lazy } from "../figures/stage";
import {
  categoriesIn,
  categoryLegend,
  Fills,
  stripHeight,
  stripRows,
  type StripRow,
} from "./strip";
import { logTicks, scale, ticks, type Scale } from "../figures/ticks";
import type { View } from "../sweep/view";

/** Room for the laws' names, and for their lines where there is more of it. */
function leftRoomOf(width: number): number {
  return width < 520 ? 84 : 130;
}

function rowsOf(view: View, contact: number, palette: Palette): StripRow[] {
  return view.sweep.laws.flatMap((law, i) =>
    view.state.shown[i]
      ? [
          {
            label: law.name,
            colour: lawColour(palette, i),
            dash: lawDash(i),
            regions: view.regions(i, contact),
          },
        ]
      : [],
  );
}

/** Rows, the axis below them and the legend. */
function drawing(
  view: View,
  contact: number,
  palette: Palette,
  width: number,
  top: number,
): { content: string; height: number; at: Scale } {
  const rows = rowsOf(view, contact, palette);
  const leftRoom = leftRoomOf(width);
  const { axis } = view.slice();
  const { factor, ticks: kind } = view.display(axis);
  const [low, high] = view.seen();
  const right = width - 20;
  const at = scale(low, high, leftRoom, right, axis.spacing);
  const fills = new Fills(palette);
  const bottom = top + stripHeight(rows);
  let content = stripRows(rows, at, leftRoom, right, top, palette, fills, factor);
  const room = Math.max(4, (right - leftRoom) / 85);
  const places =
    axis.spacing === "log"
      ? logTicks(low * factor, high * factor, room)
      : ticks(low * factor, high * factor, room, kind);
  tickLabels(places).forEach((label, i) => {
    const x = at(places[i]! / factor);
    content +=
      tag("line", { x1: x, x2: x, y1: bottom, y2: bottom + 5, stroke: palette.faint }) +
      text(x, bottom + 19, label, { "text-anchor": "middle", "font-size": 12, fill: palette.soft });
  });
  content += text((leftRoom + right) / 2, bottom + 37, view.axisTitle(axis), {
    "text-anchor": "middle",
    fill: palette.ink,
  });
  const legend = categoryLegend(
    categoriesIn(rows),
    fills,
    palette,
    leftRoom,
    bottom + 48,
    right - leftRoom,
  );
  return {
    content: fills.definitions() + content + legend.content,
    height: bottom + 52 + legend.height,
    at,
  };
}

function summary(view: View, contact: number): string {
  const { axis } = view.slice();
  const { factor } = view.display(axis);
  return (
    view.sweep.laws
      .flatMap((law, i) =>
        view.state.shown[i]
          ? [
              `${law.name}: ${view
                .regions(i, contact)
                .slice(0, 12)
                .map(
                  (r) =>
                    `${r.category.name} from ${number(r.from * factor, 4)} to ${number(r.to * factor, 4)}`,
                )
                .join(", ")}`,
            ]
          : [],
      )
      .join(". ") + "."
  );
}

export class OutcomeFigure {
  readonly frame: Frame;
  readonly #cursor = h("div", { class: "strip-cursor tall", style: "display:none" });
  readonly #selected = h("div", { class: "strip-selected" });
  readonly #holder = h("div", {});
  #at: Scale | null = null;

  constructor(
    readonly view: View,
    readonly contact: number,
    announce: (words: string) => void,
  ) {
    const { name } = view.sweep.contacts[contact]!;
    const title = `What ${name} does, law by law`;
    this.frame = frame({
      title,
      file: stem(`${view.name}-${name}-outcomes`),
      svg: () => this.svg(),
      keys: "Left and right arrow keys move the chosen point.",
      level: "h4",
    });
    this.frame.element.dataset["figure"] = `${name}.outcomes`;
    this.frame.body.style.minHeight = `${22 * view.sweep.laws.length + 76}px`; // before it is drawn
    this.frame.body.append(this.#holder, this.#cursor, this.#selected);
    const { stale: refresh } = new Lazy(this.frame.stage, () => this.#draw());
    view.store.on(["along", "over", "range", "shown"], refresh);
    view.store.on(["point"], () => (view.sweep.axes.length > 1 ? refresh() : this.#place()));
    view.store.on(["hover"], () => this.#place());
    view.page.on(null, refresh);
    new ResizeObserver(refresh).observe(this.frame.stage);
    this.frame.body.addEventListener("click", (event) => {
      const x = this.#at?.inverse(event.clientX - this.frame.body.getBoundingClientRect().left);
      if (x === undefined) return;
      const along = view.slice();
      let best = 0;
      along.xs.forEach((value, i) => {
        if (Math.abs(value - x) < Math.abs(along.xs[best]! - x)) best = i;
      });
      view.store.set({ point: along.points[best]! });
    });
    this.frame.stage.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step || event.target !== this.frame.stage) return;
      event.preventDefault();
      const along = view.slice();
      const next = along.points.indexOf(view.state.point) + step;
      const point = along.points[next];
      if (point === undefined) return;
      view.store.set({ point });
      announce(
        `${view.coordinates(point)}: ` +
          view.sweep.laws
            .map((law, i) => `${law.name} ${view.categories.of(i, contact, point).name}`)
            .join(", "),
      );
    });
  }

  svg(): string {
    const palette = palettes.light;
    const { name } = this.view.sweep.contacts[this.contact]!;
    const drawn = drawing(this.view, this.contact, palette, 760, 40);
    return svgDocument(
      760,
      drawn.height,
      `What ${name} does, law by law`,
      summary(this.view, this.contact),
      tag("rect", { width: 760, height: drawn.height, fill: palette.page }) +
        text(leftRoomOf(760), 24, `What ${name} does, law by law`, {
          "font-size": 16,
          "font-weight": "600",
          fill: palette.ink,
        }) +
        drawn.content,
    );
  }

  #draw(): void {
    const width = Math.max(200, this.frame.stage.clientWidth);
    const drawn = drawing(this.view, this.contact, palettes[currentTheme()], width, 2);
    const size = { width, height: drawn.height, "font-size": 13 };
    this.#holder.innerHTML = tag("svg", size, drawn.content);
    this.#at = drawn.at;
    this.frame.summary.textContent = summary(this.view, this.contact);
    this.#place();
  }

  #place(): void {
    if (!this.#at) return;
    const along = this.view.slice();
    const put = (element: HTMLElement, value: number | undefined): void => {
      const [low, high] = this.view.seen();
      const inside = value !== undefined && value >= low && value <= high;
      element.style.display = inside ? "" : "none";
      if (inside) element.style.transform = `translateX(${this.#at!(value)}px)`;
      element.style.height = `${stripHeight(rowsOf(this.view, this.contact, palettes.light))}px`;
    };
    put(this.#cursor, along.xs[this.view.state.hover]);
    put(this.#selected, along.xs[along.points.indexOf(this.view.state.point)]);
  }
}
