/** A small table of what is so now; it scrolls by itself where it is wide. */
import { h } from "./dom";

export function valuesTable(
  label: string,
  headings: HTMLTableCellElement[],
  body: HTMLTableSectionElement,
): HTMLElement {
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": label },
    h(
      "table",
      { class: "values" },
      h("caption", { class: "unseen" }, label),
      h("thead", {}, h("tr", {}, ...headings)),
      body,
    ),
  );
}
