/** What became of a contact, point by point: categories, and the stretches of one category. */
import type { Slice, Sweep } from "./sweep";
import { hasAnswer, isPlain } from "./sweep";

/** A category is an outcome with or without impulse, or the reason why there is none. */
export interface Category {
  /** "rebounds", "rebounds untouched", "jammed", "hole". */
  name: string;
  /** "rests", "slides", "rebounds", "apart" or "none". */
  kind: string;
  untouched: boolean;
}

const none = (name: string): Category => ({ name, kind: "none", untouched: false });

/** Makes categories of a sweep's points; the same category is the same object. */
export class Categories {
  readonly #made = new Map<number, Category>();

  constructor(readonly sweep: Sweep) {}

  of(law: number, contact: number, point: number): Category {
    const { section, status, laws } = this.sweep;
    if (status[point] !== 0) return this.#one(-1, () => none("hole"));
    const columns = laws[law]!;
    const at = columns.contacts[contact]!;
    const code = at.outcome[point]!;
    if (Number.isNaN(code)) {
      const verdict = columns.verdict[point]!;
      // The law has an answer, this contact no part in it.
      if (hasAnswer(section.verdicts[verdict] ?? ""))
        return this.#one(-2, () => ({ name: "apart", kind: "apart", untouched: false }));
      return this.#one(Number.isNaN(verdict) ? -3 : -4 - verdict, () =>
        none(section.verdicts[verdict] ?? "no answer"),
      );
    }
    const untouched = at.interacted[point] === 0;
    return this.#one(2 * code + (untouched ? 1 : 0), () => {
      const kind = section.outcomes[code] ?? "unknown";
      return { name: untouched ? `${kind} untouched` : kind, kind, untouched };
    });
  }

  #one(key: number, make: () => Category): Category {
    let category = this.#made.get(key);
    if (!category) this.#made.set(key, (category = make()));
    return category;
  }
}

/** A stretch of an axis, in the parameter's own unit. */
export interface Region {
  from: number;
  to: number;
  category: Category;
}

/** Stretches of one category along a slice. Between two points that differ the edge is where a
 * boundary was located, or else half way. */
export function regions(
  categories: Categories,
  along: Slice,
  law: number,
  contact: number,
): Region[] {
  const sweep = categories.sweep;
  const lawName = sweep.laws[law]!.name;
  const contactName = sweep.contacts[contact]!.name;
  const located =
    sweep.axes.length > 1
      ? []
      : sweep.boundaries
          .filter(
            (b) =>
              b.parameter === along.axis.parameter &&
              b.law === lawName &&
              (b.contact === undefined || b.contact === contactName),
          )
          .map((b) => b.at)
          .sort((a, b) => a - b);
  const result: Region[] = [];
  const { xs, points } = along;
  let next = 0;
  for (let i = 0; i < points.length; ++i) {
    const category = categories.of(law, contact, points[i]!);
    const last = result[result.length - 1];
    if (last && last.category === category) continue;
    let edge = xs[i]!;
    if (last) {
      const before = xs[i - 1]!;
      while (next < located.length && located[next]! < before) ++next;
      const found = located[next];
      edge = found !== undefined && found <= edge ? found : (before + edge) / 2;
      last.to = edge;
    }
    result.push({ from: edge, to: edge, category });
  }
  const final = result[result.length - 1];
  if (final) final.to = xs[xs.length - 1]!;
  return result;
}

/** Stretches as they are seen: those narrower than a pixel are joined to the one before. */
export function visible(all: Region[], at: (value: number) => number): Region[] {
  const result: Region[] = [];
  let end = -Infinity;
  for (const region of all) {
    const right = at(region.to);
    if (result.length > 0 && right - end < 0.75) continue;
    result.push(region);
    end = right;
  }
  return result;
}

/** Points of a slice where a law has no single answer, or which are holes, with a word for each. */
export interface Mark {
  index: number;
  /** "ambiguous", "jammed", "inconsistent", …, "hole". */
  name: string;
}

export function marks(sweep: Sweep, along: Slice, law: number): Mark[] {
  const result: Mark[] = [];
  const verdict = sweep.laws[law]!.verdict;
  along.points.forEach((point, index) => {
    if (sweep.status[point] !== 0) result.push({ index, name: "hole" });
    else {
      const name = sweep.section.verdicts[verdict[point]!] ?? "no answer";
      if (!isPlain(name)) result.push({ index, name });
    }
  });
  return result;
}
