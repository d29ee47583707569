/** Marks for points without a single answer: one shape each, the same on canvas and in vectors. */

export type Glyph = "ring" | "cross" | "diamond" | "triangle" | "square";

const shapes: Record<string, Glyph> = {
  ambiguous: "ring",
  jammed: "cross",
  inconsistent: "diamond",
  hole: "triangle",
  undetermined: "square",
};

export function glyphOf(name: string): Glyph {
  return shapes[name] ?? "triangle";
}

/** Whether a glyph stands on its curve (there is a value) or at the foot of the figure. */
export function onCurve(name: string): boolean {
  return name === "ambiguous" || name === "undetermined";
}

/** A glyph as the path of a vector drawing, about a point, with radius r. */
export function glyphPath(glyph: Glyph, x: number, y: number, r: number): string {
  const p = (dx: number, dy: number): string =>
    `${Math.round((x + dx * r) * 100) / 100} ${Math.round((y + dy * r) * 100) / 100}`;
  switch (glyph) {
    case "ring":
      return `M${p(-1, 0)}A${r} ${r} 0 1 1 ${p(1, 0)}A${r} ${r} 0 1 1 ${p(-1, 0)}Z`;
    case "cross":
      return `M${p(-0.8, -0.8)}L${p(0.8, 0.8)}M${p(-0.8, 0.8)}L${p(0.8, -0.8)}`;
    case "diamond":
      return `M${p(0, -1)}L${p(1, 0)}L${p(0, 1)}L${p(-1, 0)}Z`;
    case "square":
      return `M${p(-0.75, -0.75)}L${p(0.75, -0.75)}L${p(0.75, 0.75)}L${p(-0.75, 0.75)}Z`;
    case "triangle":
      return `M${p(0, -0.9)}L${p(0.95, 0.8)}L${p(-0.95, 0.8)}Z`;
  }
}

/** Names in the order in which legends list them. */
export function sortedMarks(names: Iterable<string>): string[] {
  const order = ["ambiguous", "undetermined", "jammed", "inconsistent", "hole"];
  return [...new Set(names)].sort(
    (a, b) => ((order.indexOf(a) + 9) % 9) - ((order.indexOf(b) + 9) % 9) || (a < b ? -1 : 1),
  );
}
