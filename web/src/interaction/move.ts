/** Left-drag: moves the ball or robots; with Shift it throws them. */
import { BALL } from "../model/page";
import type { Spot } from "../scene/stage";
import type { Desk, Drag, Point } from "./drag";
import { onPitch } from "./drag";
import { Gesture } from "./gesture";
import { degrees, metres, signed } from "./numbers";
import type { Pen } from "./overlay";
import type { Picked } from "./pick";
import type { Pose, Thing } from "./things";
import { called, poseOf, radiusOf } from "./things";
import { Trail } from "./trail";

export class Move implements Drag {
  readonly cursor = "grabbing";
  private readonly starts = new Map<number, Pose>();
  private readonly pane: number;
  private readonly grip: Spot | null;
  private readonly gesture: Gesture;
  private readonly trail = new Trail();
  private way: Spot = { x: 0, y: 0 };
  private turned = 0;

  constructor(
    private readonly desk: Desk,
    private readonly picked: Picked,
    things: Iterable<number>,
    private point: Point,
  ) {
    for (const who of things) {
      const pose = poseOf(desk.page, who);
      if (pose !== null) this.starts.set(who, pose);
    }
    this.pane = desk.stage.paneAt(point.x, point.y);
    this.grip = desk.stage.ground(point.x, point.y, picked.height);
    this.gesture = new Gesture(desk.page, () => desk.abandon());
    desk.overlay.show("drag", (pen) => this.sketch(pen));
  }

  move(point: Point): void {
    this.point = point;
    const spot = this.desk.stage.ground(point.x, point.y, this.picked.height);
    if (spot === null || this.grip === null) return;
    const there = onPitch(this.desk.page, spot);
    this.way = { x: there.x - this.grip.x, y: there.y - this.grip.y };
    for (const { x, y, time } of point.way ?? [point]) {
      const passed = this.desk.stage.ground(x, y, this.picked.height);
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
    const rest = (who: number): Thing => (who === BALL ? { vz: 0, roll: point.shift } : { turn: 0 });
    this.gesture.drop(
      [...this.starts.keys()].map((who) => ({ ...this.target(who), ...velocity, ...rest(who) })),
    );
    this.desk.overlay.show("drag", null);
  }

  cancel(): void {
    this.gesture.takeBack();
    this.desk.overlay.show("drag", null);
  }

  private hold(): void {
    this.gesture.hold([...this.starts.keys()].map((who) => this.target(who)));
  }

  /** Where a thing shall be. */
  private target(who: number): Thing {
    const start = this.starts.get(who) as Pose;
    const turns = who !== BALL && this.turned !== 0;
    return {
      ...called(who),
      x: start.x + this.way.x,
      y: start.y + this.way.y,
      ...(turns ? { heading: start.heading + this.turned } : {}),
    };
  }

  private sketch(pen: Pen): void {
    const { stage, page } = this.desk;
    const scale = stage.scale(this.point.x, this.point.y);
    for (const [who, start] of this.starts) {
      const to = stage.screen(start.x + this.way.x, start.y + this.way.y, start.z, this.pane);
      pen.line(stage.screen(start.x, start.y, start.z, this.pane), to);
      pen.ring(to, radiusOf(page, who) * scale);
      if (this.turned !== 0 && who !== BALL) {
        const angle = start.heading + this.turned;
        const reach = 1.6 * radiusOf(page, who);
        const [x, y] = [start.x + this.way.x, start.y + this.way.y];
        pen.line(to, stage.screen(x + reach * Math.cos(angle), y + reach * Math.sin(angle), start.z, this.pane));
      }
    }
    pen.numbers(this.point, this.numbers());
  }

  private numbers(): string[] {
    const start = this.starts.get(this.picked.who);
    if (start === undefined) return [];
    const { x, y } = this.way;
    const lines = [
      `x ${metres(start.x + x)}  y ${metres(start.y + y)} m`,
      `moved ${metres(Math.hypot(x, y))} m${this.starts.size > 1 ? `, ${this.starts.size} objects` : ""}`,
    ];
    if (this.turned !== 0 && this.picked.who !== BALL) lines.push(`heading ${degrees(start.heading + this.turned)}`);
    if (this.point.shift) {
      const { x: vx, y: vy } = this.trail.velocity(performance.now());
      lines.push(`throw ${signed(Math.hypot(vx, vy), 2)} m/s`);
    }
    return lines;
  }
}
