/** The hand in a plot: a click looks at a moment, a drag measures, the wheel zooms; with keys the same. */
import type uPlot from "uplot";
import type { Line } from "./lines";
import { Slope } from "./slope";
import type { TimeWindow } from "./timewindow";

const CLICK = 4; // px: a hand that moved less wanted to click
const ZOOM = 1.2; // for each notch of the wheel

export interface HandEvents {
  clicked(time: number): void;
  measured(text: string): void;
  zoomed(): void;
}

export class Hand {
  private readonly slope = new Slope();
  private plot: uPlot | null = null;
  private lines: () => Line[] = () => [];
  private pressed: { x: number; y: number; measures: boolean } | null = null;

  constructor(
    private readonly window: TimeWindow,
    private readonly on: HandEvents,
  ) {}

  /** From now on in this plot, which has these lines. */
  hold(plot: uPlot, lines: () => Line[]): void {
    this.plot = plot;
    this.lines = lines;
    const { over } = plot;
    over.addEventListener("pointerdown", (event) => this.down(plot, event));
    over.addEventListener("pointermove", (event) => this.move(plot, event));
    over.addEventListener("pointerup", (event) => this.up(plot, event));
    over.addEventListener("pointercancel", () => (this.pressed = null));
    over.addEventListener("dblclick", () => this.unmeasure());
    over.addEventListener("wheel", (event) => this.wheel(plot, event), { passive: false });
  }

  /** What was measured. */
  draw(plot: uPlot): void {
    this.slope.draw(plot);
  }

  key(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const zoom = { "+": 1 / ZOOM, "-": ZOOM }[event.key];
    if (step !== undefined && !this.window.scrolls) {
      this.on.clicked(this.window.moment + (step * this.window.span) / (event.shiftKey ? 20 : 200));
    } else if (zoom !== undefined) {
      this.window.zoom(this.window.span * zoom);
      this.on.zoomed();
    } else if (event.key === "Escape") {
      this.unmeasure();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private down(plot: uPlot, event: PointerEvent): void {
    if (event.button !== 0) return;
    this.pressed = { x: event.offsetX, y: event.offsetY, measures: false };
    plot.over.setPointerCapture(event.pointerId);
  }

  private move(plot: uPlot, event: PointerEvent): void {
    const { pressed } = this;
    if (pressed === null) return;
    const moved = Math.hypot(event.offsetX - pressed.x, event.offsetY - pressed.y) > CLICK;
    if (!pressed.measures && moved && (event.shiftKey || !this.window.scrolls)) {
      pressed.measures = true;
      this.slope.begin(plot, this.lines(), pressed.x, pressed.y);
    }
    if (!pressed.measures) return;
    this.slope.move(plot, event.offsetX, event.offsetY);
    this.on.measured(this.slope.text);
    plot.redraw(false);
  }

  private up(plot: uPlot, event: PointerEvent): void {
    const { pressed } = this;
    this.pressed = null;
    if (pressed === null || pressed.measures || this.window.scrolls) return;
    if (Math.hypot(event.offsetX - pressed.x, event.offsetY - pressed.y) > CLICK) return;
    this.on.clicked(plot.posToVal(event.offsetX, "x"));
  }

  private wheel(plot: uPlot, event: WheelEvent): void {
    event.preventDefault();
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      this.window.pan(Math.sign(event.deltaX) * 0.1);
    } else {
      const factor = event.deltaY > 0 ? ZOOM : 1 / ZOOM;
      this.window.zoom(this.window.span * factor, plot.posToVal(event.offsetX, "x"));
    }
    this.on.zoomed();
  }

  private unmeasure(): void {
    this.slope.clear();
    this.on.measured("");
    this.plot?.redraw(false);
  }
}
