/** What a figure says where its cursor is, beside it. */
import { h } from "../base/dom";
import { currentTheme, lawColour, lawDash, palettes } from "../base/palette";

export interface TipRow {
  name: string;
  value: string;
  note?: string;
  /** Place among the page's colours. */
  colour?: number;
  chosen?: boolean;
}

export class Tip {
  readonly element = h("div", { class: "tip", "aria-hidden": "true", style: "display:none" });

  /** At a place of the stage, px. */
  show(head: string, rows: TipRow[], x: number, y: number): void {
    const palette = palettes[currentTheme()];
    this.element.replaceChildren(
      h("div", { class: "tip-head" }, head),
      h(
        "div",
        { class: "tip-table" },
        ...rows.map(({ name, value, note, colour, chosen }) => {
          const swatch = h("span", { class: "tip-swatch" });
          if (colour !== undefined) {
            const line = lawDash(colour).length > 0 ? "dashed" : "solid";
            swatch.style.borderTop = `3px ${line} ${lawColour(palette, colour)}`;
          }
          return h(
            "div",
            { class: chosen ? "tip-row chosen" : "tip-row", "data-name": name },
            swatch,
            h("span", { class: "tip-law" }, name),
            h("span", { class: "tip-value" }, value),
            h("span", { class: "tip-note" }, note ?? ""),
          );
        }),
      ),
    );
    const stage = this.element.parentElement!;
    const width = stage.clientWidth;
    const rightwards = x < width / 2;
    const { style } = this.element;
    style.display = "";
    style.left = rightwards ? `${x + 14}px` : "";
    style.right = rightwards ? "" : `${width - x + 14}px`;
    const room = stage.clientHeight - this.element.offsetHeight - 4;
    style.top = `${Math.max(2, Math.min(y, room))}px`;
  }

  get shown(): boolean {
    return this.element.style.display !== "none";
  }

  hide(): void {
    this.element.style.display = "none";
  }
}
