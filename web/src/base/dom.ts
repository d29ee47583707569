/** Making elements, and vector drawings as text. */

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | undefined | ((event: never) => void)>;

/** An element. Attributes that are functions listen to the event of that name; true is an attribute
 * without a value; false and undefined leave it out. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value as EventListener);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined) element.setAttribute(name, String(value));
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

export function escape(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}

/** A coordinate in a drawing: hundredths of a pixel. */
export function px(value: number): string {
  const rounded = Math.round(value * 100) / 100;
  return Object.is(rounded, -0) ? "0" : String(rounded);
}

/** An element of a vector drawing, as text. */
export function tag(
  name: string,
  attributes: Record<string, string | number | undefined>,
  content = "",
): string {
  let text = `<${name}`;
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined)
      text += ` ${key}="${typeof value === "number" ? px(value) : escape(value)}"`;
  return content === "" ? `${text}/>` : `${text}>${content}</${name}>`;
}

export function text(
  x: number,
  y: number,
  content: string,
  attributes: Record<string, string | number | undefined> = {},
): string {
  return tag("text", { x, y, ...attributes }, escape(content));
}

/** Text that runs upward, its middle at a point. */
export function upward(x: number, y: number, content: string, fill: string): string {
  const transform = `translate(${px(x)} ${px(y)}) rotate(-90)`;
  return tag("text", { transform, "text-anchor": "middle", fill }, escape(content));
}

/** What a part of a drawing says when one points at it. */
export function hint(words: string): string {
  return tag("title", {}, escape(words));
}

/** A stand-alone SVG document. */
export function svgDocument(
  width: number,
  height: number,
  title: string,
  description: string,
  content: string,
): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${px(width)}" height="${px(height)}" ` +
    `viewBox="0 0 ${px(width)} ${px(height)}" font-family="Helvetica, Arial, sans-serif" ` +
    `font-size="13" role="img"><title>${escape(title)}</title><desc>${escape(description)}</desc>` +
    `${content}</svg>`
  );
}

let unique = 0;
/** A new id for an element. */
export function newId(stem: string): string {
  return `${stem}-${++unique}`;
}

/** Says something to screen readers without moving the focus: the last words, once they rest. */
export interface Voice {
  element: HTMLElement;
  say: (words: string) => void;
}

export function voice(): Voice {
  const element = h("p", { class: "unseen", role: "status", "aria-live": "polite" });
  let waiting = 0;
  const say = (words: string): void => {
    window.clearTimeout(waiting);
    waiting = window.setTimeout(() => {
      if (element.textContent !== words) element.textContent = words;
    }, 150);
  };
  return { element, say };
}
