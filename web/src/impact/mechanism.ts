/** The mechanism at one stop: bars, masses, surfaces and contacts, with the velocities before and
 * after the impact and the impulses. All stops share one frame and one scale for arrows. */
import type { Point2, Stop } from "../data/data";
import { newId, px, svgDocument, tag } from "../base/dom";
import { list, number } from "../base/format";
import { palettes, type Palette } from "../base/palette";
import {
  arms,
  arrow,
  contactName,
  openArrow,
  polygon,
  roundLength,
  scaleRows,
  surfaceStrip,
  type ScaleEntry,
} from "../figures/mechanism_parts";
import { undetermined } from "../sweep/sweep";
import type { View } from "../sweep/view";

const width = 360;
const most = 400; // px: the greatest height
const side = 34; // px: room beside the bodies
const room = 60; // px: room above and below them, for arrows and names
const foot = 20; // px: below the scales of arrows, and above them

/** px for 1 m/s and 1 N s. */
interface ArrowScales {
  velocity: number;
  impulse: number;
}

interface Frame extends ArrowScales {
  x(metres: number): number;
  y(metres: number): number;
  scale: number;
}

/** Points that must be seen at a stop. */
function extremes(stop: Stop): Point2[] {
  const points: Point2[] = [];
  for (const link of stop.links)
    for (let i = 0; i + 1 < link.length; i += 2) points.push([link[i]!, link[i + 1]!]);
  points.push(...(stop.masses ?? []));
  for (const [x, y] of stop.contacts) points.push([x, y]);
  for (const outline of stop.outlines ?? []) if (outline) points.push(...outline);
  for (const block of stop.blocks ?? []) if (block) points.push(...block);
  if (points.length === 0) points.push(stop.base);
  return points;
}

export class MechanismPicture {
  readonly #frame: Frame;
  readonly width = width;
  readonly height: number;
  readonly #foot: number;

