/** The mechanism at one time of its motion: bodies, surfaces, contact forces and impulses. The
 * picture shows the whole path, or goes with bodies that are small against it. */
import type { Point2 } from "../data/data";
import { newId, px, svgDocument, tag, text } from "../base/dom";
import { list, number } from "../base/format";
import {
  arms,
  arrow,
  contactName,
  openArrow,
  openWord,
  polygon,
  roundLength,
  scaleRows,
  startWithin,
  surfaceStrip,
  type ScaleEntry,
} from "../figures/mechanism_parts";
import { turned, type MotionModel, type Pose } from "./motion_model";
import { palettes, type Palette } from "../base/palette";

const most = 470; // px: the greatest height
const room = 64; // px: room above and below them, for arrows and names
const foot = 20; // px: below the scales of arrows, and above them
const reach = 88; // px: the longest arrow
const head = 8; // px: beside an arrow's line, half its head

/** An impulse that is shown for a moment; `age` from 0 to 1. */
export interface Flash {
  contact: number;
  impulse: Point2;
  /** [t, n]; false: other impulses give the same velocities. */
  determined: [boolean, boolean];
  age: number;
}

interface Extent {
  low: Point2;
  high: Point2;
}

interface Camera {
  scale: number;
  height: number;
  /** Which axes go with the bodies. */
  follows: [boolean, boolean];
}

function extent(points: Point2[]): Extent {
  const low: Point2 = [Infinity, Infinity];
  const high: Point2 = [-Infinity, -Infinity];
  for (const point of points)
    for (const k of [0, 1] as const) {
      low[k] = Math.min(low[k], point[k]);
      high[k] = Math.max(high[k], point[k]);
    }
  return { low, high };
}

/** An arrow of the motion: where it begins, all bodies then, and its length in px, y up. */
interface Reach {
  point: Point2;
  bodies: Extent;
  arrow: Point2;
}

const middle = ({ low, high }: Extent, k: 0 | 1): number => (low[k] + high[k]) / 2;

export class MotionPicture {
  /** Whether the bodies are small against their path. */
  readonly wanders: boolean;
  readonly #path: Extent;
  readonly #size: number;
  readonly #span: Point2;
  #width = 0;
  #still!: Camera;
  #going!: Camera;
  readonly #force: number;
  readonly #impulse: number;
  readonly #reaches: Reach[];
  #foot = 0;
  follow: boolean;

