/** Columns as the page computes with them: numbers, NaN where there is no value. */
import type { Column } from "./data";

function bytes(base64: string): Uint8Array {
  const text = atob(base64);
  const result = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) result[i] = text.charCodeAt(i);
  return result;
}

export type Numbers = Float64Array;

/** The values of a column, which must have `count` of them. */
export function numbers(column: Column | undefined, count: number, name: string): Numbers {
  const result = new Float64Array(count).fill(NaN);
  if (column === undefined) return result;
  const check = (found: number): void => {
    if (found !== count)
      throw new Error(`column ${name} has ${found} values; the sweep has ${count} points`);
  };
  if (Array.isArray(column)) {
    check(column.length);
    column.forEach((value, i) => (result[i] = value ?? NaN));
  } else if ("u8" in column) {
    const codes = bytes(column.u8);
    check(codes.length);
    codes.forEach((code, i) => (result[i] = code === 255 ? NaN : code));
  } else {
    const wide = "f64" in column;
    const raw = bytes(wide ? column.f64 : column.f32);
    const width = wide ? 8 : 4;
    check(raw.length / width);
    const view = new DataView(raw.buffer);
    for (let i = 0; i < count; ++i)
      result[i] = wide ? view.getFloat64(8 * i, true) : view.getFloat32(4 * i, true);
  }
  return result;
}

/** How many values a column has. */
export function length(column: Column): number {
  if (Array.isArray(column)) return column.length;
  if ("u8" in column) return bytes(column.u8).length;
  return "f64" in column ? bytes(column.f64).length / 8 : bytes(column.f32).length / 4;
}

/** The place of the last of ascending numbers that is not above a value; -1 before the first. */
export function below(ascending: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Where in ascending numbers a value is nearest. */
export function nearest(ascending: ArrayLike<number>, value: number): number {
  const low = Math.max(0, below(ascending, value));
  const high = Math.min(ascending.length - 1, low + 1);
  return Math.abs(ascending[high]! - value) < Math.abs(ascending[low]! - value) ? high : low;
}
