/** Makes the page from the data in it. */
import "./style.css";
import { claimsSection, textSection } from "./claims_section";
import type { Clock } from "../figures/clock";
import { reportData, type ReportData, type Section } from "../data/data";
import { h } from "../base/dom";
import { stem } from "../base/export";
import { figureSection } from "../panels/figure_section";
import { MotionModel, motionClock } from "../motion/motion_model";
import { motionSection } from "../motion/motion_section";
import type { PageState } from "../base/page_state";
import { Store } from "../base/store";
import { sweepSection } from "./sweep_section";
import { tableSection } from "../tables/table_section";

/** A few choices of which one holds, as buttons that say so. */
function switcher(
  label: string,
  choices: [string, () => boolean, () => void][],
  page: Store<PageState>,
): HTMLElement {
  const buttons = choices.map(([name, , choose]) =>
    h("button", { type: "button", click: choose }, name),
  );
  const update = (): void =>
    buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(choices[i]![1]())));
  page.on(null, update);
  update();
  return h("div", { class: "switcher", role: "group", "aria-label": label }, ...buttons);
}

function remembered(): PageState["theme"] {
  try {
    const theme = localStorage.getItem("carom-theme");
    return theme === "light" || theme === "dark" ? theme : "auto";
  } catch {
    return "auto"; // a page opened from a file may not be allowed to remember
  }
}

function header(data: ReportData, page: Store<PageState>): HTMLElement {
  const angular = data.sections.some(
    (s) => s.kind === "sweep" && s.axes.some((axis) => axis.angular),
  );
  const theme = (name: PageState["theme"]) => (): void => {
    try {
      localStorage.setItem("carom-theme", name);
    } catch {
      // The choice then lasts as long as the page.
    }
    page.set({ theme: name });
  };
  return h(
    "header",
    { class: "top" },
    h("div", {}, h("h1", {}, data.title), h("p", { class: "made" }, `Made by Carom ${data.carom}`)),
    h(
      "div",
      { class: "page-tools" },
      angular &&
        switcher(
          "Angles in",
          [
            ["degrees", () => page.state.degrees, () => page.set({ degrees: true })],
            ["radians", () => !page.state.degrees, () => page.set({ degrees: false })],
          ],
          page,
        ),
      switcher(
        "Colours",
        (["auto", "light", "dark"] as const).map((name) => [
          name,
          () => page.state.theme === name,
          theme(name),
        ]),
        page,
      ),
      h("button", { type: "button", click: () => window.print() }, "Print"),
    ),
  );
}

function sectionElement(
  section: Section,
  i: number,
  data: ReportData,
  page: Store<PageState>,
  clock: Clock | null,
): HTMLElement {
  const name = `${stem(section.title).toLowerCase()}-${i + 1}`;
  const alone = data.sections.length === 1 && section.title === data.title;
  switch (section.kind) {
    case "sweep":
      return sweepSection(section, page, name, alone);
    case "claims":
      return claimsSection(section, name);
    case "text":
      return textSection(section, name);
    case "table":
      return tableSection(section, name);
    case "figure":
      return figureSection(section, page, name, alone, clock);
    case "motion":
      return motionSection(new MotionModel(section), page, name, clock!);
    default:
      throw new Error(
        `section ${i + 1} has kind "${(section as { kind: string }).kind}"; known: sweep, claims, text, table, figure, motion`,
      );
  }
}

function build(data: ReportData): void {
  document.title = data.title;
  const page = new Store<PageState>({ degrees: true, theme: remembered(), repaint: 0 });
  const show = (): void => {
    if (page.state.theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = page.state.theme;
  };
  show();
  page.on(["theme"], show);
  window
    .matchMedia("(prefers-color-scheme: dark)")
    .addEventListener("change", () => page.set({ repaint: page.state.repaint + 1 }));
  const main = h("main", { id: "main", tabindex: -1 });
  for (const words of data.summary ?? []) main.append(h("p", { class: "lead" }, words));
  const clock = motionClock(data);
  const sections = data.sections.map((section, i) => sectionElement(section, i, data, page, clock));
  if (sections.length > 1)
    main.append(
      h(
        "nav",
        { "aria-label": "Sections" },
        h(
          "ul",
          {},
          ...data.sections.map((section, i) =>
            h("li", {}, h("a", { href: `#${sections[i]!.id}` }, section.title)),
          ),
        ),
      ),
    );
  main.append(...sections);
  document.body.prepend(
    h("a", { class: "skip", href: "#main" }, "To the content"),
    header(data, page),
    main,
    h(
      "footer",
      {},
      `Carom ${data.carom}.`,
    ),
  );
}

const source = document.getElementById("carom-data")?.textContent ?? "";
try {
  build(reportData(source));
} catch (error) {
  document.body.prepend(
    h(
      "main",
      {},
      h("p", { role: "alert" }, `This page cannot be shown: ${(error as Error).message}.`),
    ),
  );
  throw error;
}
