/** Left-drag: moves the ball or robots; with Shift it throws them. */
import { BALL } from "../model/body";
import type { Spot } from "../scene/stage";
import type { DragContext, Drag, Point } from "./drag";
import { onPitch } from "./drag";
import { Gesture } from "./gesture";
import { degrees, metres, signed } from "./numbers";
import type { Pen } from "./overlay";
import type { Picked } from "./pick";
import type { Thing } from "../wire/schema";
import type { Pose } from "./things";
import { called, poseOf, radiusOf } from "./things";
import { Trail } from "./trail";

export class Move implements Drag {
  readonly cursor = "grabbing";
  private readonly starts = new Map<string, Pose>();
  private readonly pane: number;
  private readonly grip: Spot | null;
  private readonly gesture: Gesture;
  private readonly trail = new Trail();
  private way: Spot = { x: 0, y: 0 };
  private turned = 0;

  constructor(
    private readonly context: DragContext,
    private readonly picked: Picked,
    things: Iterable<string>,
    private point: Point,
  ) {
    for (const name of things) {
      const pose = poseOf(context.page, name);
      if (pose !== null) this.starts.set(name, pose);
    }
    this.pane = context.stage.paneAt(point.x, point.y);
    this.grip = context.stage.ground(point.x, point.y, picked.height);
    this.gesture = new Gesture(context.page, () => context.abandon());
    context.overlay.show("drag", (pen) => this.draw(pen));
  }

  move(point: Point): void {
    this.point = point;
    const spot = this.context.stage.ground(point.x, point.y, this.picked.height);
    if (spot === null || this.grip === null) return;
    const there = onPitch(this.context.page, spot);
    this.way = { x: there.x - this.grip.x, y: there.y - this.grip.y };
    for (const { x, y, time } of point.way ?? [point]) {
      const passed = this.context.stage.ground(x, y, this.picked.height);
      if (passed !== null) this.trail.add(passed, time);
    }
    this.hold();
  }

  turn(angle: number): void {
    this.turned += angle;
    this.hold();
  }

  drop(point: Point): void {
    this.move(point);
    const thrown = point.shift ? this.trail.velocity(point.time) : { x: 0, y: 0 };
    const velocity = { vx: thrown.x, vy: thrown.y };
    // A ball leaves the hand rolling, so that it keeps the speed that was shown.
    const rest = (name: string): Thing => (name === BALL ? { vz: 0, roll: point.shift } : { turn: 0 });
    this.gesture.drop(
      [...this.starts.keys()].map((name) => ({ ...this.target(name), ...velocity, ...rest(name) })),
    );
    this.context.overlay.show("drag", null);
  }

  cancel(): void {
    this.gesture.takeBack();
    this.context.overlay.show("drag", null);
  }

  private hold(): void {
    this.gesture.hold([...this.starts.keys()].map((name) => this.target(name)));
  }

  /** Where a thing shall be. */
  private target(name: string): Thing {
    const start = this.starts.get(name) as Pose;
    const turns = name !== BALL && this.turned !== 0;
    return {
      ...called(name),
      x: start.x + this.way.x,
      y: start.y + this.way.y,
      ...(turns ? { heading: start.heading + this.turned } : {}),
    };
  }

  private draw(pen: Pen): void {
    const { stage, page } = this.context;
    const scale = stage.scale(this.point.x, this.point.y);
    for (const [name, start] of this.starts) {
      const to = stage.screen(start.x + this.way.x, start.y + this.way.y, start.z, this.pane);
      pen.line(stage.screen(start.x, start.y, start.z, this.pane), to);
      pen.ring(to, radiusOf(page, name) * scale);
      if (this.turned !== 0 && name !== BALL) {
        const angle = start.heading + this.turned;
        const reach = 1.6 * radiusOf(page, name);
        const [x, y] = [start.x + this.way.x, start.y + this.way.y];
        pen.line(to, stage.screen(x + reach * Math.cos(angle), y + reach * Math.sin(angle), start.z, this.pane));
      }
    }
    pen.numbers(this.point, this.numbers());
  }

  private numbers(): string[] {
    const start = this.starts.get(this.picked.name);
    if (start === undefined) return [];
    const { x, y } = this.way;
    const lines = [
      `x ${metres(start.x + x)}  y ${metres(start.y + y)} m`,
      `moved ${metres(Math.hypot(x, y))} m${this.starts.size > 1 ? `, ${this.starts.size} objects` : ""}`,
    ];
    if (this.turned !== 0 && this.picked.name !== BALL) lines.push(`heading ${degrees(start.heading + this.turned)}`);
    if (this.point.shift) {
      const { x: vx, y: vy } = this.trail.velocity(performance.now());
      lines.push(`throw ${signed(Math.hypot(vx, vy), 2)} m/s`);
    }
    return lines;
  }
}
