/** Right-drag on a robot: it turns to face the pointer, and all that are selected with it. */
import { BALL } from "../model/page";
import type { Desk, Drag, Point } from "./drag";
import { Gesture } from "./gesture";
import { degrees } from "./numbers";
import type { Pen } from "./overlay";
import type { Picked } from "./pick";
import type { Pose } from "./things";
import { called, poseOf } from "./things";

export class Face implements Drag {
  readonly cursor = "crosshair";
  private readonly starts = new Map<number, Pose>();
  private readonly headings = new Map<number, number>();
  private readonly pane: number;
  private readonly gesture: Gesture;

  constructor(
    private readonly desk: Desk,
    private readonly picked: Picked,
    robots: Iterable<number>,
    private point: Point,
  ) {
    for (const who of robots) {
      const pose = who === BALL ? null : poseOf(desk.page, who);
      if (pose !== null) this.starts.set(who, pose);
    }
    this.pane = desk.stage.paneAt(point.x, point.y);
    this.gesture = new Gesture(desk.page, () => desk.abandon());
    desk.overlay.show("drag", (pen) => this.sketch(pen));
  }

  move(point: Point): void {
    this.point = point;
    const spot = this.desk.stage.ground(point.x, point.y, this.picked.height);
    if (spot === null) return;
    for (const [who, { x, y }] of this.starts) this.headings.set(who, Math.atan2(spot.y - y, spot.x - x));
    this.gesture.hold([...this.headings].map(([who, heading]) => ({ ...called(who), ...this.place(who), heading })));
  }

  drop(point: Point): void {
    this.move(point);
    this.gesture.drop(
      [...this.headings].map(([who, heading]) => ({
        ...called(who),
        ...this.place(who),
        heading,
        vx: 0,
        vy: 0,
        turn: 0,
      })),
    );
    this.desk.overlay.show("drag", null);
  }

  cancel(): void {
    this.gesture.takeBack();
    this.desk.overlay.show("drag", null);
  }

  /** It turns where it stood when the hand came. */
  private place(who: number): { x: number; y: number } {
    const { x, y } = this.starts.get(who) as Pose;
    return { x, y };
  }

  private sketch(pen: Pen): void {
    const { stage } = this.desk;
    const start = this.starts.get(this.picked.who);
    const heading = this.headings.get(this.picked.who);
    if (start === undefined || heading === undefined) return;
    pen.arrow(stage.screen(start.x, start.y, start.z, this.pane), this.point);
    pen.numbers(this.point, [`heading ${degrees(heading)}`]);
  }
}
