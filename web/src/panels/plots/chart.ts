/** The drawing of one plot: lines, axes, cursor, and the moment looked at. */
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { make } from "../elements";
import { token } from "./colours";
import { Hand, type HandEvents } from "./hand";
import { type Line, shape } from "./lines";
import type { TimeWindow } from "./timewindow";
import { written } from "./units";

const AXIS = 46; // px at either side: the same for all plots, so that they stand exactly below each other
const SYNC = "plots";

export interface ChartEvents extends HandEvents {
  hovered(): void; // the pointer moved, here or in another plot
}

export class Chart {
  readonly root: HTMLElement;
  private plot: uPlot | null = null;
  private readonly line = make("div", { class: "plot-moment" });
  private readonly hand: Hand;
  private lines: Line[] = [];
  private made = ""; // what the plot was made for
  private width = 0;
  private height = 0;

  constructor(
    private readonly window: TimeWindow,
    private readonly on: ChartEvents,
  ) {
    this.hand = new Hand(window, on);
    this.root = make("div", {
      class: "plot-chart",
      tabindex: 0,
      role: "img",
      "aria-label": "plot",
      onkeydown: (event) => this.hand.key(event as KeyboardEvent),
    });
  }

  get canvas(): HTMLCanvasElement | null {
    return this.plot?.ctx.canvas ?? null;
  }

  resize(width: number, height: number): void {
    if (width <= 0 || (width === this.width && height === this.height)) return;
    this.width = width;
    this.height = height;
    this.plot?.setSize({ width, height });
    this.moment();
  }

  /** Draw what there is; `right` if any plot has a scale at the right. */
  show(lines: Line[], right: boolean): void {
    this.lines = lines;
    const made = `${right}|${shape(lines)}`;
    if (made !== this.made && this.width > 0) {
      this.made = made;
      this.plot?.destroy();
      this.plot = new uPlot(this.options(right), this.table(), this.root);
      this.plot.over.append(this.line);
      this.hand.hold(this.plot, () => this.lines);
    } else {
      this.plot?.setData(this.table());
    }
    this.moment();
  }

  /** Move the line of the moment: often, so nothing is drawn anew for it. */
  moment(): void {
    if (this.plot === null) return;
    const { from, to } = this.window.stretch;
    const moment = this.window.follows ? to : this.window.moment; // frames are a little newer than samples
    this.line.hidden = moment < from || moment > to;
    if (!this.line.hidden) this.line.style.translate = `${this.plot.valToPos(moment, "x")}px 0`;
  }

  /** The time under the pointer, here or in another plot. */
  get hovered(): number | null {
    const left = this.plot?.cursor.left ?? -1;
    return this.plot === null || left < 0 ? null : this.plot.posToVal(left, "x");
  }

  destroy(): void {
    this.plot?.destroy();
    this.plot = null;
  }

  // ---- drawing --------------------------------------------------------------------------------------------------

  private table(): uPlot.AlignedData {
    const { from, to } = this.window.stretch;
    const tables = this.lines.map(({ samples }): uPlot.AlignedData => [samples.times, samples.values]);
    const joined = tables.length > 0 ? uPlot.join(tables) : null;
    // Without any sample there would be no axis either.
    return joined !== null && joined[0].length > 0 ? joined : [[from, to], ...this.lines.map(() => [null, null])];
  }

  private options(right: boolean): uPlot.Options {
    const scales: uPlot.Scales = {
      x: { time: false, range: () => [this.window.stretch.from, this.window.stretch.to] },
      y0: { range: around },
    };
    for (const { scale } of this.lines) scales[scale] = { range: around };
    const axis: uPlot.Axis = {
      stroke: token("faint"),
      font: "11px system-ui, sans-serif",
      grid: { stroke: token("edge"), width: 1 },
      ticks: { stroke: token("edge"), width: 1, size: 4 },
      gap: 3,
    };
    const second = this.lines.some((line) => line.axis === "right");
    return {
      width: this.width,
      height: this.height,
      padding: [14, second ? 0 : right ? AXIS : 16, 0, 0],
      legend: { show: false },
      scales,
      series: [{}, ...this.lines.map((line) => this.series(line))],
      axes: [
        { ...axis, size: 22, space: 55, values: (_plot, times) => times.map((time) => `${+time.toFixed(6)} s`) },
        { ...axis, scale: "y0", size: AXIS, space: 22 },
        { ...axis, scale: second ? "y1" : "y0", size: AXIS, space: 22, side: 1, show: second, grid: { show: false } },
      ],
      cursor: {
        y: false,
        drag: { x: false, y: false, setScale: false },
        sync: { key: SYNC, scales: ["x", null] },
        points: { size: 7 },
        dataIdx: (_plot, place, index) => (place === 0 ? index : this.sampleAt(place, index)),
      },
      hooks: {
        setCursor: [() => this.on.hovered()],
        draw: [(plot) => this.hand.draw(plot), (plot) => this.units(plot)],
      },
    };
  }

  private series({ expression, scale, colour, dash, stepped }: Line): uPlot.Series {
    return {
      label: expression,
      scale,
      stroke: colour,
      width: 1.5,
      pxAlign: 0, // between pixels: a slope is no staircase
      dash,
      points: { show: false },
      paths: stepped ? uPlot.paths.stepped?.({ align: 1 }) : undefined,
    };
  }

  /** Traces have times of their own: the index in the joined table at which this one has a sample. */
  private sampleAt(place: number, index: number): number {
    const { samples } = this.lines[place - 1];
    const times = this.plot?.data[0];
    const own = times === undefined ? -1 : samples.index(times[index]);
    return own < 0 ? index : (this.plot?.valToIdx(samples.times[own]) ?? index);
  }

  /** The unit above each axis. */
  private units(plot: uPlot): void {
    const { ctx, bbox } = plot;
    const unit = (axis: string) => written(this.lines.find((line) => line.axis === axis)?.samples.unit ?? "");
    ctx.save();
    ctx.fillStyle = token("faint");
    ctx.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
    ctx.textBaseline = "top";
    ctx.textAlign = "right";
    ctx.fillText(unit("left"), bbox.left - 4 * devicePixelRatio, 0);
    ctx.textAlign = "left";
    ctx.fillText(unit("right"), bbox.left + bbox.width + 4 * devicePixelRatio, 0);
    ctx.restore();
  }
}

/** A little room above and below; a constant is a line in the middle. */
function around(_plot: uPlot, low: number | null, high: number | null): [number, number] {
  if (low === null || high === null || !Number.isFinite(low) || !Number.isFinite(high)) return [-1, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  const flat = high - low <= 1e-6 * size; // what is left of rounding is no change
  const room = flat ? 0.1 * size || 1 : 0.08 * (high - low);
  return [low - room, high + room];
}
