/** The frame that every figure has: title, tools, the drawing, a caption, and its summary in words
 * for those who do not see it. */
import { h, newId } from "../base/dom";
import { downloadPng, downloadSvg } from "../base/export";

export interface Frame {
  element: HTMLElement;
  /** Where the drawing goes. */
  body: HTMLElement;
  /** Takes the keyboard. */
  stage: HTMLElement;
  caption: HTMLElement;
  summary: HTMLElement;
  tools: HTMLElement;
  /** A vector drawing that takes the place of the screen's when the page is printed. */
  print: HTMLElement;
}

export interface FrameOptions {
  title: string;
  /** The title where its surroundings do not explain it. */
  full?: string;
  /** Stem of exported files. */
  file: string;
  /** The figure as a stand-alone vector drawing, as it is seen now. */
  svg: () => string;
  zoom?: { nearer: () => void; farther: () => void; all: () => void };
  keys: string;
  level?: "h3" | "h4";
}

export function tool(words: string, sign: string, action: () => void): HTMLButtonElement {
  return h(
    "button",
    { type: "button", class: "tool", "aria-label": words, title: words, click: action },
    sign,
  );
}

export function frame(options: FrameOptions): Frame {
  const { file } = options;
  const title = options.full ?? options.title;
  const titleId = newId("title");
  const summaryId = newId("summary");
  const keysId = newId("keys");
  const tools = h("div", { class: "tools", role: "group", "aria-label": `Tools of ${title}` });
  if (options.zoom) {
    const { nearer, farther, all } = options.zoom;
    tools.append(
      tool(`Zoom in: ${title}`, "+", nearer),
      tool(`Zoom out: ${title}`, "−", farther),
      tool(`Show all: ${title}`, "All", all),
    );
  }
  tools.append(
    tool(`Save as SVG: ${title}`, "SVG", () => downloadSvg(options.svg(), file)),
    tool(`Save as PNG: ${title}`, "PNG", () => void downloadPng(options.svg(), file)),
  );
  const body = h("div", {
    class: "drawing",
    role: "img",
    "aria-labelledby": `${titleId} ${summaryId}`,
  });
  const stage = h(
    "div",
    {
      class: "stage",
      tabindex: 0,
      role: "group",
      "aria-roledescription": "interactive figure",
      "aria-labelledby": titleId,
      "aria-describedby": keysId,
    },
    body,
  );
  const caption = h("figcaption", {});
  const summary = h("p", { id: summaryId, class: "unseen" });
  const print = h("div", { class: "print-only", "aria-hidden": "true" });
  const element = h(
    "figure",
    { class: "figure" },
    h(
      "div",
      { class: "figure-head" },
      h(options.level ?? "h3", { id: titleId }, options.title),
      tools,
    ),
    stage,
    print,
    h("p", { id: keysId, class: "unseen" }, options.keys),
    summary,
    caption,
  );
  return { element, body, stage, caption, summary, tools, print };
}
