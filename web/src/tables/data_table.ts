/** The sweep as a table in pages, and as a file of comma-separated values. */
import { csv, type Cell } from "../base/csv";
import { h } from "../base/dom";
import { downloadText, stem } from "../base/export";
import { number } from "../base/format";
import { parameters, placeOf, undetermined, type Sweep } from "../sweep/sweep";
import type { View } from "../sweep/view";

const rowsAPage = 50;

interface Field {
  name: string;
  /** A number, or a word. */
  value: (point: number) => number | string;
}

/** The columns of one law, after those of the point. */
export function fields(sweep: Sweep, law: number): Field[] {
  const columns = sweep.laws[law]!;
  const { section } = sweep;
  const result: Field[] = [
    {
      name: "verdict",
      value: (p) =>
        sweep.status[p] !== 0 ? "hole" : (section.verdicts[columns.verdict[p]!] ?? ""),
    },
    { name: "energy loss (J)", value: (p) => columns.loss[p]! },
  ];
  sweep.contacts.forEach((contact, c) => {
    const at = columns.contacts[c]!;
    result.push(
      { name: `${contact.name} outcome`, value: (p) => section.outcomes[at.outcome[p]!] ?? "" },
      {
        name: `${contact.name} interacted`,
        value: (p) => (at.interacted[p] === 1 ? "yes" : at.interacted[p] === 0 ? "no" : ""),
      },
      { name: `${contact.name} v t (m/s)`, value: (p) => at.velocity.t[p]! },
      { name: `${contact.name} v n (m/s)`, value: (p) => at.velocity.n[p]! },
      { name: `${contact.name} p t (N s)`, value: (p) => at.impulse.t[p]! },
      { name: `${contact.name} p n (N s)`, value: (p) => at.impulse.n[p]! },
    );
    if (columns.determined.includes(0))
      result.push({
        name: `${contact.name} impulse`,
        value: (p) => (undetermined(sweep, law, c, p) ? "undetermined" : "determined"),
      });
  });
  return result;
}

function sweepCsv(sweep: Sweep): string {
  const all = sweep.laws.flatMap((law, l) =>
    fields(sweep, l).map((f) => ({ ...f, name: `${law.name} ${f.name}` })),
  );
  const swept = parameters(sweep);
  const rows: Cell[][] = [
    [
      ...swept.map(({ axis }) => (axis.unit ? `${axis.parameter} (${axis.unit})` : axis.parameter)),
      ...all.map((f) => f.name),
    ],
  ];
  for (let p = 0; p < sweep.count; ++p) {
    const place = placeOf(sweep, p);
    rows.push([
      ...swept.map(({ axis, along }) => axis.values[place[along]!]!),
      ...all.map((f) => f.value(p)),
    ]);
  }
  return csv(rows);
}

export function dataTable(view: View): HTMLElement {
  const { sweep } = view;
  const pages = Math.max(1, Math.ceil(sweep.count / rowsAPage));
  let page = 0;
  let law = view.state.law;
  const holder = h("div", {
    class: "scroll",
    tabindex: 0,
    role: "region",
    "aria-label": "Table of the sweep",
  });
  const where = h("span", { "aria-live": "polite" });
  const lawSelect = h(
    "select",
    { "aria-label": "Law of the table" },
    ...sweep.laws.map((l, i) => h("option", { value: i }, l.name)),
  );
  lawSelect.value = String(law);
  const swept = parameters(sweep);
  const fill = (): void => {
    const columns = fields(sweep, law);
    const from = page * rowsAPage;
    const to = Math.min(sweep.count, from + rowsAPage);
    const rows: HTMLElement[] = [];
    for (let p = from; p < to; ++p) {
      const place = placeOf(sweep, p);
      rows.push(
        h(
          "tr",
          {},
          ...swept.map(({ axis, along }) =>
            h("th", { scope: "row", class: "number" }, view.value(axis, axis.values[place[along]!]!)),
          ),
          ...columns.map((field) => {
            const value = field.value(p);
            return typeof value === "number"
              ? h("td", { class: "number" }, number(value, 5))
              : h("td", {}, value || "–");
          }),
        ),
      );
    }
    holder.replaceChildren(
      h(
        "table",
        {},
        h(
          "caption",
          { class: "unseen" },
          `Points of the sweep by the ${sweep.laws[law]!.name} law`,
        ),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ...swept.map(({ axis }) => h("th", { scope: "col" }, axis.label)),
            ...columns.map((field) => h("th", { scope: "col" }, field.name)),
          ),
        ),
        h("tbody", {}, ...rows),
      ),
    );
    where.textContent = ` points ${from + 1} to ${to} of ${sweep.count} `;
  };
  const turn = (by: number) => (): void => {
    page = Math.max(0, Math.min(pages - 1, page + by));
    fill();
  };
  lawSelect.addEventListener("change", () => {
    law = Number(lawSelect.value);
    fill();
  });
  view.page.on(["degrees"], () => details.open && fill());
  const details = h(
    "details",
    { class: "data-table" },
    h("summary", {}, "Table of all points"),
    h(
      "p",
      { class: "filter" },
      "Law ",
      lawSelect,
      h("button", { type: "button", "aria-label": "Earlier points", click: turn(-1) }, "◀"),
      where,
      h("button", { type: "button", "aria-label": "Later points", click: turn(1) }, "▶"),
      h(
        "button",
        {
          type: "button",
          click: () => downloadText(sweepCsv(sweep), `${stem(view.name)}.csv`, "text/csv"),
        },
        "Save all laws as CSV",
      ),
    ),
    holder,
  );
  details.addEventListener("toggle", () => details.open && fill());
  return details;
}
