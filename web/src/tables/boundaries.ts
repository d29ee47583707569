/** The boundaries that were located, as a table that can be sorted; a row takes the slider there. */
import type { Boundary } from "../data/data";
import { h } from "../base/dom";
import { nearest } from "../data/columns";
import { placeOf, pointAt } from "../sweep/sweep";
import type { View } from "../sweep/view";

type Key = "parameter" | "at" | "kind" | "law" | "contact" | "below" | "above";
const most = 200;

/** Boundaries of several laws that are one: all but the law agree. */
function grouped(view: View): (Boundary & { laws: string[] })[] {
  const groups: (Boundary & { laws: string[] })[] = [];
  const byKey = new Map<string, (Boundary & { laws: string[] })[]>();
  for (const boundary of view.sweep.boundaries) {
    const { parameter, kind, contact, below, above, held } = boundary;
    const key = JSON.stringify([parameter, kind, contact, below, above, held]);
    const axis = view.sweep.axes.find((a) => a.parameter === parameter);
    const [low, high] = axis ? view.extent(axis) : [0, 1];
    const alike = byKey.get(key) ?? [];
    const same = alike.find((g) => Math.abs(g.at - boundary.at) <= 1e-9 * (high - low));
    const laws = boundary.law === undefined ? [] : [boundary.law];
    if (same) same.laws.push(...laws);
    else {
      const group = { ...boundary, laws };
      groups.push(group);
      byKey.set(key, [...alike, group]);
    }
  }
  for (const group of groups)
    group.law =
      group.laws.length === 0 || group.laws.length === view.sweep.laws.length
        ? "all"
        : group.laws.join(", ");
  return groups;
}

/** The point of the sweep nearest to a boundary. */
export function pointNear(view: View, boundary: Boundary): number {
  const { sweep } = view;
  const place = placeOf(sweep, view.state.point);
  sweep.axes.forEach((axis, a) => {
    const value =
      axis.parameter === boundary.parameter ? boundary.at : boundary.held?.[axis.parameter];
    if (value === undefined) return;
    const ascending = axis.order.map((i) => axis.values[i]!);
    place[a] = axis.order[nearest(ascending, value)]!;
  });
  return pointAt(sweep, place);
}

export function boundariesTable(view: View): HTMLElement {
  const { sweep } = view;
  const several = sweep.axes.length > 1;
  const body = h("tbody", {});
  const note = h("p", { class: "soft" });
  let key: Key = "at";
  let up = true;
  const groups = grouped(view);
  let rows = [...groups];
  const axisOf = (b: Boundary) => sweep.axes.find((axis) => axis.parameter === b.parameter);
  const shownAt = (b: Boundary): string => {
    const axis = axisOf(b);
    return axis ? view.value(axis, b.at, 8) : String(b.at);
  };
  const held = (b: Boundary): string =>
    Object.entries(b.held ?? {})
      .map(([name, value]) => {
        const axis = sweep.axes.find((a) => a.parameter === name);
        return axis ? `${axis.label} = ${view.value(axis, value, 4)}` : `${name} = ${value}`;
      })
      .join(", ");
  const fill = (): void => {
    rows.sort((a, b) => {
      const [x, y] = [a[key] ?? "", b[key] ?? ""];
      const order = x < y ? -1 : x > y ? 1 : a.at - b.at;
      return up ? order : -order;
    });
    body.replaceChildren(
      ...rows.slice(0, most).map((boundary) => {
        const words = `Go to ${axisOf(boundary)?.label ?? boundary.parameter} = ${shownAt(boundary)}`;
        const row = h(
          "tr",
          {},
          h(
            "td",
            { class: "number" },
            h(
              "button",
              {
                type: "button",
                class: "link",
                "aria-label": words,
                title: words,
                click: () => view.store.set({ point: pointNear(view, boundary) }),
              },
              shownAt(boundary),
            ),
          ),
          several && h("td", {}, axisOf(boundary)?.label ?? boundary.parameter),
          several && h("td", {}, held(boundary)),
          h("td", {}, boundary.kind),
          h("td", {}, boundary.law ?? "all"),
          h("td", {}, boundary.contact ?? "–"),
          h("td", {}, boundary.below),
          h("td", {}, boundary.above),
        );
        return row;
      }),
    );
    note.textContent =
      rows.length > most ? `The first ${most} of ${rows.length} boundaries in this order.` : "";
  };
  const heads: HTMLElement[] = [];
  const head = (name: Key, title: string): HTMLElement => {
    const cell = h("th", { scope: "col", "aria-sort": name === key ? "ascending" : "none" });
    cell.append(
      h(
        "button",
        {
          type: "button",
          class: "sort",
          click: () => {
            up = key === name ? !up : true;
            key = name;
            for (const other of heads) other.setAttribute("aria-sort", "none");
            cell.setAttribute("aria-sort", up ? "ascending" : "descending");
            fill();
          },
        },
        title,
      ),
    );
    heads.push(cell);
    return cell;
  };
  const axisTitle = several ? "at" : `at ${sweep.axes[0]?.label ?? ""}`;
  const table = h(
    "table",
    { class: "boundaries" },
    h("caption", { class: "unseen" }, "Boundaries"),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        head("at", axisTitle),
        several && head("parameter", "parameter"),
        several && h("th", { scope: "col" }, "where"),
        head("kind", "kind"),
        head("law", "law"),
        head("contact", "contact"),
        head("below", "below"),
        head("above", "above"),
      ),
    ),
    body,
  );
  fill();
  view.page.on(["degrees"], fill);
  const filter = lawFilter(view, (law) => {
    rows = groups.filter((b) => law === null || b.laws.length === 0 || b.laws.includes(law));
    fill();
  });
  return h(
    "div",
    {},
    filter,
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Boundaries" }, table),
    note,
  );
}

function lawFilter(view: View, choose: (law: string | null) => void): HTMLElement {
  const select = h(
    "select",
    { "aria-label": "Boundaries of which law" },
    h("option", { value: "" }, "all laws"),
    ...view.sweep.laws.map((law) => h("option", { value: law.name }, law.name)),
  );
  select.addEventListener("change", () => choose(select.value || null));
  return h("p", { class: "filter" }, "Boundaries of ", select);
}
