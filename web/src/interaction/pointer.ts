/** The mouse on the pitch: what a press becomes, a click or one of the drags. */
import { BALL } from "../model/body";
import type { Spot } from "../scene/stage";
import { Aim } from "./aim";
import type { Kicking } from "./actions";
import { KICKS, kickTo } from "./actions";
import type { DragContext, Drag, Point } from "./drag";
import { NOTHING, onPitch } from "./drag";
import { Face } from "./face";
import { follow } from "./follow";
import { Look } from "./look";
import { Move } from "./move";
import { limbUnder, Pull } from "./pull";
import type { Picked } from "./pick";
import { pick, viewAt } from "./pick";
import { allowed } from "./refusal";
import type { Ruler } from "./ruler";
import { Box, choose, taken } from "./select";

const SLACK = 4; // css px that a hand trembles in a click
const NOTCH = 100; // of a mouse wheel, css px
const TURN = Math.PI / 18; // rad for each notch
const FLASH = 900; // ms that the target of a kick is shown

const LEFT = 0;
const MIDDLE = 1;
const RIGHT = 2;

interface Press {
  id: number;
  button: number;
  point: Point;
  picked: Picked | null;
  toggles: boolean; // Ctrl, Cmd or Shift: adds to the selection
  control: boolean; // Ctrl or Cmd: pulls a robot with joints
  drag: Drag | null;
}

/** What the mouse asks of the rest of the interaction. */
export interface PointerContext {
  ruler: Ruler;
  spaceDown(): boolean;
  useSpace(): void;
  menu(point: Spot, picked: Picked | null): void;
  /** The pointer is there and presses nothing; null: it went away. */
  hover(point: Spot | null): void;
}

export class Pointer {
  private press: Press | null = null;

