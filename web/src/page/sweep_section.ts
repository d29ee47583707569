/** One sweep on the page: words, choices, the mechanism with its slider, figures and tables. */
import { boundariesTable } from "../tables/boundaries";
import { controls } from "./controls";
import type { SweepSection } from "../data/data";
import { dataTable } from "../tables/data_table";
import { escape, h, newId, tag, voice } from "../base/dom";
import { half } from "../curves/curve_drawing";
import { curveFigures, fixedValues } from "../curves/curve_model";
import { CurvePlot } from "../curves/curve_plot";
import { plural, whole } from "../base/format";
import type { Frame } from "../figures/frame";
import { glyphOf, glyphPath, sortedMarks } from "../curves/glyphs";
import { MapPlot } from "../maps/map";
import { OutcomeFigure } from "../curves/outcome_figure";
import { marks } from "../sweep/regions";
import { stopPanel } from "../impact/stop_panel";
import type { PageState } from "../base/page_state";
import type { Store } from "../base/store";
import type { StripRow } from "../curves/strip";
import { sweepOf, undetermined } from "../sweep/sweep";
import { View } from "../sweep/view";
import { findings, whatWasSwept } from "../sweep/words";

/** What the marks in the curves mean, if there are any. */
function markLegend(view: View): HTMLElement {
  const legend = h("p", { class: "marks" });
  const update = (): void => {
    const along = view.slice();
    const { sweep } = view;
    const names = sortedMarks(
      sweep.laws.flatMap((_, law) => {
        if (!view.state.shown[law]) return [];
        const found = marks(sweep, along, law).map((mark) => mark.name);
        const open = along.points.some((point) =>
          sweep.contacts.some((__, contact) => undetermined(sweep, law, contact, point)),
        );
        return open ? [...found, "undetermined"] : found;
      }),
    );
    legend.innerHTML = names
      .map((name) => {
        const d = glyphPath(glyphOf(name), 8, 8, 5);
        const path = tag("path", { d, fill: "none", stroke: "currentColor", "stroke-width": 1.8 });
        const svg = tag("svg", { width: 16, height: 16, "aria-hidden": "true" }, path);
        const words = name === "undetermined" ? "undetermined impulse" : name;
        return `<span class="mark">${svg} ${escape(words)}</span>`;
      })
      .join("");
    legend.hidden = names.length === 0;
  };
  view.store.on(["shown", "point", "along", "over"], update);
  update();
  return legend;
}

export function sweepSection(
  section: SweepSection,
  page: Store<PageState>,
  name: string,
  alone: boolean,
): HTMLElement {
  const sweep = sweepOf(section);
  const view = new View(sweep, page, name);
  const { element: live, say: announce } = voice();
  const printable: { frame: Frame; svg: () => string }[] = [];

  const swept = h("p", { class: "swept" });
  const describe = (): void => void (swept.textContent = whatWasSwept(view));
  page.on(["degrees"], describe);
  describe();

  const figures = h("div", { class: "figures" });
  if (sweep.axes.length > 1) {
    const maps = (["outcome", "energy"] as const).map((kind) => new MapPlot(view, kind, announce));
    for (const map of maps) printable.push({ frame: map.frame, svg: () => map.svg() });
    figures.append(h("div", { class: "pair" }, ...maps.map((map) => map.frame.element)));
    const where = h("p", { class: "soft" });
    const update = (): void =>
      void (where.textContent = `Below: curves through the chosen point. ${fixedValues(view)}`);
    view.store.on(["point", "along", "over"], update);
    page.on(["degrees"], update);
    update();
    figures.append(where);
  }
  const contactRows = (): StripRow[] =>
    sweep.contacts.map((contact, c) => ({
      label: contact.name,
      regions: view.regions(view.state.law, c),
    }));
  const all = curveFigures(sweep);
  const wide = all.filter((figure) => figure.contact < 0);
  for (const figure of wide) {
    const plot = new CurvePlot(view, figure, { height: 318, rows: contactRows }, announce);
    const caption = (): void => {
      const law = sweep.laws[view.state.law]!.name;
      const contact = sweep.contacts[view.state.contact]?.name ?? "";
      plot.frame.caption.textContent =
        `Rows: what each contact does by the ${law} law; hatched where it leaves without an ` +
        `impulse. Shaded behind the curves: ${contact}.`;
    };
    view.store.on(["law", "contact"], caption);
    caption();
    printable.push({ frame: plot.frame, svg: () => plot.svg() });
    figures.append(plot.frame.element);
  }
  figures.append(markLegend(view));
  sweep.contacts.forEach((contact, c) => {
    const mine = all.filter((figure) => figure.contact === c);
    if (mine.length === 0) return;
    const titleId = newId("contact");
    const outcome = new OutcomeFigure(view, c, announce);
    printable.push({ frame: outcome.frame, svg: () => outcome.svg() });
    const plots = mine.map(
      (figure) => new CurvePlot(view, figure, { height: 208, level: "h4" }, announce),
    );
    for (const plot of plots) printable.push({ frame: plot.frame, svg: () => plot.svg(half) });
    figures.append(
      h(
        "section",
        { class: "contact", "aria-labelledby": titleId },
        h(
          "h3",
          { id: titleId },
          `Contact ${contact.name}`,
          contact.role ? ` (${contact.role})` : "",
        ),
        outcome.frame.element,
        h("div", { class: "pair" }, ...plots.map((plot) => plot.frame.element)),
      ),
    );
  });

  const scenario =
    section.scenario &&
    h(
      "details",
      {},
      h("summary", {}, `Scenario ${section.scenario.name}`),
      h("pre", { tabindex: 0 }, section.scenario.text),
    );
  window.addEventListener("beforeprint", () => {
    for (const { frame, svg } of printable) frame.print.innerHTML = svg();
    if (scenario) scenario.open = true;
  });

  const choices = controls(view);
  const titleId = newId("sweep");
  const boundariesId = newId("boundaries");
  const element = h(
    "section",
    { class: "sweep", id: name, "aria-labelledby": titleId },
    h("h2", { id: titleId, class: alone ? "unseen" : "" }, section.title),
    section.caption ? h("p", {}, section.caption) : null,
    swept,
    h("ul", { class: "findings" }, ...findings(sweep).map((words) => h("li", {}, words))),
    section.thinned &&
      h(
        "p",
        { class: "thinned" },
        `Shown ${plural(sweep.count, "point")} of ${whole(section.thinned.computed)}; ${section.thinned.note}`,
      ),
    choices,
    live,
    h("div", { class: "board" }, stopPanel(view, announce), figures),
    h(
      "section",
      { "aria-labelledby": boundariesId },
      h("h3", { id: boundariesId }, "Boundaries"),
      sweep.boundaries.length ? boundariesTable(view) : h("p", {}, "No boundary was located."),
    ),
    h("section", { "aria-label": "Data" }, dataTable(view), scenario),
  );
  // What stays in view below the choices must know how high they are.
  new ResizeObserver(() =>
    element.style.setProperty("--controls", `${choices.offsetHeight}px`),
  ).observe(choices);
  return element;
}
