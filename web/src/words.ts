/** A sweep in words: what was swept, and what came of it. */
import { capital, list, number, plural } from "./format";
import { isPlain, lossAt, type Sweep, type SweepAxis } from "./sweep";
import type { View } from "./view";

export function whatWasSwept(view: View): string {
  const { sweep } = view;
  const told = (axis: SweepAxis): string => {
    const [low, high] = [
      axis.values[axis.order[0]!]!,
      axis.values[axis.order[axis.order.length - 1]!]!,
    ];
    const name =
      axis.label === axis.parameter ? axis.parameter : `${axis.parameter} (${axis.label})`;
    const how = axis.random
      ? `drawn from ${axis.distribution}`
      : axis.spacing === "log"
        ? "evenly in its logarithm"
        : "";
    return (
      `${name} from ${view.value(axis, low, 5)} to ${view.value(axis, high, 5)} in ` +
      `${plural(axis.values.length, "value")}${how ? `, ${how}` : ""}`
    );
  };
  const axes = sweep.axes.map((axis) =>
    [axis, ...axis.with].map(told).join(", together with "),
  );
  const fixed = Object.entries(sweep.section.parameters ?? {}).map(
    ([name, value]) => `${name} = ${number(value)}`,
  );
  return (
    `Swept: ${list(axes)}${sweep.axes.length > 1 ? `; ${plural(sweep.count, "point")}` : ""}, by ` +
    `${plural(sweep.laws.length, "law")} (${list(sweep.laws.map((law) => law.name))})` +
    `${fixed.length ? `, with ${list(fixed)}` : ""}.`
  );
}

/** Counts of what is not a single answer, and of energy made; a sentence a law that has any. */
export function findings(sweep: Sweep): string[] {
  const result: string[] = [];
  const holes = sweep.status.reduce((count, code) => count + (code !== 0 ? 1 : 0), 0);
  if (holes > 0) {
    const reasons = new Set<string>();
    for (const code of sweep.status)
      if (code !== 0) reasons.add(sweep.section.statuses?.[code] ?? "no reason known");
    result.push(
      `${capital(plural(holes, "point"))} could not be computed: ${[...reasons].slice(0, 5).join("; ")}.`,
    );
  }
  const made: string[] = [];
  sweep.laws.forEach((law, l) => {
    const counts = new Map<string, number>();
    let gains = 0;
    let worst = 0;
    for (let p = 0; p < sweep.count; ++p) {
      const verdict = sweep.section.verdicts[law.verdict[p]!];
      if (sweep.status[p] === 0 && verdict && !isPlain(verdict))
        counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
      const loss = lossAt(sweep, l, p);
      if (loss < 0) {
        ++gains;
        worst = Math.min(worst, loss);
      }
    }
    if (counts.size > 0) {
      const parts = [...counts].map(
        ([name, n]) => `${plural(n, "point is", "points are")} ${name}`,
      );
      result.push(`By the ${law.name} law ${list(parts)}.`);
    }
    if (gains > 0)
      made.push(`${law.name} (${plural(gains, "point")}, up to ${number(-worst, 4)} J)`);
  });
  const open = sweep.laws.flatMap((law) => {
    const count = law.determined.reduce((sum, one) => sum + (one === 0 ? 1 : 0), 0);
    return count > 0 ? [`${law.name} (${plural(count, "point")})`] : [];
  });
  if (open.length > 0)
    result.push(
      `Velocities are determined but impulses are not by ${list(open)}: other impulses give the same ` +
        "velocities. Such impulses are marked as undetermined.",
    );
  if (made.length > 0) result.push(`Energy is made by ${list(made)}.`);
  else result.push("No law makes energy anywhere in this sweep.");
  return result;
}
