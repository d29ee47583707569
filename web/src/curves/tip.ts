/** The values of all laws at the cursor, beside it. */
import { h } from "../base/dom";
import type { CurveFigure } from "./figures";
import { number } from "../base/format";
import { currentTheme, lawColour, lawDash, palettes } from "../base/palette";
import { placeOf, undetermined } from "../sweep/sweep";
import type { View } from "../sweep/view";

export class Tip {
  readonly element = h("div", { class: "tip", "aria-hidden": "true" });
  readonly #head = h("div", { class: "tip-head" });
  readonly #rows: {
    row: HTMLElement;
    value: HTMLElement;
    note: HTMLElement;
    swatch: HTMLElement;
  }[];

  constructor(
    readonly view: View,
    readonly figure: CurveFigure,
  ) {
    const table = h("div", { class: "tip-table" });
    this.#rows = view.sweep.laws.map((law) => {
      const swatch = h("span", { class: "tip-swatch" });
      const value = h("span", { class: "tip-value" });
      const note = h("span", { class: "tip-note" });
      const row = h(
        "div",
        { class: "tip-row", "data-law": law.name },
        swatch,
        h("span", { class: "tip-law" }, law.name),
        value,
        note,
      );
      table.append(row);
      return { row, value, note, swatch };
    });
    this.element.append(this.#head, table);
    this.hide();
  }

  hide(): void {
    this.element.style.display = "none";
  }

  /** What a law has at a point: its verdict if that is not plain, else the outcome that matters. */
  note(law: number, point: number): string {
    const { sweep, state } = this.view;
    if (sweep.status[point] !== 0) return sweep.section.statuses?.[sweep.status[point]!] ?? "hole";
    const verdict = sweep.section.verdicts[sweep.laws[law]!.verdict[point]!] ?? "";
    const contact = this.figure.contact < 0 ? state.contact : this.figure.contact;
    const category = this.view.categories.of(law, contact, point);
    const outcome = `${sweep.contacts[contact]!.name} ${category.name}`;
    if (category.kind === "none") return verdict;
    return verdict === "unique" ? outcome : `${verdict}; ${outcome}`;
  }

  show(index: number, left: number, top: number, width: number): void {
    const { view, figure } = this;
    const along = view.slice();
    const point = along.points[index]!;
    const palette = palettes[currentTheme()];
    this.#head.textContent = this.#place(index);
    this.#rows.forEach(({ row, value, note, swatch }, law) => {
      row.style.display = view.state.shown[law] ? "" : "none";
      value.textContent = `${number(figure.values(law)[point])} ${figure.unit}`;
      note.textContent = this.note(law, point);
      if (figure.impulse && undetermined(view.sweep, law, figure.contact, point))
        note.textContent += "; undetermined";
      const dashed = lawDash(law).length > 0;
      swatch.style.borderTop = `3px ${dashed ? "dashed" : "solid"} ${lawColour(palette, law)}`;
    });
    this.element.style.display = "";
    const right = left < width / 2;
    this.element.style.left = right ? `${left + 14}px` : "";
    this.element.style.right = right ? "" : `${width - left + 14}px`;
    this.element.style.top = `${top + 6}px`;
  }

  /** The same as a sentence. */
  words(index: number): string {
    const { view, figure } = this;
    const along = view.slice();
    const point = along.points[index]!;
    const values = view.sweep.laws.flatMap((law, i) =>
      view.state.shown[i]
        ? [`${law.name} ${number(figure.values(i)[point], 4)} ${figure.unit}`]
        : [],
    );
    return `${this.#place(index)}: ${values.join(", ")}.`;
  }

  /** The parameters that advance along the axis, at a place of the slice. */
  #place(index: number): string {
    const { view } = this;
    const { points } = view.slice();
    const along = view.sweep.axes[view.state.along]!;
    const place = placeOf(view.sweep, points[index]!)[view.state.along]!;
    return [along, ...along.with]
      .map((axis) => `${axis.label} = ${view.value(axis, axis.values[place]!)}`)
      .join(", ");
  }
}
