/** Measuring in a plot: from one point to another, how long, how much, how fast. */
import type uPlot from "uplot";
import { token } from "./colours";
import type { Line } from "./lines";
import { amount, perSecond } from "./units";

const NEAR = 12; // px: a point snaps to a sample that is not farther

interface Point {
  time: number;
  value: number;
}

export class Slope {
  private start: Point | null = null;
  private end: Point | null = null;
  private line: Line | null = null; // whose scale and unit count

  /** From here; positions in CSS pixels of the plotting area. */
  begin(plot: uPlot, lines: Line[], left: number, top: number): void {
    const found = nearest(plot, lines, left, top);
    this.line = found?.line ?? lines[0] ?? null;
    this.end = null;
    this.start = this.line === null ? null : (found?.point ?? free(plot, this.line, left, top));
  }

  /** To here; a trace that is near the pointer catches it. */
  move(plot: uPlot, left: number, top: number): void {
    if (this.line === null || this.start === null) return;
    this.end = nearest(plot, [this.line], left, top)?.point ?? free(plot, this.line, left, top);
  }

  clear(): void {
    this.start = this.end = this.line = null;
  }

  /** What was measured, in words; empty if nothing was. */
  get text(): string {
    if (this.start === null || this.end === null || this.line === null) return "";
    const { unit } = this.line.samples;
    const time = this.end.time - this.start.time;
    const value = this.end.value - this.start.value;
    const slope = time === 0 ? null : value / time;
    return `Δt ${amount(time, "s")}  Δy ${amount(value, unit)}  slope ${amount(slope, perSecond(unit))}`;
  }

  draw(plot: uPlot): void {
    if (this.start === null || this.end === null || this.line === null) return;
    const { ctx } = plot;
    const { scale } = this.line;
    const [a, b] = [this.start, this.end].map(({ time, value }) => ({
      x: plot.valToPos(time, "x", true),
      y: plot.valToPos(value, scale, true),
    }));
    ctx.save();
    ctx.beginPath();
    ctx.rect(plot.bbox.left, plot.bbox.top, plot.bbox.width, plot.bbox.height);
    ctx.clip();
    ctx.strokeStyle = ctx.fillStyle = token("text");
    ctx.setLineDash([]);
    ctx.lineWidth = 1.5 * devicePixelRatio;
    ctx.beginPath();
    ctx.moveTo(a.x, a.y);
    ctx.lineTo(b.x, b.y);
    ctx.stroke();
    ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]);
    ctx.lineWidth = devicePixelRatio;
    ctx.beginPath();
    ctx.moveTo(a.x, a.y);
    ctx.lineTo(b.x, a.y);
    ctx.lineTo(b.x, b.y);
    ctx.stroke();
    for (const { x, y } of [a, b]) {
      ctx.beginPath();
      ctx.arc(x, y, 3.5 * devicePixelRatio, 0, 2 * Math.PI);
      ctx.fill();
    }
    ctx.restore();
  }
}

/** Anywhere between the traces. */
function free(plot: uPlot, line: Line, left: number, top: number): Point {
  return { time: plot.posToVal(left, "x"), value: plot.posToVal(top, line.scale) };
}

function nearest(plot: uPlot, lines: Line[], left: number, top: number): { line: Line; point: Point } | null {
  let found: { line: Line; point: Point } | null = null;
  let best = NEAR;
  for (const line of lines) {
    const index = line.samples.index(plot.posToVal(left, "x"));
    const [time, value] = [line.samples.times[index], line.samples.values[index]];
    if (time === undefined || value === null) continue;
    const away = Math.hypot(plot.valToPos(time, "x") - left, plot.valToPos(value, line.scale) - top);
    if (away < best) {
      best = away;
      found = { line, point: { time, value } };
    }
  }
  return found;
}
