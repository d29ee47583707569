/** The cells of a map on a canvas. */
import { h } from "../base/dom";
import { edges, type MapModel, type Panel } from "./map_model";
import { mixed, outcomeColour, palettes, type Palette, type Theme } from "../base/palette";
import type { Category } from "../sweep/regions";
import type { Fills } from "../curves/strip";

/** Places the canvas on the panel and paints what is seen of the map. */
export function paintCells(
  canvas: HTMLCanvasElement,
  panel: Panel,
  model: MapModel,
  theme: Theme,
  fills: Fills,
): void {
  const palette = palettes[theme];
  const ratio = devicePixelRatio;
  const [width, height] = [panel.right - panel.left, panel.bottom - panel.top];
  Object.assign(canvas.style, {
    left: `${panel.left}px`,
    top: `${panel.top}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext("2d")!;
  const { x, y } = model.scales({ left: 0, right: canvas.width, top: 0, bottom: canvas.height });
  const [ex, ey] = [edges(model.xAxis), edges(model.yAxis)];
  const largest = model.largest();
  const patterns = new Map<string, CanvasPattern>();
  const patternOf = (category: Category): CanvasPattern => {
    let pattern = patterns.get(category.name);
    if (!pattern) patterns.set(category.name, (pattern = hatch(context, category, palette, ratio)));
    return pattern;
  };
  for (let j = 0; j + 1 < ey.length; ++j)
    for (let i = 0; i + 1 < ex.length; ++i) {
      const [a, b] = [Math.round(x(ex[i]!)), Math.round(x(ex[i + 1]!))];
      const [c, d] = [Math.round(y(ey[j + 1]!)), Math.round(y(ey[j]!))];
      if (b < 0 || a > canvas.width || d < 0 || c > canvas.height) continue;
      const category = model.category(i, j);
      const plain =
        model.kind === "energy"
          ? !Number.isNaN(model.loss(i, j))
          : category.kind !== "none" && !category.untouched;
      context.fillStyle = plain ? model.fill(i, j, largest, theme, fills) : patternOf(category);
      context.fillRect(a, c, b - a, d - c);
      if (model.ambiguous(i, j)) {
        // A ring of the page's colour, so that it is seen on dark cells too.
        const radius = Math.min(2 * ratio, (b - a) / 3);
        for (const [colour, r] of [
          [palette.page, radius + 0.8 * ratio],
          [palette.ink, radius],
        ] as const) {
          context.fillStyle = colour;
          context.beginPath();
          context.arc((a + b) / 2, (c + d) / 2, r, 0, 7);
          context.fill();
        }
      }
    }
}

function hatch(
  context: CanvasRenderingContext2D,
  category: Category,
  palette: Palette,
  ratio: number,
): CanvasPattern {
  const none = category.kind === "none";
  const size = Math.round((none ? 7 : 10) * ratio);
  const tile = h("canvas", { width: size, height: size });
  const paint = tile.getContext("2d")!;
  const colour = outcomeColour(palette, category.kind);
  const ground = none ? colour : mixed(colour, palette.page, 0.35);
  paint.fillStyle = ground;
  paint.fillRect(0, 0, size, size);
  paint.strokeStyle = mixed(ground, palette.ink, none ? 0.35 : 0.16);
  paint.lineWidth = (none ? 2 : 1.4) * ratio;
  // Three lines, so that the corners of neighbouring tiles meet.
  for (const shift of [-size, 0, size]) {
    paint.beginPath();
    paint.moveTo(shift - 1, none ? -1 : size + 1);
    paint.lineTo(shift + size + 1, none ? size + 1 : -1);
    paint.stroke();
  }
  return context.createPattern(tile, "repeat")!;
}
