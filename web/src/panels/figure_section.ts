/** Panels with a common legend that switches their series. */
import { h, newId, tag, voice } from "../base/dom";
import type { PageState } from "../base/page_state";
import { currentTheme, palettes, type Palette } from "../base/palette";
import { Store } from "../base/store";
import type { FigureSection } from "../data/data";
import type { Clock } from "../figures/clock";
import { Fills } from "../figures/fills";
import { Panel, type FigureState } from "./panel";
import { regionFill } from "./panel_cells";
import { legendSeries, seriesSample } from "./panel_drawing";
import { PanelModel } from "./panel_model";

/** A small drawing that follows the theme. */
function sample(
  name: string,
  size: { width: number | string; height: number | string },
  draw: (palette: Palette) => string,
  page: Store<PageState>,
): HTMLElement {
  const holder = h("span", { class: name });
  const paint = (): void => {
    const drawn = draw(palettes[currentTheme()]);
    holder.innerHTML = tag("svg", { ...size, "aria-hidden": "true" }, drawn);
  };
  page.on(["theme", "repaint"], paint);
  paint();
  return holder;
}

function legend(models: PanelModel[], names: string[], state: Store<FigureState>, page: Store<PageState>): HTMLElement | null {
  const words = [...new Set(models.flatMap((model) => model.wordsSeen()))];
  const open = models.some((model) => model.series.some((one) => one.determined?.includes(0)));
  if (names.length < 2 && words.length === 0 && !open) return null;
  const chips = legendSeries(models).map((one) => {
    const box = h("input", { type: "checkbox", checked: true });
    box.addEventListener("change", () =>
      state.set({ shown: state.state.shown.map((was, i) => (i === one.slot ? box.checked : was)) }),
    );
    const size = { width: 30, height: 16 };
    const swatch = sample("swatch", size, (palette) => seriesSample(one, palette, 0, 8), page);
    return h("label", { class: "chip" }, box, swatch, one.name);
  });
  const all = { width: "100%", height: "100%" };
  const regions = words.map((word) => {
    const own = models.find((model) => model.cells?.words?.includes(word))!.cells!.words!;
    const draw = (palette: Palette): string => {
      const fills = new Fills(palette);
      const fill = regionFill(fills, own, own.indexOf(word));
      return fills.definitions() + tag("rect", { ...all, fill });
    };
    return h("span", { class: "region-name" }, sample("region-swatch", all, draw, page), word);
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
  const { element: live, say } = voice();
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
      say,
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