  constructor(
    private readonly context: DragContext,
    private readonly around: PointerContext,
    private readonly canvas: HTMLCanvasElement,
  ) {
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.up(event));
    canvas.addEventListener("pointercancel", () => this.abandon());
    canvas.addEventListener("pointerleave", () => this.press === null && around.hover(null));
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("dblclick", (event) => this.double(event));
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    window.addEventListener("blur", () => this.abandon());
  }

  /** Give a drag up, as if it had not been; false if there was none. */
  abandon(): boolean {
    const drag = this.press?.drag ?? null;
    this.press = null;
    this.canvas.style.cursor = "";
    drag?.cancel();
    return drag !== null;
  }

  /** Turn what is being dragged; false if that is nothing. */
  turn(angle: number): boolean {
    const drag = this.press?.drag;
    drag?.turn?.(angle);
    return drag != null;
  }

  private down(event: PointerEvent): void {
    if (event.pointerType === "touch") return;
    event.preventDefault(); // no scrolling by the middle button
    this.canvas.focus({ preventScroll: true });
    if (this.press !== null) return; // a second button while the first is down
    const { stage, page } = this.context;
    const point = pointOf(this.canvas, event);
    stage.active = stage.paneAt(point.x, point.y);
    this.around.hover(null);
    this.press = {
      id: event.pointerId,
      button: event.button,
      point,
      picked: pick(page, stage, point.x, point.y),
      toggles: event.ctrlKey || event.metaKey || event.shiftKey,
      control: event.ctrlKey || event.metaKey,
      drag: null,
    };
    this.canvas.setPointerCapture(event.pointerId);
    if (event.button === LEFT && this.around.ruler.measuring && !this.around.spaceDown()) {
      this.press.drag = this.around.ruler.press(point);
    }
  }

  private move(event: PointerEvent): void {
    if (event.pointerType === "touch") return;
    const point = pointOf(this.canvas, event);
    const { press } = this;
    if (press === null) {
      this.around.ruler.hover(point);
      this.around.hover(point);
      return;
    }
    if (event.pointerId !== press.id) return;
    if (press.drag === null && Math.hypot(point.x - press.point.x, point.y - press.point.y) > SLACK) {
      press.drag = this.begin(press);
    }
    if (press.drag !== null) {
      this.canvas.style.cursor = press.drag.cursor;
      press.drag.move(point);
    }
  }

  private up(event: PointerEvent): void {
    const { press } = this;
    if (press === null || event.pointerId !== press.id || event.button !== press.button) return;
    this.press = null;
    this.canvas.style.cursor = "";
    const point = pointOf(this.canvas, event);
    if (press.drag !== null) press.drag.drop(point);
    else this.click(press, point, event);
    this.around.hover(point);
  }

  /** The drag that a press becomes when the pointer leaves its place. */
  private begin({ button, point, picked, toggles, control }: Press): Drag {
    const { page, stage } = this.context;
    if (button === MIDDLE || (button === LEFT && this.around.spaceDown())) {
      this.around.useSpace();
      return new Look(stage, "pan", point);
    }
    if (picked === null) {
      if (button === RIGHT) return new Look(stage, "pan", point);
      const flat = ["top", "ball"].includes(viewAt(stage, point.x, point.y));
      return flat ? new Box(this.context, point, toggles) : new Look(stage, "orbit", point);
    }
    const things = taken(page, picked.name);
    if (!allowed(page, things)) return NOTHING;
    const limb = button === LEFT && control ? limbUnder(page, stage, picked.name, point) : null;
    if (limb !== null) return new Pull(this.context, picked.name, limb, point);
    if (button === LEFT) return new Move(this.context, picked, things, point);
    return picked.name === BALL ? new Aim(this.context, point) : new Face(this.context, picked, things, point);
  }

  private click({ button, picked, toggles }: Press, point: Point, event: PointerEvent): void {
    const { page, stage } = this.context;
    if (button === LEFT) choose(page, picked?.name ?? null, toggles);
    if (button !== RIGHT) return;
    const how = kicking(event);
    if (how === null) {
      this.around.menu(point, picked);
      return;
    }
    const spot = stage.ground(point.x, point.y);
    if (spot !== null) this.kick(onPitch(page, spot), how);
  }

  private kick(spot: Spot, how: Kicking): void {
    const { page, stage, overlay } = this.context;
    kickTo(page, spot, how);
    overlay.show("kick", (pen) => {
      const at = stage.screen(spot.x, spot.y);
      pen.ring(at, 9);
      pen.numbers(at, [KICKS[how]]);
    });
    setTimeout(() => overlay.show("kick", null), FLASH);
  }

  private double(event: MouseEvent): void {
    const { page, stage } = this.context;
    const { x, y } = pointOf(this.canvas, event);
    const picked = pick(page, stage, x, y);
    if (picked !== null && !this.around.ruler.measuring) follow(page, stage, picked.name);
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    // Lines and pages are what some mice count in; Shift makes wheels go sideways on some systems.
    const unit = [1, 33, 400][event.deltaMode] ?? 1;
    const way = unit * (event.deltaY !== 0 ? event.deltaY : event.deltaX);
    if (this.press?.drag != null) {
      this.press.drag.turn?.((-way / NOTCH) * TURN);
      return;
    }
    const { x, y } = pointOf(this.canvas, event);
    const strength = event.ctrlKey ? 0.01 : 0.0016; // two fingers on a pad tell little, and with Ctrl
    this.context.stage.zoom(Math.exp(-strength * Math.min(Math.max(way, -300), 300)), x, y);
  }
}

/** Sumatra's grammar: what a right click with modifiers tells the ball to do. */
function kicking(event: MouseEvent): Kicking | null {
  const control = event.ctrlKey || event.metaKey;
  if (event.altKey) return "chip";
  if (control) return event.shiftKey ? "pass" : "fast";
  return event.shiftKey ? "stop" : null;
}

export function pointOf(canvas: HTMLElement, event: MouseEvent): Point {
  const { left, top } = canvas.getBoundingClientRect();
  const at = ({ clientX, clientY, timeStamp }: MouseEvent) => ({
    x: clientX - left,
    y: clientY - top,
    time: timeStamp,
  });
  const passed = event instanceof PointerEvent && event.type === "pointermove" ? event.getCoalescedEvents() : [];
  return { ...at(event), shift: event.shiftKey, ...(passed.length > 1 ? { way: passed.map(at) } : {}) };
}
