/** Panels with a common legend that switches their series. */
import type { Clock } from "../figures/clock";
import type { FigureSection } from "../data/data";
import { h, newId, say, tag } from "../base/dom";
import { palettes, currentTheme } from "../base/palette";
import { Panel, type FigureState } from "./panel";
import { regionFill } from "./panel_cells";
import { PanelModel } from "./panel_model";
import { legendSeries, seriesSwatch } from "./panel_svg";
import { Store } from "../base/store";
import { Fills } from "../curves/strip";
import type { PageState } from "../sweep/view";

function legend(models: PanelModel[], names: string[], state: Store<FigureState>, page: Store<PageState>): HTMLElement | null {
  const words = [
    ...new Set(
      models.flatMap(({ cells }) => (cells?.words ?? []).filter((_, i) => cells!.values.includes(i))),
    ),
  ];
  const open = models.some((model) => model.series.some((one) => one.determined?.includes(0)));
  if (names.length < 2 && words.length === 0 && !open) return null;
  const chips = legendSeries(models).map((one) => {
    const swatch = h("span", { class: "swatch" });
    const box = h("input", { type: "checkbox", checked: true });
    box.addEventListener("change", () =>
      state.set({ shown: state.state.shown.map((was, i) => (i === one.slot ? box.checked : was)) }),
    );
    const paint = (): void => {
      const drawn = seriesSwatch(one, palettes[currentTheme()], 0, 8);
      swatch.innerHTML = tag("svg", { width: 30, height: 16, "aria-hidden": "true" }, drawn);
    };
    page.on(["theme", "repaint"], paint);
    paint();
    return h("label", { class: "chip" }, box, swatch, one.name);
  });
  const regions = words.map((word) => {
    const swatch = h("span", { class: "region-swatch" });
    const paint = (): void => {
      const own = models.find((model) => model.cells?.words?.includes(word))!.cells!.words!;
      const fills = new Fills(palettes[currentTheme()]);
      const fill = regionFill(fills, own, own.indexOf(word));
      swatch.innerHTML = tag(
        "svg",
        { width: "100%", height: "100%", "aria-hidden": "true" },
        fills.definitions() + tag("rect", { width: "100%", height: "100%", fill }),
      );
    };
    page.on(["theme", "repaint"], paint);
    paint();
    return h("span", { class: "region-name" }, swatch, word);
  });
  return h(
    "div",
    { class: "legend" },
    chips.length > 0 &&
      h("fieldset", { class: "laws" }, h("legend", {}, "Drawn"), ...chips),
    ...regions,
    open && h("span", { class: "region-name" }, "dotted: undetermined, one choice among others"),
  );
}

/** The legend, the panels, and what is said of them. */
export function figureParts(
  section: FigureSection,
  page: Store<PageState>,
  name: string,
  clock: Clock | null,
): HTMLElement[] {
  const live = h("p", { class: "unseen", role: "status", "aria-live": "polite" });
  let waiting = 0;
  const announce = (words: string): void => {
    window.clearTimeout(waiting);
    waiting = window.setTimeout(() => say(live, words), 150);
  };
  const names: string[] = [];
  const models = section.panels.map(
    (panel, i) =>
      new PanelModel(
        panel,
        names,
        panel.title ?? (section.panels.length > 1 ? `${section.title}, ${i + 1}` : section.title),
      ),
  );
  const state = new Store<FigureState>({ shown: names.map(() => true) });
  const several = models.length > 1;
  const panels = models.map((model, i) => {
    const file = several ? `${name}-${i + 1}` : name;
    const panel = new Panel(
      model,
      state,
      page,
      { file, height: several ? 290 : 380, level: "h3", clock },
      announce,
    );
    panel.frame.element.dataset["figure"] = file;
    return panel;
  });
  window.addEventListener("beforeprint", () => {
    for (const panel of panels) panel.frame.print.innerHTML = panel.svg(several ? 520 : 720);
  });
  const frames = panels.map((panel) => panel.frame.element);
  const legends = legend(models, names, state, page);
  return [
    ...(legends ? [legends] : []),
    live,
    several ? h("div", { class: "pair" }, ...frames) : frames[0]!,
  ];
}

export function figureSection(
  section: FigureSection,
  page: Store<PageState>,
  name: string,
  alone: boolean,
  clock: Clock | null,
): HTMLElement {
  const titleId = newId("figure");
  return h(
    "section",
    { class: "panels", id: name, "aria-labelledby": titleId },
    h("h2", { id: titleId, class: alone ? "unseen" : undefined }, section.title),
    section.caption ? h("p", {}, section.caption) : null,
    ...figureParts(section, page, name, clock),
  );
}
