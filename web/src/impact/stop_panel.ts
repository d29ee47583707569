/** The chosen point: mechanism, sliders, values and the account of its impact in words. */
import { h, newId } from "../base/dom";
import { downloadPng, downloadSvg, stem } from "../base/export";
import { number } from "../base/format";
import { MechanismPicture } from "./mechanism";
import { currentTheme, palettes } from "../base/palette";
import { lossAt, makesEnergy, nearestStop, placeOf, pointAt } from "../sweep/sweep";
import { valuesTable } from "../base/values_table";
import type { View } from "../sweep/view";

/** Places on an axis where there are stops; all places if there are none. */
function stopPlaces(view: View, axis: number): number[] {
  const { sweep } = view;
  const rank = new Map(sweep.axes[axis]!.order.map((place, i) => [place, i]));
  const places = sweep.stops.length
    ? new Set(sweep.stops.map((stop) => placeOf(sweep, stop.point)[axis]!))
    : new Set(sweep.axes[axis]!.order);
  return [...places].sort((a, b) => rank.get(a)! - rank.get(b)!);
}

function sliders(view: View): HTMLElement[] {
  return view.sweep.axes.map((axis, a) => {
    const places = stopPlaces(view, a);
    const id = newId("slider");
    const output = h("output", { for: id, class: "slider-value" });
    const input = h("input", {
      type: "range",
      id,
      min: 0,
      max: Math.max(0, places.length - 1),
      step: 1,
      class: "slider",
      "data-parameter": axis.parameter,
    });
    input.addEventListener("input", () => {
      const place = placeOf(view.sweep, view.state.point);
      place[a] = places[Number(input.value)]!;
      view.store.set({ point: pointAt(view.sweep, place) });
    });
    const update = (): void => {
      const place = placeOf(view.sweep, view.state.point)[a]!;
      const value = axis.values[place]!;
      let best = 0;
      places.forEach((p, i) => {
        if (Math.abs(axis.values[p]! - value) < Math.abs(axis.values[places[best]!]! - value))
          best = i;
      });
      input.value = String(best);
      const words = view.value(axis, value);
      output.textContent = words;
      input.setAttribute("aria-valuetext", `${axis.label} = ${words}`);
    };
    view.store.on(["point"], update);
    view.page.on(["degrees"], update);
    update();
    return h("div", { class: "slider-row" }, h("label", { for: id }, axis.label), input, output);
  });
}

/** All laws at the chosen point. */
function lawsTable(view: View): HTMLElement {
  const { sweep } = view;
  const body = h("tbody", {});
  const update = (): void => {
    const { point } = view.state;
    body.replaceChildren(
      ...sweep.laws.map((law, i) => {
        const verdict =
          sweep.status[point] !== 0 ? "hole" : (sweep.section.verdicts[law.verdict[point]!] ?? "–");
        const loss = lossAt(sweep, i, point);
        const gain = makesEnergy(sweep, i, point);
        return h(
          "tr",
          { class: i === view.state.law ? "chosen" : "" },
          h("th", { scope: "row" }, law.name),
          h("td", { class: verdict === "unique" ? "" : "odd" }, verdict),
          h(
            "td",
            { class: gain ? "number gain" : "number" },
            number(loss, 5),
            gain && h("span", { class: "unseen" }, " (energy made)"),
          ),
          ...sweep.contacts.map((_, c) => h("td", {}, view.categories.of(i, c, point).name)),
        );
      }),
    );
  };
  view.store.on(["point", "law"], update);
  update();
  const heading = (words: string): HTMLTableCellElement => h("th", { scope: "col" }, words);
  return valuesTable(
    "All laws at this point",
    ["law", "verdict", "loss (J)", ...sweep.contacts.map(({ name }) => name)].map(heading),
    body,
  );
}

export function stopPanel(view: View, announce: (words: string) => void): HTMLElement {
  const { sweep } = view;
  const picture = sweep.stops.length && sweep.section.mechanism ? new MechanismPicture(view) : null;
  const summaryId = newId("mechanism");
  const holder = h("div", { class: "mechanism", role: "img", "aria-labelledby": summaryId });
  const summary = h("p", { id: summaryId, class: "unseen" });
  const where = h("p", { class: "where" });
  const account = h("div", { class: "account" });
  const file = stem(`${view.name}-mechanism`);
  const svg = (): string => {
    const stop = sweep.stops[nearestStop(sweep, view.state.point)]!;
    return picture!.svg(
      stop,
      palettes.light,
      `${sweep.section.title}: ${view.coordinates(stop.point)}`,
    );
  };
  const printed = h("div", { class: "print-only", "aria-hidden": "true" });
  const update = (): void => {
    const { point, law } = view.state;
    const lawName = sweep.laws[law]!.name;
    const found = nearestStop(sweep, point);
    const stop = sweep.stops[found];
    where.textContent =
      stop && stop.point !== point
        ? `Mechanism and account are of the nearest stop, ${view.coordinates(stop.point)}.`
        : "";
    if (picture && stop) {
      const { width, height } = picture;
      holder.innerHTML =
        `<svg viewBox="0 0 ${width} ${height}" aria-hidden="true">` +
        `${picture.content(stop, palettes[currentTheme()])}</svg>`;
      summary.textContent = picture.summary(stop);
    }
    const words = stop?.accounts[law];
    const history = sweep.section.histories?.[sweep.laws[law]!.history[point]!];
    account.replaceChildren(
      h("h4", {}, `The account by the ${lawName} law`),
      words && words.stages.length > 0
        ? h("ol", {}, ...words.stages.map((stage) => h("li", {}, stage)))
        : h(
            "p",
            {},
            sweep.status[point] !== 0
              ? (sweep.section.statuses?.[sweep.status[point]!] ?? "No result at this point.")
              : stop
                ? "This law has no stages: it goes from before to after in one step."
                : "There is no account for this sweep.",
          ),
      ...(words?.notes ?? []).map((note) => h("p", { class: "note" }, note)),
    );
    if (history) account.append(h("p", { class: "history" }, `History: ${history}`));
  };
  view.store.on(["point", "law"], () => {
    update();
    announce(
      `${view.coordinates(view.state.point)}. ${sweep.laws[view.state.law]!.name}: ` +
        `energy loss ${number(lossAt(sweep, view.state.law, view.state.point), 4)} J.`,
    );
  });
  view.page.on(null, update);
  update();
  const titleId = newId("stop");
  const panel = h(
    "aside",
    { class: "stop", "aria-labelledby": titleId },
    h(
      "div",
      { class: "figure-head" },
      h("h3", { id: titleId }, "One impact"),
      picture &&
        h(
          "div",
          { class: "tools", role: "group", "aria-label": "Tools of the mechanism" },
          h(
            "button",
            {
              type: "button",
              class: "tool",
              "aria-label": "Save as SVG: mechanism",
              title: "Save as SVG: mechanism",
              click: () => downloadSvg(svg(), file),
            },
            "SVG",
          ),
          h(
            "button",
            {
              type: "button",
              class: "tool",
              "aria-label": "Save as PNG: mechanism",
              title: "Save as PNG: mechanism",
              click: () => void downloadPng(svg(), file),
            },
            "PNG",
          ),
        ),
    ),
    picture && holder,
    picture && printed,
    summary,
    ...sliders(view),
    where,
    lawsTable(view),
    account,
  );
  window.addEventListener("beforeprint", () => {
    if (picture) printed.innerHTML = svg();
  });
  return panel;
}
