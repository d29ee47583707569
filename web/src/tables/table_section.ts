/** A table that can be sorted and saved, with marked rows and cells. */
import { csv } from "../base/csv";
import type { Mark, TableSection } from "../data/data";
import { h, newId } from "../base/dom";
import { downloadText } from "../base/export";
import { number, plural } from "../base/format";

const signs: Record<Mark, string> = { good: "✓", part: "◐", bad: "✗", odd: "!" };
const digits = 5;

type Cell = number | string | null;

/** Numbers before words, nothing last whichever way. */
function compared(a: Cell, b: Cell, up: boolean): number {
  const rank = (cell: Cell): number => (cell === null ? 2 : typeof cell === "number" ? 0 : 1);
  if (rank(a) !== rank(b)) return rank(a) === 2 || rank(b) === 2 || up ? rank(a) - rank(b) : rank(b) - rank(a);
  if (a === null || b === null || a === b) return 0;
  const order = typeof a === "number" ? a - (b as number) : a.localeCompare(b as string);
  return up ? order : -order;
}

/** The names of the groups above the columns, each with how many it spans. */
function groups(section: TableSection): [string, number][] {
  const result: [string, number][] = [];
  for (const { group = "" } of section.columns) {
    const last = result[result.length - 1];
    if (last && last[0] === group) ++last[1];
    else result.push([group, 1]);
  }
  return result;
}

export function tableSection(section: TableSection, name: string): HTMLElement {
  const titleId = newId("table");
  const { columns } = section;
  section.rows.forEach((row, i) => {
    if (row.length !== columns.length)
      throw new Error(
        `table "${section.title}": row ${i + 1} has ${row.length} cells; there are ${columns.length} columns`,
      );
  });
  // A column of words is one that has no number.
  const numeric = columns.map((_, c) => section.rows.some((row) => typeof row[c] === "number"));
  const marks = new Map((section.marks ?? []).map((m) => [`${m.row},${m.column ?? ""}`, m]));
  const title = (c: number): string =>
    columns[c]!.unit ? `${columns[c]!.name} (${columns[c]!.unit})` : columns[c]!.name;

  const cell = (row: number, c: number): HTMLElement => {
    const value = section.rows[row]![c]!;
    const mark = marks.get(`${row},${c}`);
    const shown = typeof value === "number" ? number(value, digits) : (value ?? "");
    const long = typeof value === "string" && value.length > 40;
    const element = h(c === 0 ? "th" : "td", {
      class:
        [numeric[c] ? "number" : long ? "long" : "", mark ? `mark-${mark.mark}` : ""]
          .join(" ")
          .trim() || undefined,
      scope: c === 0 ? "row" : undefined,
      title: mark?.note,
    });
    element.append(mark ? `${signs[mark.mark]} ${shown}` : shown);
    if (mark?.note) element.append(h("span", { class: "unseen" }, ` (${mark.note})`));
    return element;
  };
  const rows = section.rows.map((_, row) => {
    const mark = marks.get(`${row},`);
    return h(
      "tr",
      { class: mark ? `row-${mark.mark}` : undefined, title: mark?.note },
      ...columns.map((_column, c) => cell(row, c)),
    );
  });
  const body = h("tbody", {}, ...rows);

  const heads: HTMLElement[] = [];
  let sorted = -1;
  let up = true;
  const sort = (c: number): void => {
    up = sorted === c ? !up : true;
    sorted = c;
    const order = section.rows.map((_, i) => i);
    order.sort((a, b) => compared(section.rows[a]![c]!, section.rows[b]![c]!, up) || a - b);
    body.replaceChildren(...order.map((i) => rows[i]!));
    heads.forEach((head, i) =>
      head.setAttribute("aria-sort", i !== c ? "none" : up ? "ascending" : "descending"),
    );
  };
  for (let c = 0; c < columns.length; ++c)
    heads.push(
      h(
        "th",
        { scope: "col", "aria-sort": "none", class: numeric[c] ? "number" : undefined },
        h("button", { type: "button", class: "sort", click: () => sort(c) }, title(c)),
      ),
    );
  const grouped = columns.some((column) => column.group);
  const full = (c: number): string =>
    columns[c]!.group ? `${columns[c]!.group}: ${title(c)}` : title(c);
  const save = (): void =>
    downloadText(csv([columns.map((_, c) => full(c)), ...section.rows]), `${name}.csv`, "text/csv");
  return h(
    "section",
    { class: columns.length > 9 ? "table wide" : "table", id: name, "aria-labelledby": titleId },
    h(
      "div",
      { class: "section-head" },
      h("h2", { id: titleId }, section.title),
      h(
        "div",
        { class: "tools" },
        h(
          "button",
          {
            type: "button",
            class: "tool",
            "aria-label": `Save as CSV: ${section.title}`,
            title: `Save as CSV: ${section.title}`,
            click: save,
          },
          "CSV",
        ),
      ),
    ),
    section.caption ? h("p", {}, section.caption) : null,
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": section.title },
      h(
        "table",
        {},
        h("caption", { class: "unseen" }, `${section.title}, ${plural(rows.length, "row")}`),
        h(
          "thead",
          {},
          grouped &&
            h(
              "tr",
              { class: "groups" },
              ...groups(section).map(([group, span]) =>
                h("th", { colspan: span, scope: group ? "colgroup" : undefined }, group),
              ),
            ),
          h("tr", {}, ...heads),
        ),
        body,
      ),
    ),
  );
}
