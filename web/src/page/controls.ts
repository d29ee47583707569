/** Choices about one sweep: which laws are drawn, whose regions are shaded, which axis is shown. */
import { h, newId, tag } from "../base/dom";
import { currentTheme, palettes } from "../base/palette";
import { lineSample } from "../figures/legend";
import { parameters } from "../sweep/sweep";
import type { View } from "../sweep/view";

/** A line in a law's colour and dash. */
export function swatch(law: number, view: View): HTMLElement {
  const holder = h("span", { class: "swatch", "aria-hidden": "true" });
  const draw = (): void => {
    const line = lineSample(law, palettes[currentTheme()], 0, 4, 30);
    holder.innerHTML = tag("svg", { width: 30, height: 8 }, line);
  };
  view.page.on(["theme", "repaint"], draw);
  draw();
  return holder;
}

function chooser(
  label: string,
  names: string[],
  now: () => number,
  choose: (i: number) => void,
  view: View,
): HTMLElement {
  const id = newId("choose");
  const select = h("select", { id }, ...names.map((name, i) => h("option", { value: i }, name)));
  select.value = String(now());
  select.addEventListener("change", () => choose(Number(select.value)));
  view.store.on(null, () => (select.value = String(now())));
  return h("span", { class: "choice" }, h("label", { for: id }, label), select);
}

export function controls(view: View): HTMLElement {
  const { sweep, store } = view;
  const laws = h("fieldset", { class: "laws" }, h("legend", {}, "Laws drawn"));
  sweep.laws.forEach((law, i) => {
    const box = h("input", { type: "checkbox", checked: true, "data-law": law.name });
    box.addEventListener("change", () => {
      const shown = [...view.state.shown];
      shown[i] = box.checked;
      store.set({ shown });
    });
    laws.append(h("label", { class: "chip" }, box, swatch(i, view), law.name));
  });
  const choices = h(
    "div",
    { class: "choices" },
    chooser(
      "Law in focus",
      sweep.laws.map((law) => law.name),
      () => view.state.law,
      (law) => store.set({ law }),
      view,
    ),
    chooser(
      "Contact in focus",
      sweep.contacts.map((c) => (c.role ? `${c.name} (${c.role})` : c.name)),
      () => view.state.contact,
      (contact) => store.set({ contact }),
      view,
    ),
  );
  const swept = parameters(sweep);
  if (swept.length > 1) {
    const labels = sweep.axes.map((axis) => axis.label);
    choices.append(
      chooser(
        sweep.axes.length > 1 ? "Curves along" : "Figures over",
        swept.map(({ axis }) => axis.label),
        () => swept.findIndex((p) => p.along === view.state.along && p.over === view.state.over),
        (chosen) => {
          const { along, over } = swept[chosen]!;
          const across = along === view.state.across ? view.state.along : view.state.across;
          store.set({ along, over, across, range: null, rangeAcross: null, hover: -1 });
        },
        view,
      ),
    );
    if (sweep.axes.length > 2)
      choices.append(
        chooser(
          "Maps against",
          labels,
          () => view.state.across,
          (across) => {
            const along = across === view.state.along ? view.state.across : view.state.along;
            store.set({ along, over: 0, across, range: null, rangeAcross: null, hover: -1 });
          },
          view,
        ),
      );
  }
  return h(
    "div",
    { class: "controls", role: "group", "aria-label": "What the figures show" },
    laws,
    choices,
  );
}
