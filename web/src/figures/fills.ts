/** How regions are filled: plain where the contact got an impulse, hatched where it stayed untouched,
 * densely hatched where there is no answer. */
import { newId, tag } from "../base/dom";
import { mixed, outcomeColour, type Palette } from "../base/palette";

/** What a fill tells. */
export interface Filled {
  /** "rests", "slides", "rebounds", "apart" or "none". */
  kind: string;
  untouched: boolean;
}

/** Whether it is hatched. */
export function hatched({ kind, untouched }: Filled): boolean {
  return kind === "none" || untouched;
}

function hatch(id: string, palette: Palette, background: string, dense: boolean): string {
  const size = dense ? 5 : 8;
  return tag(
    "pattern",
    {
      id,
      width: size,
      height: size,
      patternUnits: "userSpaceOnUse",
      patternTransform: dense ? "rotate(45)" : "rotate(-45)",
    },
    tag("rect", { width: size, height: size, fill: background }) +
      tag("line", {
        x1: 0,
        y1: 0,
        x2: 0,
        y2: size,
        "stroke-width": dense ? 2.4 : 1.6,
        stroke: mixed(background, palette.ink, dense ? 0.35 : 0.16),
      }),
  );
}

/** The fills of one drawing, which must hold their definitions. */
export class Fills {
  readonly #stem = newId("fill");
  readonly #patterns = new Map<string, string>();

  constructor(readonly palette: Palette) {}

  of(what: Filled): string {
    const colour = outcomeColour(this.palette, what.kind);
    if (!hatched(what)) return colour;
    const none = what.kind === "none";
    const id = `${this.#stem}-${what.kind.replace(/\W/g, "")}`;
    if (!this.#patterns.has(id))
      this.#patterns.set(
        id,
        hatch(id, this.palette, none ? colour : mixed(colour, this.palette.page, 0.35), none),
      );
    return `url(#${id})`;
  }

  /** What `of` has referred to. */
  definitions(): string {
    return this.#patterns.size ? tag("defs", {}, [...this.#patterns.values()].join("")) : "";
  }
}
