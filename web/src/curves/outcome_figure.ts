/** What one contact does, law by law: a figure of rows of regions. */
import { stem } from "../base/export";
import { number } from "../base/format";
import { currentTheme, palettes, type Palette } from "../base/palette";
import { nearest } from "../data/columns";
import { Fills } from "../figures/fills";
import type { Frame } from "../figures/frame";
import { fillEntries, legend } from "../figures/legend";
import { footRoom, textWidth, xAxis, type Box } from "../figures/plane";
import { PlaneStage, put, upright } from "../figures/plane_stage";
import { sheet, titleRoom } from "../figures/sheet";
import type { Scale } from "../figures/ticks";
import type { View } from "../sweep/view";
import { sweptAxis } from "./curve_drawing";
import { categoriesIn, stripHeight, stripRows, type StripRow } from "./strip";

interface Drawn {
  content: string;
  height: number;
  box: Box;
  x: Scale;
}

export class OutcomeFigure {
  readonly title: string;
  readonly #stage: PlaneStage;
  readonly #cursor = upright("cursor");
  readonly #selected = upright("selected");
  #drawn: Drawn | null = null;

  constructor(
    readonly view: View,
    readonly contact: number,
    announce: (words: string) => void,
  ) {
    const { name } = view.sweep.contacts[contact]!;
    this.title = `What ${name} does, law by law`;
    const go = (index: number): void => {
      const point = view.slice().points[index];
      if (point === undefined) return;
      view.store.set({ point });
      const does = view.sweep.laws.map(
        (law, i) => `${law.name} ${view.categories.of(i, contact, point).name}`,
      );
      announce(`${view.coordinates(point)}: ${does.join(", ")}`);
    };
    const step = (by: number) => (): void =>
      go(view.slice().points.indexOf(view.state.point) + by);
    this.#stage = new PlaneStage(
      {
        title: this.title,
        file: stem(`${view.name}-${name}-outcomes`),
        svg: () => this.svg(),
        keys: "Left and right arrow keys move the chosen point.",
        level: "h4",
        zooms: false,
      },
      {
        draw: (width) => {
          this.#drawn = this.#drawing(palettes[currentTheme()], width, 2);
          this.frame.summary.textContent = this.#summary();
          this.#place();
          return this.#drawn;
        },
        height: 22 * view.sweep.laws.length + 76,
        across: true,
        hover: () => {},
        leave: () => {},
        choose: ([x]) => {
          const { xs, points } = view.slice();
          view.store.set({ point: points[nearest(xs, this.#drawn!.x.inverse(x))]! });
        },
        zoom: (factor, at) => view.zoom(factor, at && this.#drawn!.x.inverse(at[0])),
        look: ({ left, right }) =>
          view.look([this.#drawn!.x.inverse(left), this.#drawn!.x.inverse(right)]),
        all: () => view.look(null),
        keys: () => ({ ArrowLeft: step(-1), ArrowRight: step(1) }),
      },
    );
    this.frame.element.dataset["figure"] = `${name}.outcomes`;
    this.#stage.over.append(this.#selected, this.#cursor);
    const { stale } = this.#stage;
    view.store.on(["along", "over", "range", "shown"], stale);
    view.store.on(["point"], () => (view.sweep.axes.length > 1 ? stale() : this.#place()));
    view.store.on(["hover"], () => this.#place());
    view.page.on(null, stale);
  }

  get frame(): Frame {
    return this.#stage.frame;
  }

  svg(): string {
    const drawn = this.#drawing(palettes.light, 760, titleRoom);
    const { height, box, content } = drawn;
    return sheet(this.title, this.#summary(), 760, height, box.left, content);
  }

  #rows(): StripRow[] {
    const { view } = this;
    return view.sweep.laws.flatMap(({ name }, law) =>
      view.state.shown[law]
        ? [{ label: name, law, regions: view.regions(law, this.contact) }]
        : [],
    );
  }

  /** Rows, the axis below them and the legend. */
  #drawing(palette: Palette, width: number, top: number): Drawn {
    const rows = this.#rows();
    // Room for the laws' names, and for their lines where there is more of it.
    const widest = Math.max(0, ...rows.map(({ label }) => textWidth(label)));
    const left = width < 520 ? Math.max(84, Math.ceil(widest) + 12) : 130;
    const box = { left, right: width - 20, top, bottom: top + stripHeight(rows) };
    const axis = sweptAxis(this.view, box.left, box.right, 85);
    const fills = new Fills(palette);
    const below = box.bottom + footRoom(axis, box.right - box.left) + 2;
    const named = legend(
      fillEntries(categoriesIn(rows), fills),
      left,
      below,
      box.right - left,
      palette,
    );
    const strip = stripRows(rows, axis, box, palette, fills);
    return {
      content: fills.definitions() + strip + xAxis(axis, box, width, palette) + named.content,
      height: below + 4 + named.height,
      box,
      x: axis.at,
    };
  }

  #summary(): string {
    const { view } = this;
    const { factor } = view.display(view.slice().axis);
    const laws = this.#rows().map(({ label, regions }) => {
      const parts = regions
        .slice(0, 12)
        .map(
          ({ category, from, to }) =>
            `${category.name} from ${number(from * factor, 4)} to ${number(to * factor, 4)}`,
        );
      return `${label}: ${parts.join(", ")}`;
    });
    return `${laws.join(". ")}.`;
  }

  #place(): void {
    if (!this.#drawn) return;
    const { x, box } = this.#drawn;
    const { xs, points } = this.view.slice();
    const at = (index: number): number | undefined =>
      index in xs ? x(xs[index]!) - box.left : undefined;
    put(this.#cursor, at(this.view.state.hover));
    put(this.#selected, at(points.indexOf(this.view.state.point)));
  }
}
