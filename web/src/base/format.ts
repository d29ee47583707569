/** Numbers, names and units in words. */

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A number with at most `digits` significant digits, a true minus sign, and 10ⁿ where it is far
 * from 1. What is not a number is a dash. */
export function number(value: number | null | undefined, digits = 6): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  let text: string;
  if (size >= 1e-4 && size < 1e7) {
    text = Number(value.toPrecision(digits)).toString();
  } else {
    const [mantissa, exponent] = value.toExponential(digits - 1).split("e") as [string, string];
    const power = Number(exponent);
    const raised = [...String(Math.abs(power))].map((d) => superscripts[Number(d)]).join("");
    text = `${Number(mantissa)}·10${power < 0 ? "⁻" : ""}${raised}`;
  }
  return text.replace(/-/g, "−");
}

/** The labels of an axis' ticks: as many decimals as their step needs. */
export function tickLabels(ticks: number[]): string[] {
  if (ticks.length < 2) return ticks.map((tick) => number(tick, 4));
  const step = Math.min(...ticks.slice(1).map((tick, i) => Math.abs(tick - ticks[i]!)));
  const largest = Math.max(...ticks.map(Math.abs));
  if (largest >= 1e6 || largest < 1e-3 || step === 0) return ticks.map((tick) => number(tick, 4));
  const decimals = Math.max(0, Math.min(12, Math.ceil(-Math.log10(step) - 1e-9)));
  const enough = [decimals, decimals + 1].find((d) =>
    ticks.every((tick) => Math.abs(tick - Number(tick.toFixed(d))) < 1e-3 * step),
  );
  return ticks.map((tick) =>
    tick
      .toFixed(enough ?? decimals + 2)
      .replace(/^-(0(\.0*)?)$/, "$1")
      .replace("-", "−"),
  );
}

const greek: Record<string, string> = {
  alpha: "α",
  beta: "β",
  gamma: "γ",
  delta: "δ",
  epsilon: "ε",
  zeta: "ζ",
  eta: "η",
  theta: "θ",
  kappa: "κ",
  lambda: "λ",
  mu: "μ",
  nu: "ν",
  xi: "ξ",
  rho: "ρ",
  sigma: "σ",
  tau: "τ",
  phi: "φ",
  chi: "χ",
  psi: "ψ",
  omega: "ω",
};

/** "phi" as φ, "mu0" as μ0; other names as they are. */
export function symbol(name: string): string {
  const match = /^([a-z]+?)_?(\d{0,2}|[a-z])$/.exec(name);
  if (greek[name]) return greek[name];
  return match && greek[match[1]!] ? greek[match[1]!]! + match[2]! : name;
}

/** "a, b and c". */
export function list(items: string[]): string {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} and ${items[items.length - 1]}`;
}

/** A whole number with thin spaces between thousands. */
export function whole(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${whole(count)} ${count === 1 ? one : many}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
