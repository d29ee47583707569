/** Axes in numbers: their ticks, their maps to pixels, their zoom. */

export type Spacing = "linear" | "log";
/** "degrees" prefers steps of 15, 30, 45 and 90. */
export type TickKind = "number" | "degrees";

/** Whether an interval is no wider than the rounding of its ends: nothing can be told apart in it. */
function narrow(low: number, high: number): boolean {
  return !(high - low > 1e-12 * Math.max(Math.abs(low), Math.abs(high)));
}

/** About `most` round numbers within [low, high]. */
export function ticks(
  low: number,
  high: number,
  most: number,
  kind: TickKind = "number",
): number[] {
  if (!Number.isFinite(low) || !Number.isFinite(high) || narrow(low, high)) return [low];
  const rough = (high - low) / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(rough));
  let step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough * 0.999) ?? 10 * power;
  if (kind === "degrees" && rough > 5 && rough <= 90)
    step = [10, 15, 30, 45, 90].find((s) => s >= rough * 0.999)!;
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  const result: number[] = [];
  for (let i = first; i <= last; ++i) result.push(i === 0 ? 0 : Number((i * step).toPrecision(12)));
  return result;
}

/** Powers of ten, with 2 and 5 between them where there is room; round numbers if less than a
 * decade is seen. */
export function logTicks(low: number, high: number, most: number): number[] {
  const decades = Math.log10(high / low);
  if (decades < 1) return ticks(low, high, most);
  const every = Math.max(1, Math.ceil(decades / most));
  const steps = decades * 3 <= most ? [1, 2, 5] : [1];
  const result: number[] = [];
  for (let p = Math.floor(Math.log10(low)); p <= Math.ceil(Math.log10(high)); p += every)
    for (const s of steps) {
      const tick = Number((s * 10 ** p).toPrecision(3));
      if (tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9)) result.push(tick);
    }
  return result;
}

/** A map from values to pixels, and back. */
export interface Scale {
  (value: number): number;
  inverse(pixel: number): number;
  low: number;
  high: number;
}

export function scale(
  low: number,
  high: number,
  from: number,
  to: number,
  spacing: Spacing = "linear",
): Scale {
  const log = spacing === "log";
  const a = log ? Math.log(low) : low;
  const b = log ? Math.log(high) : high;
  const width = b > a ? b - a : 1;
  const forward = (value: number): number =>
    from + ((to - from) * ((log ? Math.log(value) : value) - a)) / width;
  return Object.assign(forward, {
    inverse: (pixel: number): number => {
      const at = a + ((pixel - from) / (to - from)) * width;
      return log ? Math.exp(at) : at;
    },
    low,
    high,
  });
}

/** An interval of values with some room round it, for a curve's axis. */
export function roomy(low: number, high: number): [number, number] {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return [-1, 1];
  if (narrow(low, high)) {
    const size = Math.abs(low) || 1;
    return [low - 0.1 * size, high + 0.1 * size];
  }
  const room = 0.07 * (high - low);
  return [low - room, high + room];
}

/** An interval seen nearer (a factor below 1) or from farther, about a value or its middle. */
export function zoomed(
  [low, high]: [number, number],
  factor: number,
  about: number | undefined,
  log: boolean,
): [number, number] {
  const into = log ? Math.log : (x: number): number => x;
  const back = log ? Math.exp : (x: number): number => x;
  const a = into(low);
  const b = into(high);
  const centre = about === undefined ? (a + b) / 2 : into(about);
  return [back(centre - (centre - a) * factor), back(centre + (b - centre) * factor)];
}
