/** Comma-separated values (RFC 4180). */

export type Cell = number | string | null;

function written(cell: Cell): string {
  if (cell === null || (typeof cell === "number" && Number.isNaN(cell))) return "";
  const text = String(cell);
  return /[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

export function csv(rows: Cell[][]): string {
  return rows.map((row) => `${row.map(written).join(",")}\n`).join("");
}
