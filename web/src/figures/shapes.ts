/** Shapes of a drawing as plain data, and the two who paint them: as vectors, or on a canvas, which is
 * quicker where there are many points. */
import { hint, px, tag } from "../base/dom";

/** A path with one colour, stroked or filled. */
export interface Shape {
  d: string;
  colour: string;
  /** px, of its line; filled if absent. */
  wide?: number;
  dash?: number[];
}

export function disc(x: number, y: number, r: number): string {
  return `M${px(x - r)} ${px(y)}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`;
}

/** What belongs together, and its name. */
export interface Group {
  name: string;
  shapes: Shape[];
}

export function vectors(groups: Group[]): string {
  const drawn = ({ d, colour, wide, dash }: Shape): string =>
    wide === undefined
      ? tag("path", { d, fill: colour })
      : tag("path", {
          d,
          fill: "none",
          stroke: colour,
          "stroke-width": wide,
          "stroke-dasharray": dash?.join(" ") || undefined,
          "stroke-linejoin": "round",
        });
  return groups
    .map(({ name, shapes }) => tag("g", {}, hint(name) + shapes.map(drawn).join("")))
    .join("");
}

/** Paints what of the shapes is in a box. */
export function paint(
  canvas: HTMLCanvasElement,
  groups: Group[],
  box: { left: number; right: number; top: number; bottom: number },
): void {
  const ratio = devicePixelRatio;
  canvas.width = Math.round((box.right - box.left) * ratio);
  canvas.height = Math.round((box.bottom - box.top) * ratio);
  const context = canvas.getContext("2d")!;
  context.setTransform(ratio, 0, 0, ratio, -box.left * ratio, -box.top * ratio);
  context.lineJoin = "round";
  for (const { shapes } of groups)
    for (const { d, colour, wide, dash } of shapes) {
      const path = new Path2D(d);
      context.fillStyle = context.strokeStyle = colour;
      if (wide === undefined) context.fill(path);
      else {
        context.lineWidth = wide;
        context.setLineDash(dash ?? []);
        context.stroke(path);
      }
    }
}