  constructor(readonly view: View) {
    let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const stop of view.sweep.stops)
      for (const [x, y] of extremes(stop)) {
        left = Math.min(left, x);
        right = Math.max(right, x);
        low = Math.min(low, y);
        high = Math.max(high, y);
      }
    const arrows = this.#arrowScales();
    this.#foot = foot + scaleRows(scales(arrows, palettes.light), width, palettes.light).height;
    const size = Math.max(right - left, high - low) || 1;
    const scale = Math.min(
      (width - 2 * side) / (right - left || size),
      (most - this.#foot - 2 * room) / (high - low || size),
    );
    this.height = Math.round(Math.max(200, scale * (high - low) + 2 * room + this.#foot));
    const across = (width - scale * (left + right)) / 2;
    const down = (this.height - this.#foot + scale * (low + high)) / 2;
    this.#frame = {
      x: (metres) => across + scale * metres,
      y: (metres) => down - scale * metres,
      scale,
      ...arrows,
    };
  }

  #arrowScales(): ArrowScales {
    let fastest = 0;
    let hardest = 0;
    const { sweep } = this.view;
    const size = (t: number | undefined, n: number | undefined): number => {
      const length = Math.hypot(t ?? 0, n ?? 0);
      return Number.isFinite(length) ? length : 0;
    };
    for (const { point } of sweep.stops)
      sweep.contacts.forEach((contact, c) => {
        fastest = Math.max(fastest, size(contact.before.t[point], contact.before.n[point]));
        for (const law of sweep.laws) {
          const { velocity, impulse } = law.contacts[c]!;
          fastest = Math.max(fastest, size(velocity.t[point], velocity.n[point]));
          hardest = Math.max(hardest, size(impulse.t[point], impulse.n[point]));
        }
      });
    return { velocity: fastest > 0 ? 74 / fastest : 0, impulse: hardest > 0 ? 74 / hardest : 0 };
  }

  /** In words, for those who do not see it. */
  summary(stop: Stop): string {
    const { sweep, state } = this.view;
    const law = sweep.laws[state.law]!;
    const parts = sweep.contacts.map((contact, c) => {
      const { velocity, impulse } = law.contacts[c]!;
      const p = stop.point;
      const vector = (t: number, n: number): string =>
        `${number(t, 3)} along, ${number(n, 3)} normal`;
      if (Number.isNaN(velocity.n[p]!)) return `${contact.name} has no answer`;
      return (
        `${contact.name} leaves with ${vector(velocity.t[p]!, velocity.n[p]!)} m/s ` +
        `after an impulse of ${vector(impulse.t[p]!, impulse.n[p]!)} N s` +
        (undetermined(sweep, state.law, c, p) ? " (undetermined)" : "")
      );
    });
    const names = sweep.section.mechanism?.links.map((link) => link.name) ?? [];
    return (
      `The mechanism at ${this.view.coordinates(stop.point)}: links ${list(names)}. ` +
      `By the ${law.name} law ${list(parts)}.`
    );
  }

  /** The content of an SVG element of `width` by `height`. */
  content(stop: Stop, palette: Palette): string {
    const clip = newId("view");
    return (
      tag(
        "defs",
        {},
        tag("clipPath", { id: clip }, tag("rect", { width, height: this.height - this.#foot })),
      ) +
      tag(
        "g",
        { "clip-path": `url(#${clip})` },
        this.#surfaces(stop, palette) + this.#bodies(stop, palette),
      ) +
      this.#arrows(stop, palette) +
      this.#names(stop, palette) +
      scaleRows(scales(this.#frame, palette), width, palette).content(
        this.height - this.#foot + foot / 2,
      )
    );
  }

  svg(stop: Stop, palette: Palette, title: string): string {
    return svgDocument(
      width,
      this.height,
      title,
      this.summary(stop),
      tag("rect", { width, height: this.height, fill: palette.page }) + this.content(stop, palette),
    );
  }

  #surfaces(stop: Stop, palette: Palette): string {
    const f = this.#frame;
    const mechanism = this.view.sweep.section.mechanism;
    return stop.surfaces
      .map(([x, y, angle], i) => {
        return surfaceStrip(
          [f.x(x), f.y(y)],
          angle,
          mechanism?.surfaces[i]?.kind ?? "fixed",
          this.width,
          this.height,
          palette,
        );
      })
      .join("");
  }

  #bodies(stop: Stop, palette: Palette): string {
    const f = this.#frame;
    const mechanism = this.view.sweep.section.mechanism;
    const longest = Math.max(...stop.links.map((l) => Math.hypot(l[2]! - l[0]!, l[3]! - l[1]!)), 0);
    const thick = Math.min(14, Math.max(5, 0.075 * longest * f.scale));
    const at = ([x, y]: Point2): Point2 => [f.x(x), f.y(y)];
    let result = "";
    for (const outline of stop.outlines ?? [])
      if (outline) result += polygon(outline.map(at), palette);
    stop.links.forEach((link, i) => {
      const massless = mechanism?.links[i]?.massless ?? false;
      const line = (a: number): string => `${px(f.x(link[a]!))} ${px(f.y(link[a + 1]!))}`;
      const ends: Point2[] = [];
      for (let k = 4; k + 1 < link.length; k += 2) ends.push(at([link[k]!, link[k + 1]!]));
      result += arms(at([link[0]!, link[1]!]), at([link[2]!, link[3]!]), ends, palette);
      const block = stop.blocks?.[i];
      if (block) {
        result += polygon(block.map(at), palette, mechanism?.links[i]?.name);
        return;
      }
      const d = `M${line(0)}L${line(2)}`;
      if (!massless)
        result += tag("path", {
          d,
          stroke: palette.barEdge,
          "stroke-width": thick,
          "stroke-linecap": "round",
        });
      result += tag("path", {
        d,
        stroke: massless ? palette.barEdge : palette.bar,
        "stroke-width": massless ? 2 : thick - 2.4,
        "stroke-linecap": "round",
      });
    });
    const heaviest = Math.max(...(mechanism?.masses ?? []), 0);
    (stop.masses ?? []).forEach(([x, y], i) => {
      const share = heaviest > 0 ? Math.sqrt((mechanism?.masses?.[i] ?? heaviest) / heaviest) : 1;
      result += tag("circle", {
        cx: f.x(x),
        cy: f.y(y),
        r: Math.max(4, 10 * share),
        fill: palette.barEdge,
      });
    });
    for (const centre of stop.centres ?? [])
      if (centre)
        result += tag("path", {
          d: `M${px(f.x(centre[0]) - 4)} ${px(f.y(centre[1]))}h8m-4-4v8`,
          stroke: palette.barEdge,
          "stroke-width": 1.3,
        });
    const base = mechanism?.base ?? "free";
    stop.links.forEach((link) => {
      // A body on its own has no joint.
      if (base === "free" && stop.links.length === 1) return;
      result += tag("circle", {
        cx: f.x(link[0]!),
        cy: f.y(link[1]!),
        r: thick / 3.2 + 1,
        fill: palette.page,
        stroke: palette.barEdge,
        "stroke-width": 1.4,
      });
    });
    if (base !== "free") {
      const [x, y] = [f.x(stop.base[0]), f.y(stop.base[1])];
      result +=
        base === "pinned"
          ? tag("path", {
              d: `M${px(x)} ${px(y)}l-10 17h20Z`,
              fill: palette.solid,
              stroke: palette.barEdge,
            })
          : tag("rect", {
              x: x - 13,
              y: y - 8,
              width: 26,
              height: 16,
              rx: 2,
              fill: palette.solid,
              stroke: palette.barEdge,
            });
    }
    return result;
  }

  #arrows(stop: Stop, palette: Palette): string {
    const f = this.#frame;
    const { sweep, state } = this.view;
    const p = stop.point;
    let result = "";
    (stop.joints ?? []).forEach(([x, y], j) => {
      for (const [velocity, colour, dash] of [
        [stop.before?.[j], palette.velocityBefore, "3 2"],
        [stop.after?.[state.law]?.[j], palette.velocityAfter, undefined],
      ] as const)
        if (velocity)
          result += arrow(
            f.x(x),
            f.y(y),
            velocity[0] * f.velocity,
            velocity[1] * f.velocity,
            colour,
            1.2,
            dash,
          );
    });
    const law = sweep.laws[state.law]!;
    stop.contacts.forEach(([x, y, angle], c) => {
      const turned = (t: number, n: number, by: number): Point2 => [
        by * (t * Math.cos(angle) - n * Math.sin(angle)),
        by * (t * Math.sin(angle) + n * Math.cos(angle)),
      ];
      const { before } = sweep.contacts[c]!;
      const { velocity, impulse } = law.contacts[c]!;
      for (const [t, n, by, colour, wide, dash] of [
        [impulse.t[p]!, impulse.n[p]!, f.impulse, palette.impulse, 4, undefined],
        [before.t[p]!, before.n[p]!, f.velocity, palette.velocityBefore, 2.2, "4 2.5"],
        [velocity.t[p]!, velocity.n[p]!, f.velocity, palette.velocityAfter, 2.4, undefined],
      ] as const) {
        const [dx, dy] = turned(t, n, by);
        if (!Number.isFinite(dx) || !Number.isFinite(dy)) continue;
        result +=
          colour === palette.impulse && undetermined(sweep, state.law, c, p)
            ? openArrow(f.x(x), f.y(y), dx, dy, colour, palette, width)
            : arrow(f.x(x), f.y(y), dx, dy, colour, wide, dash);
      }
    });
    return result;
  }

  #names(stop: Stop, palette: Palette): string {
    const f = this.#frame;
    return stop.contacts
      .map(([x, y, angle], c) => {
        const contact = this.view.sweep.contacts[c]!;
        return (
          tag("circle", {
            cx: f.x(x),
            cy: f.y(y),
            r: 4.5,
            fill: palette.page,
            stroke: contact.role === "colliding" ? palette.impulse : palette.ink,
            "stroke-width": 2,
          }) +
          contactName([f.x(x), f.y(y)], angle, contact.name, palette, width)
        );
      })
      .join("");
  }
}

/** Arrows of round lengths, with their names. */
function scales({ velocity, impulse }: ArrowScales, palette: Palette): ScaleEntry[] {
  return (
    [
      [velocity, "m/s", "before", palette.velocityBefore, 2.2, "4 2.5"],
      [velocity, "m/s", "after", palette.velocityAfter, 2.4, undefined],
      [impulse, "N s", "impulse", palette.impulse, 4, undefined],
    ] as const
  ).flatMap(([perUnit, unit, name, colour, wide, dash]) => {
    if (!(perUnit > 0)) return [];
    const size = roundLength(perUnit);
    return {
      length: size * perUnit,
      label: `${name} ${number(size, 2)} ${unit}`,
      drawn: (x: number, y: number) => arrow(x, y - 4, size * perUnit, 0, colour, wide, dash),
    };
  });
}
