/** A plot as a picture or as a table, to take away. */
import { make } from "../elements";
import { token } from "./colours";
import type { Line } from "./lines";
import type { Stretch } from "./timewindow";
import { written } from "./units";

/** The picture: what the canvas shows, below the names of its lines. */
export function picture(canvas: HTMLCanvasElement, lines: Line[]): HTMLCanvasElement {
  const scale = devicePixelRatio;
  const row = 18 * scale;
  const head = row * lines.length + 8 * scale;
  const whole = make("canvas", { width: canvas.width, height: canvas.height + head });
  const pen = whole.getContext("2d");
  if (pen === null) return whole;
  pen.fillStyle = token("panel");
  pen.fillRect(0, 0, whole.width, whole.height);
  pen.font = `${12 * scale}px ui-monospace, Menlo, Consolas, monospace`;
  pen.textBaseline = "middle";
  lines.forEach(({ expression, samples, colour, dash }, place) => {
    const y = (place + 0.5) * row + 6 * scale;
    pen.strokeStyle = colour;
    pen.lineWidth = 2 * scale;
    pen.setLineDash(dash.map((length) => length * scale));
    pen.beginPath();
    pen.moveTo(10 * scale, y);
    pen.lineTo(34 * scale, y);
    pen.stroke();
    pen.fillStyle = token("text");
    const unit = written(samples.unit);
    pen.fillText(unit === "" ? expression : `${expression}  [${unit}]`, 42 * scale, y);
  });
  pen.drawImage(canvas, 0, head);
  return whole;
}

/** The samples of a stretch, one row for each time that any trace has. */
export function table(lines: Line[], { from, to }: Stretch): string {
  const rows = new Map<number, (number | null)[]>();
  lines.forEach(({ samples }, place) => {
    samples.times.forEach((time, index) => {
      if (time < from || time > to) return;
      const row = rows.get(time) ?? new Array<number | null>(lines.length).fill(null);
      row[place] = samples.values[index];
      rows.set(time, row);
    });
  });
  const head = ["time [s]", ...lines.map(({ expression, samples }) => `${expression} [${samples.unit || "?"}]`)];
  const body = [...rows].sort(([a], [b]) => a - b).map(([time, values]) => [time, ...values.map((value) => value ?? "")]);
  return [head.map(quoted), ...body].map((cells) => cells.join(",")).join("\n") + "\n";
}

function quoted(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Hand a file to the browser. */
export function download(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
