/** A table of what each contact of a motion does now. */
import type { Clock } from "../figures/clock";
import { h } from "../base/dom";
import { number } from "../base/format";
import type { MotionModel } from "./motion_model";
import type { Live } from "./player_controls";
import { valuesTable } from "../base/values_table";

export function contactsNow(model: MotionModel, clock: Clock): Live {
  const { section, modes } = model;
  if (section.contacts.length === 0) return { element: h("div", {}), update: () => {} };
  const cells = section.contacts.map(() => [h("td"), h("td"), h("td"), h("td")] as const);
  for (const [, ...rest] of cells) for (const cell of rest) cell.className = "number";
  const update = (): void => {
    const pose = model.at(clock.state.time);
    pose.contacts.forEach(({ mode, gap, force, determined }, c) => {
      const shown = (axis: 0 | 1): string =>
        !determined[axis] ? "undetermined" : mode > 1 ? number(force[axis], 4) : "–";
      const words = [modes[mode] ?? "–", number(gap, 4), shown(0), shown(1)];
      cells[c]!.forEach((cell, k) => {
        if (cell.textContent !== words[k]) cell.textContent = words[k]!;
      });
    });
  };
  const headings = ["contact", "does", "gap (m)", "force along t (N)", "along n (N)"];
  const element = valuesTable(
    "Contacts now",
    headings.map((words, i) =>
      h("th", { scope: "col", class: i > 1 ? "number" : undefined }, words),
    ),
    h(
      "tbody",
      {},
      ...section.contacts.map(({ name }, c) =>
        h("tr", {}, h("th", { scope: "row" }, name), ...cells[c]!),
      ),
    ),
  );
  element.classList.add("now");
  return { element, update };
}