  constructor(readonly model: MotionModel) {
    const { times } = model;
    const every = Math.max(1, Math.floor(times.length / 500));
    const corners: Point2[] = [];
    let size = 0;
    for (let i = 0; i < times.length; i += every) {
      const own = extent(model.points(model.at(times[i]!)));
      corners.push(own.low, own.high);
      size = Math.max(size, own.high[0] - own.low[0], own.high[1] - own.low[1]);
    }
    this.#path = extent(corners);
    const span = [0, 1].map((k) => this.#path.high[k]! - this.#path.low[k]!) as Point2;
    this.#span = span;
    this.#size = size || Math.max(...span) / 20 || 1;
    this.wanders = this.#follows().includes(true);
    this.follow = this.wanders;
    const { force, impulse } = model.largest();
    this.#force = force > 0 ? reach / force : 0;
    this.#impulse = impulse > 0 ? reach / impulse : 0;
    this.#reaches = this.#allReaches(every);
    this.resize(680);
  }

  #allReaches(every: number): Reach[] {
    const { times, section } = this.model;
    const reaches: Reach[] = [];
    const add = (pose: Pose, contact: number, vector: Point2, perUnit: number): void => {
      const { point, angle } = pose.contacts[contact]!;
      const arrow = turned(vector, angle).map((v) => v * perUnit) as Point2;
      if (Math.hypot(...arrow) > 0) reaches.push({ point, bodies: extent(this.model.points(pose)), arrow });
    };
    for (let i = 0; i < times.length; i += every) {
      const pose = this.model.at(times[i]!);
      pose.contacts.forEach(({ force }, c) => add(pose, c, force, this.#force));
    }
    for (const event of section.events) {
      const struck = event.impulses ?? [];
      if (struck.length === 0) continue;
      const pose = this.model.at(event.time);
      struck.forEach((impulse, c) => add(pose, c, impulse, this.#impulse));
    }
    return reaches;
  }

  /** How far arrows go, px, from the middle of a picture that is centred on the bodies or their path. */
  #farthest(k: 0 | 1, scale: number, follows: boolean): number {
    let farthest = 0;
    for (const { point, bodies, arrow } of this.#reaches) {
      const from = scale * (point[k] - middle(follows ? bodies : this.#path, k));
      farthest = Math.max(farthest, Math.abs(from + arrow[k]));
    }
    return farthest;
  }

  get width(): number {
    return this.#width;
  }

  get height(): number {
    return this.#camera.height;
  }

  get #camera(): Camera {
    return this.follow ? this.#going : this.#still;
  }

  #follows(): [boolean, boolean] {
    return [this.#span[0] > 7 * this.#size, this.#span[1] > 7 * this.#size];
  }

  /** Fits the picture into so many pixels. */
  resize(width: number): void {
    this.#width = width;
    // As high as scales of the greatest length need: that of metres is not known yet.
    this.#foot = foot + scaleRows(this.#scales(1, palettes.light, true), width, palettes.light).height;
    const side = Math.min(50, 0.08 * width); // room beside the bodies
    const camera = (follows: [boolean, boolean]): Camera => {
      const across = follows[0] ? 5 * this.#size : this.#span[0] || this.#size;
      const up = follows[1] ? 5 * this.#size : this.#span[1] || this.#size;
      // The arrows' lengths are px whatever the scale: what it leaves them is asked again.
      let [beside, above, scale] = [side, room, 0];
      for (let i = 0; i < 5; ++i) {
        scale = Math.min((width - 2 * beside) / across, (most - this.#foot - 2 * above) / up);
        beside = Math.max(beside, this.#farthest(0, scale, follows[0]) + head - (scale * across) / 2);
        above = Math.max(above, this.#farthest(1, scale, follows[1]) + head - (scale * up) / 2);
      }
      const height = Math.round(Math.max(250, scale * up + 2 * above + this.#foot));
      return { scale, height, follows };
    };
    this.#still = camera([false, false]);
    this.#going = camera(this.#follows());
  }

  /** In words, for those who do not see it. */
  summary(time: number): string {
    const { section, modes } = this.model;
    const pose = this.model.at(time);
    const parts = section.contacts.map((contact, c) => {
      const now = pose.contacts[c]!;
      const doing = modes[now.mode] ?? "–";
      const [friction, normal] = now.determined;
      const force = normal
        ? `pressed with ${number(now.force[1], 3)} N`
        : "with a normal force that is undetermined";
      return now.mode > 1 || !normal
        ? `${contact.name} ${doing}, ${force}${friction ? "" : "; its friction is undetermined"}`
        : `${contact.name} ${doing}, gap ${number(now.gap, 3)} m`;
    });
    return (
      `The mechanism at t = ${number(time, 6)} s: links ${list(section.links.map((l) => l.name))}.` +
      (parts.length ? ` ${parts.join("; ")}.` : "")
    );
  }

  /** The content of an SVG element of `width` by `height`. */
  content(time: number, flashes: Flash[], palette: Palette): string {
    const pose = this.model.at(time);
    const { width } = this;
    const { scale, height, follows } = this.#camera;
    const own = extent(this.model.points(pose));
    const centre = ([0, 1] as const).map((k) => middle(follows[k] ? own : this.#path, k)) as Point2;
    const at = ([x, y]: Point2): Point2 => [
      width / 2 + scale * (x - centre[0]),
      (height - this.#foot) / 2 - scale * (y - centre[1]),
    ];
    const clip = newId("view");
    return (
      tag("clipPath", { id: clip }, tag("rect", { width, height: height - this.#foot })) +
      tag(
        "g",
        { "clip-path": `url(#${clip})` },
        this.#surfaces(pose, at, palette) +
          this.#bodies(pose, at, scale, palette) +
          this.#contacts(pose, at, palette) +
          this.#arrows(pose, flashes, at, palette),
      ) +
      text(12, 22, `t = ${number(time, 6)} s`, { "font-weight": "600", fill: palette.ink }) +
      scaleRows(this.#scales(scale, palette), width, palette).content(height - this.#foot + foot / 2)
    );
  }

  svg(time: number, flashes: Flash[], palette: Palette, title: string): string {
    const { width, height } = this;
    return svgDocument(
      width,
      height,
      title,
      this.summary(time),
      tag("rect", { width, height, fill: palette.page }) + this.content(time, flashes, palette),
    );
  }

  #surfaces(pose: Pose, at: (p: Point2) => Point2, palette: Palette): string {
    return this.model.section.surfaces
      .map(({ angle, kind }, i) =>
        surfaceStrip(at(pose.surfaces[i]!), angle, kind, this.width, this.height, palette),
      )
      .join("");
  }

  #bodies(pose: Pose, at: (p: Point2) => Point2, scale: number, palette: Palette): string {
    const { section, bodies } = this.model;
    const world = (link: number, point: Point2): Point2 => {
      const [x, y] = turned(point, pose.angles[link]!);
      return at([pose.joints[link]![0] + x, pose.joints[link]![1] + y]);
    };
    const path = (points: Point2[], closed: boolean): string =>
      `M${points.map(([x, y]) => `${px(x)} ${px(y)}`).join("L")}${closed ? "Z" : ""}`;
    const longest = Math.max(...section.links.map((link) => link.length), 0);
    const thick = Math.min(14, Math.max(5, 0.075 * longest * scale));
    let result = this.#support(pose, at, palette);
    for (const { link, at: centre, outline } of section.contacts)
      if (outline)
        result +=
          polygon(outline.map((point) => world(link, point)), palette) +
          // A spoke, so that a disc is seen to turn.
          tag("path", {
            d: path([world(link, centre), world(link, outline[0]!)], false),
            stroke: palette.barEdge,
            "stroke-width": 1.2,
          });
    section.links.forEach((link, i) => {
      const shape = bodies[i]!.map((point) => world(i, point));
      const rounded = { "stroke-linejoin": "round", "stroke-linecap": "round" };
      const ends = (link.others ?? []).map((point) => world(i, point));
      result += arms(world(i, [0, 0]), world(i, [link.length, 0]), ends, palette);
      if (link.block) {
        result += polygon(shape, palette, link.name);
        return;
      }
      if (link.length === 0) return;
      const d = path(shape, false);
      if (link.massless) {
        result += tag("path", { d, stroke: palette.barEdge, "stroke-width": 2, fill: "none" });
        return;
      }
      result +=
        tag("path", { d, stroke: palette.barEdge, "stroke-width": thick, ...rounded }) +
        tag("path", { d, stroke: palette.bar, "stroke-width": thick - 2.4, ...rounded });
    });
    const heaviest = Math.max(...(section.masses ?? []).map(({ mass }) => mass), 0);
    for (const { link, at: place, mass } of section.masses ?? []) {
      const [x, y] = world(link, place);
      const r = Math.max(4, 10 * Math.sqrt(heaviest > 0 ? mass / heaviest : 1));
      result += tag("circle", { cx: x, cy: y, r, fill: palette.barEdge });
    }
    section.links.forEach((link, i) => {
      const [x, y] = at(pose.joints[i]!);
      // A body on its own has no joint.
      if (section.base.kind !== "free" || link.parent !== undefined || section.links.length > 1)
        result += tag("circle", {
          cx: x,
          cy: y,
          r: thick / 3.2 + 1,
          fill: palette.page,
          stroke: palette.barEdge,
          "stroke-width": 1.4,
        });
      if (!link.centre) return;
      const [cx, cy] = world(i, link.centre);
      result += tag("path", {
        d: `M${px(cx - 4)} ${px(cy)}h8m-4-4v8`,
        stroke: palette.barEdge,
        "stroke-width": 1.3,
      });
    });
    return result;
  }

  /** What holds the base. */
  #support(pose: Pose, at: (p: Point2) => Point2, palette: Palette): string {
    const { base } = this.model.section;
    const [x, y] = at(pose.base);
    const look = { fill: palette.solid, stroke: palette.barEdge };
    if (base.kind === "pinned")
      return tag("path", { d: `M${px(x)} ${px(y)}l-10 17h20Z`, ...look });
    if (base.kind === "free") return "";
    const [ux, uy] = base.direction ?? [1, 0];
    const [ox, oy] = at(base.position ?? pose.base);
    const far = this.width + this.height;
    return (
      tag("path", {
        d:
          `M${px(ox - far * ux)} ${px(oy + far * uy)}L${px(ox + far * ux)} ${px(oy - far * uy)}`,
        stroke: palette.faint,
        "stroke-width": 1.5,
        "stroke-dasharray": "7 5",
      }) +
      tag(
        "g",
        { transform: `translate(${px(x)} ${px(y)}) rotate(${px((-Math.atan2(uy, ux) * 180) / Math.PI)})` },
        tag("rect", { x: -16, y: -10, width: 32, height: 20, rx: 2, ...look }),
      )
    );
  }

  #contacts(pose: Pose, at: (p: Point2) => Point2, palette: Palette): string {
    return this.model.section.contacts
      .map(({ name }, c) => {
        const { point, angle, mode } = pose.contacts[c]!;
        const [x, y] = at(point);
        return (
          tag("circle", {
            cx: x,
            cy: y,
            r: 4.5,
            fill: mode > 1 ? palette.impulse : palette.page,
            stroke: palette.ink,
            "stroke-width": 1.6,
          }) +
          contactName([x, y], angle, name, palette, this.width)
        );
      })
      .join("");
  }

  #arrows(pose: Pose, flashes: Flash[], at: (p: Point2) => Point2, palette: Palette): string {
    let result = "";
    for (const { point, angle, force, determined } of pose.contacts) {
      const [x, y] = at(point);
      const [dx, dy] = turned(force, angle).map((v) => v * this.#force) as Point2;
      result += tag(
        "g",
        { "data-arrow": "force" },
        determined[0] && determined[1]
          ? arrow(x, y, dx, dy, palette.impulse, 2.4)
          : // What is open may be given as nothing at all.
            openArrow(x, y, dx, dy, palette.impulse, palette, this.width) ||
            tag(
              "g",
              { "data-determined": "false" },
              openWord([x, y], palette.impulse, palette, this.width),
            ),
      );
    }
    for (const { contact, impulse, determined: components, age } of flashes) {
      const determined = components[0] && components[1];
      const { point, angle } = pose.contacts[contact]!;
      const [x, y] = at(point);
      const [dx, dy] = turned(impulse, angle).map((v) => v * this.#impulse) as Point2;
      const length = Math.hypot(dx, dy);
      const label = `${number(Math.hypot(...impulse), 3)} N s`;
      result += tag(
        "g",
        { "data-arrow": "impulse", opacity: age > 0.5 ? (2 - 2 * age).toFixed(2) : undefined },
        tag("circle", {
          cx: x,
          cy: y,
          r: 9 + 16 * age,
          fill: "none",
          stroke: palette.impulse,
          "stroke-width": 3 - 2 * age,
        }) +
          (determined
            ? arrow(x, y, dx, dy, palette.impulse, 5)
            : openArrow(x, y, dx, dy, palette.impulse, palette, this.width)) +
          text(startWithin(x + dx + 10, label, 12, this.width), y - dy - (length > 0 ? 4 : 0) + (determined ? 0 : 14), label, {
            "font-size": 12,
            fill: palette.impulse,
            stroke: palette.page,
            "stroke-width": 3,
            "paint-order": "stroke",
          }),
      );
    }
    return result;
  }

  /** A round length, and arrows of round sizes; `longest` as long as they may become. */
  #scales(scale: number, palette: Palette, longest = false): ScaleEntry[] {
    const metres = longest ? 0.05 : roundLength(scale);
    const size = longest ? 46 : metres * scale;
    const entries: ScaleEntry[] = [
      {
        length: size,
        label: metres < 0.01 ? `${number(metres * 1000, 2)} mm` : `${number(metres, 2)} m`,
        drawn: (x, y) =>
          tag("path", {
            d: `M${px(x)} ${px(y - 8)}v8m0-4h${px(size)}m0-4v8`,
            stroke: palette.soft,
            fill: "none",
            "stroke-width": 1.4,
          }),
      },
    ];
    for (const [perUnit, unit, name, wide] of [
      [this.#force, "N", "force", 2.4],
      [this.#impulse, "N s", "impulse", 5],
    ] as const) {
      if (!(perUnit > 0)) continue;
      const round = roundLength(perUnit);
      entries.push({
        length: round * perUnit,
        label: `${name} ${number(round, 2)} ${unit}`,
        drawn: (x, y) => arrow(x, y - 4, round * perUnit, 0, palette.impulse, wide),
      });
    }
    return entries;
  }
}
