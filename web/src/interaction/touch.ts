/** Fingers on the pitch: one moves the view, or a thing after a short press; two pinch; a long press opens the menu. */
import type { DragContext, Drag, Point } from "./drag";
import { Look } from "./look";
import { Move } from "./move";
import type { Picked } from "./pick";
import { FINGER, pick, viewAt } from "./pick";
import { pointOf } from "./pointer";
import type { PointerContext } from "./pointer";
import { allowed } from "./refusal";
import { choose, taken } from "./select";

const SLACK = 9; // css px
const GRAB = 250; // ms until a resting finger takes the thing under it …
const LONG = 550; // … or, on the ground, opens the menu

export class Touch {
  private fingers = new Map<number, Point>();
  private start: Point | null = null; // of the only finger
  private picked: Picked | null = null;
  private drag: Drag | null = null;
  private timer = 0;
  private pinched = false; // two fingers were down: the last one to leave clicks nothing

  constructor(
    private readonly context: DragContext,
    private readonly around: PointerContext,
    private readonly canvas: HTMLCanvasElement,
  ) {
    const touches = (heard: (event: PointerEvent) => void) => (event: PointerEvent) => {
      if (event.pointerType === "touch") heard(event);
    };
    canvas.addEventListener("pointerdown", touches((event) => this.down(event)));
    canvas.addEventListener("pointermove", touches((event) => this.move(event)));
    canvas.addEventListener("pointerup", touches((event) => this.up(event, false)));
    canvas.addEventListener("pointercancel", touches((event) => this.up(event, true)));
  }

  private down(event: PointerEvent): void {
    const { page, stage } = this.context;
    const point = pointOf(this.canvas, event);
    this.canvas.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, point);
    clearTimeout(this.timer);
    if (this.fingers.size > 1) {
      this.pinched = true;
      this.drag?.cancel();
      this.drag = null;
      return;
    }
    stage.active = stage.paneAt(point.x, point.y);
    this.pinched = false;
    this.start = point;
    this.picked = pick(page, stage, point.x, point.y, FINGER);
    if (this.around.ruler.measuring) this.drag = this.around.ruler.press(point);
    else this.timer = window.setTimeout(() => this.long(point), this.picked === null ? LONG : GRAB);
  }

  /** The finger stayed where it was. */
  private long(point: Point): void {
    const { picked } = this;
    if (picked === null) {
      this.around.menu(point, null);
      this.pinched = true;
      return;
    }
    const things = taken(this.context.page, picked.name);
    if (!allowed(this.context.page, things)) return;
    navigator.vibrate?.(12);
    this.drag = new Move(this.context, picked, things, point);
  }

  private move(event: PointerEvent): void {
    const before = this.fingers.get(event.pointerId);
    if (before === undefined) return;
    const point = pointOf(this.canvas, event);
    if (this.fingers.size === 2) {
      const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1] as Point;
      this.pinch(before, point, other);
    } else if (this.fingers.size === 1 && !this.pinched && this.start !== null) {
      const moved = Math.hypot(point.x - this.start.x, point.y - this.start.y) > SLACK;
      if (this.drag === null && moved) this.drag = this.look(this.start);
      if (this.drag !== null && (moved || this.drag instanceof Move)) {
        clearTimeout(this.timer);
        this.drag.move(point);
      }
    }
    this.fingers.set(event.pointerId, point);
  }

  private look(point: Point): Drag {
    const flat = ["top", "ball"].includes(viewAt(this.context.stage, point.x, point.y));
    return new Look(this.context.stage, flat ? "pan" : "orbit", point);
  }

  private pinch(before: Point, now: Point, other: Point): void {
    const { stage } = this.context;
    const [was, is] = [before, now].map(({ x, y }) => Math.hypot(x - other.x, y - other.y)) as [number, number];
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    if (was > 1 && is > 1) stage.zoom(is / was, middle.x, middle.y);
    stage.pan((now.x - before.x) / 2, (now.y - before.y) / 2, middle.x, middle.y);
  }

  private up(event: PointerEvent, lost: boolean): void {
    if (!this.fingers.delete(event.pointerId)) return;
    clearTimeout(this.timer);
    if (this.fingers.size > 0) return;
    const point = pointOf(this.canvas, event);
    const { drag, picked, start } = this;
    this.drag = null;
    const still = start !== null && Math.hypot(point.x - start.x, point.y - start.y) <= SLACK;
    if (lost) drag?.cancel();
    else if (drag instanceof Move && still) {
      drag.cancel(); // taken and not moved: the menu is meant
      this.around.menu(point, picked);
    } else if (drag !== null) drag.drop(point);
    else if (!this.pinched) choose(this.context.page, picked?.name ?? null, false);
  }
}
