/** Saving figures and tables as files. */
import { h } from "./dom";

function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export function downloadSvg(svg: string, stem: string): void {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n${svg}\n`;
  save(new Blob([text], { type: "image/svg+xml" }), `${stem}.svg`);
}

/** Pixels of a raster for each of the drawing's: about 300 a inch on a column of 17 cm. */
const density = 3;

export async function downloadPng(svg: string, stem: string): Promise<void> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = h("canvas", {
      width: Math.ceil(image.width * density),
      height: Math.ceil(image.height * density),
    });
    const context = canvas.getContext("2d")!;
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
    if (blob) save(blob, `${stem}.png`);
  } finally {
    URL.revokeObjectURL(address);
  }
}

export function downloadText(text: string, name: string, type: string): void {
  save(new Blob([text], { type }), name);
}

/** A part of a file's name: letters, digits, dots and dashes. */
export function stem(text: string): string {
  return (
    text
      .normalize("NFKD")
      .replace(/[^\w.]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 80) || "figure"
  );
}
