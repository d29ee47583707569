/** Published claims beside our numbers, and text. */
import type { ClaimsSection, TextSection } from "../data/data";
import { h, newId } from "../base/dom";
import { plural } from "../base/format";

const signs = { holds: "✓", "holds in part": "◐", "does not hold": "✗", undecided: "?" };
const several: Record<string, string> = {
  holds: "hold",
  "holds in part": "hold in part",
  "does not hold": "do not hold",
};
const columns = ["where", "claim", "published", "ours", "verdict", "reason"];

export function claimsSection(section: ClaimsSection, name: string): HTMLElement {
  const titleId = newId("claims");
  const count = (verdict: string): number =>
    section.claims.filter((c) => c.verdict === verdict).length;
  const total = Object.keys(signs)
    .filter((v) => count(v) > 0)
    .map((v) => `${count(v)} ${count(v) > 1 ? (several[v] ?? v) : v}`)
    .join(", ");
  return h(
    "section",
    { class: "claims", id: name, "aria-labelledby": titleId },
    h("h2", { id: titleId }, section.title),
    h(
      "p",
      {},
      `${plural(section.claims.length, "claim")}${section.source ? ` of ${section.source}` : ""}: ${total}.`,
    ),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": section.title },
      h(
        "table",
        {},
        h("caption", { class: "unseen" }, section.title),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ...columns.map((title) => h("th", { scope: "col" }, title)),
          ),
        ),
        h(
          "tbody",
          {},
          ...section.claims.map((claim) =>
            h(
              "tr",
              { class: `verdict-${claim.verdict.replace(/ /g, "-")}` },
              h("td", { "data-name": columns[0] }, claim.place ?? ""),
              h("td", { "data-name": columns[1] }, claim.claim),
              h("td", { "data-name": columns[2] }, claim.published),
              h("td", { "data-name": columns[3] }, claim.ours),
              h("td", { class: "verdict", "data-name": columns[4] }, `${signs[claim.verdict] ?? ""} ${claim.verdict}`),
              h(
                "td",
                { "data-name": columns[5] },
                claim.reason ?? "",
                claim.assumed && h("p", { class: "assumed" }, `Assumed: ${claim.assumed}`),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

export function textSection(section: TextSection, name: string): HTMLElement {
  const titleId = newId("text");
  const listing =
    section.listing &&
    h(
      "details",
      {},
      h("summary", {}, section.listing.name),
      h("pre", { tabindex: 0 }, section.listing.text),
    );
  if (listing) window.addEventListener("beforeprint", () => (listing.open = true));
  return h(
    "section",
    { id: name, "aria-labelledby": titleId },
    h("h2", { id: titleId }, section.title),
    ...section.paragraphs.map((words) => h("p", {}, words)),
    listing,
  );
}
