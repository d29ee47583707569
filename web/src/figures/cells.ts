/** Cells of a grid as a few paths: one for each fill. */
import { px, tag } from "../base/dom";
import type { Scale } from "./ticks";

/** The cells between ascending edges that have a code; those of one code beside each other are one
 * rectangle, a little larger than they are, so that nothing shows between rows. */
export function cellPaths(
  xEdges: ArrayLike<number>,
  yEdges: ArrayLike<number>,
  x: Scale,
  y: Scale,
  code: (i: number, j: number) => number,
  fill: (code: number) => string,
): string {
  const [columns, rows] = [xEdges.length - 1, yEdges.length - 1];
  const paths = new Map<number, string[]>();
  for (let j = 0; j < rows; ++j) {
    if (yEdges[j + 1]! < y.low || yEdges[j]! > y.high) continue;
    const [top, bottom] = [px(y(yEdges[j + 1]!)), px(y(yEdges[j]!) + 0.25)];
    for (let i = 0; i < columns; ) {
      const own = code(i, j);
      const from = i;
      do ++i;
      while (i < columns && code(i, j) === own);
      if (Number.isNaN(own) || xEdges[i]! < x.low || xEdges[from]! > x.high) continue;
      const left = px(x(xEdges[from]!));
      const piece = `M${left} ${top}H${px(x(xEdges[i]!) + 0.25)}V${bottom}H${left}Z`;
      const path = paths.get(own);
      if (path) path.push(piece);
      else paths.set(own, [piece]);
    }
  }
  const drawn = [...paths].map(([own, pieces]) => tag("path", { d: pieces.join(""), fill: fill(own) }));
  return tag("g", { "shape-rendering": "crispEdges" }, drawn.join(""));
}
