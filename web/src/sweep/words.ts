/** A sweep in words: what was swept, and what came of it. */
import { capital, list, number, plural } from "../base/format";
import { isPlain, lossAt, makesEnergy, type Sweep, type SweepAxis } from "./sweep";
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
  const given: string[] = [];
  sweep.laws.forEach((law, l) => {
    const counts = new Map<string, number>();
    let [answers, makes, gives] = [0, 0, 0];
    let [worst, most] = [0, 0];
    for (let p = 0; p < sweep.count; ++p) {
      const verdict = sweep.section.verdicts[law.verdict[p]!];
      if (sweep.status[p] === 0 && verdict && !isPlain(verdict))
        counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
      const loss = lossAt(sweep, l, p);
      if (!Number.isNaN(loss)) ++answers;
      if (makesEnergy(sweep, l, p)) {
        ++makes;
        worst = Math.min(worst, loss);
      } else if (loss < 0) {
        ++gives;
        most = Math.max(most, -loss);
      }
    }
    if (counts.size > 0) {
      const parts = [...counts].map(
        ([name, n]) => `${plural(n, "point is", "points are")} ${name}`,
      );
      result.push(`By the ${law.name} law ${list(parts)}.`);
    }
    // In the words of the program's own note.
    if (makes > 0)
      made.push(
        `${law.name}: ${makes} of ${answers} answers MAKE energy` +
          `${worst < 0 ? `, up to ${number(-worst, 4)} J` : ""}: the contacts put it into the chain; ` +
          "no passive contact can.",
      );
    if (gives > 0) given.push(`${law.name} (${plural(gives, "point")}, up to ${number(most, 4)} J)`);
  });
  const open = sweep.laws.flatMap((law) => {
    const count = law.determined.reduce((sum, one) => sum + (one === 0 ? 1 : 0), 0);
    return count > 0 ? [`${law.name} (${plural(count, "point")})`] : [];
  });
  if (open.length > 0)
    result.push(
      `Impulses are not determined by ${list(open)}: other impulses give the same velocities. ` +
        "Such impulses are marked as undetermined.",
    );
  if (given.length > 0)
    result.push(`The kinetic energy rises because moved surfaces give energy: ${list(given)}.`);
  result.push(...(made.length > 0 ? made : ["No law makes energy anywhere in this sweep."]));
  return result;
}
