/** What a pressed and moving pointer can do; each kind of drag is one of these. */
import type { Page } from "../model/page";
import type { Spot, Stage } from "../scene/stage";
import type { Overlay } from "./overlay";

/** Where the pointer is, css px in the canvas. */
export interface Point extends Spot {
  time: number; // ms, of the event
  shift: boolean;
  /** Where it was on its way since the last event, this place included: a slow screen hears of few. */
  way?: { x: number; y: number; time: number }[];
}

export interface Drag {
  readonly cursor: string;
  move(point: Point): void;
  drop(point: Point): void;
  /** As if it had not been. */
  cancel(): void;
  /** Turn what is held, by the wheel or a key. */
  turn?(angle: number): void;
}

/** What drags work with. */
export interface DragContext {
  page: Page;
  stage: Stage;
  overlay: Overlay;
  /** Give the running drag up: the server did not want it. */
  abandon(): void;
}

/** A drag that does nothing: why was said when it began. */
export const NOTHING: Drag = { cursor: "not-allowed", move() {}, drop() {}, cancel() {} };

/** The nearest place that is on the carpet or a step beside it: at the horizon a pixel is a kilometre. */
export function onPitch(page: Page, spot: Spot): Spot {
  const field = page.pitch?.field;
  if (field === undefined) return spot;
  const x = field.length / 2 + field.margin_goal + field.goal.depth + 0.5;
  const y = field.width / 2 + field.margin_touch + 0.5;
  return { x: Math.min(Math.max(spot.x, -x), x), y: Math.min(Math.max(spot.y, -y), y) };
}
