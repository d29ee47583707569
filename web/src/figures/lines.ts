/** Lines through points, with no more of them than can be seen. */
import { px } from "../base/dom";
import { below } from "../data/columns";
import type { Scale } from "./ticks";

/** Far outside the plane a coordinate may be too large for a drawing. */
const far = 1e5;

/** A line through points; it is lifted where there is no value. Points beyond an edge between others
 * beyond it are left out, and those that fall on the point before. */
export function linePath(
  xs: ArrayLike<number>,
  ys: ArrayLike<number>,
  x: Scale,
  y: Scale,
  /** Which of the points, in order; all if absent. */
  places?: number[],
): string {
  const count = places ? places.length : xs.length;
  const side = (k: number): number => {
    const i = places ? places[k]! : k;
    if (k < 0 || k >= count || Number.isNaN(ys[i]!)) return 0;
    return xs[i]! < x.low ? -1 : xs[i]! > x.high ? 1 : 0;
  };
  let path = "";
  let pen = false;
  let [lastX, lastY] = [NaN, NaN];
  for (let k = 0; k < count; ++k) {
    const i = places ? places[k]! : k;
    const away = side(k);
    if (away !== 0 && (k === 0 || side(k - 1) === away) && (k + 1 === count || side(k + 1) === away))
      continue;
    const [a, b] = [x(xs[i]!), y(ys[i]!)];
    // The logarithm of zero is no place.
    if (!Number.isFinite(a) || !Number.isFinite(b)) {
      pen = false;
      continue;
    }
    if (pen && k + 1 < count && Math.abs(a - lastX) < 0.3 && Math.abs(b - lastY) < 0.3) continue;
    const clamp = (pixel: number): number => Math.max(-far, Math.min(far, pixel));
    path += `${pen ? "L" : "M"}${px(clamp(a))} ${px(clamp(b))}`;
    pen = true;
    [lastX, lastY] = [a, b];
  }
  return path;
}

/** Of the points [from, to) of a function those that its line needs: where several are in one column
 * (`density` of them a pixel), the first, the least, the greatest and the last of them, and one
 * without a value if there is any. What is drawn is the same, and as long as the plane is wide. */
export function seenPlaces(
  xs: ArrayLike<number>,
  ys: ArrayLike<number>,
  x: Scale,
  from: number,
  to: number,
  density: number,
): number[] {
  const result: number[] = [];
  for (let i = from; i < to; ) {
    const edge = x.inverse((Math.floor(density * x(xs[i]!)) + 1) / density);
    const first = i;
    let [least, most, none] = [i, i, -1];
    for (++i; i < to && xs[i]! < edge; ++i) {
      const value = ys[i]!;
      if (value < ys[least]!) least = i;
      if (value > ys[most]!) most = i;
      if (Number.isNaN(value)) none = i;
      if (Number.isNaN(ys[least]!)) least = most = i;
    }
    const found = [first, least, most, none, i - 1].filter((one) => one >= 0).sort((a, b) => a - b);
    found.forEach((one, k) => {
      if (one !== found[k - 1]) result.push(one);
    });
  }
  return result;
}

/** The places of ascending numbers that are within an interval, and one beyond either end: [from, to). */
export function within(ascending: ArrayLike<number>, low: number, high: number): [number, number] {
  return [
    Math.max(0, below(ascending, low)),
    Math.min(ascending.length, below(ascending, high) + 2),
  ];
}
