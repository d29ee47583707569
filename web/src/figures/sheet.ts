/** A figure as a file of its own, and for paper: always light, with title and legend. */
import { svgDocument, tag, text } from "../base/dom";
import { palettes } from "../base/palette";

/** px above the plane, for the title. */
export const titleRoom = 40;

/** `left`: where the title begins; `summary`: the figure in words. */
export function sheet(
  title: string,
  summary: string,
  width: number,
  height: number,
  left: number,
  content: string,
): string {
  const { page, ink } = palettes.light;
  return svgDocument(
    width,
    height,
    title,
    summary,
    tag("rect", { width, height, fill: page }) +
      content +
      text(left, 24, title, { "font-size": 16, "font-weight": "600", fill: ink }),
  );
}

/** Small words below a figure. */
export function footnote(left: number, y: number, words: string): string {
  return text(left, y, words, { "font-size": 11, fill: palettes.light.soft });
}
