/** Right-drag on a robot: it turns to face the pointer, and all that are selected with it. */
import { BALL } from "../model/body";
import type { DragContext, Drag, Point } from "./drag";
import { Gesture } from "./gesture";
import { degrees } from "./numbers";
import type { Pen } from "./overlay";
import type { Picked } from "./pick";
import type { Pose } from "./things";
import { called, poseOf } from "./things";

export class Face implements Drag {
  readonly cursor = "crosshair";
  private readonly starts = new Map<string, Pose>();
  private readonly headings = new Map<string, number>();
  private readonly pane: number;
  private readonly gesture: Gesture;

  constructor(
    private readonly context: DragContext,
    private readonly picked: Picked,
    robots: Iterable<string>,
    private point: Point,
  ) {
    for (const name of robots) {
      const pose = name === BALL ? null : poseOf(context.page, name);
      if (pose !== null) this.starts.set(name, pose);
    }
    this.pane = context.stage.paneAt(point.x, point.y);
    this.gesture = new Gesture(context.page, () => context.abandon());
    context.overlay.show("drag", (pen) => this.draw(pen));
  }

  move(point: Point): void {
    this.point = point;
    const spot = this.context.stage.ground(point.x, point.y, this.picked.height);
    if (spot === null) return;
    for (const [name, { x, y }] of this.starts) this.headings.set(name, Math.atan2(spot.y - y, spot.x - x));
    this.gesture.hold([...this.headings].map(([name, heading]) => ({ ...called(name), ...this.place(name), heading })));
  }

  drop(point: Point): void {
    this.move(point);
    this.gesture.drop(
      [...this.headings].map(([name, heading]) => ({
        ...called(name),
        ...this.place(name),
        heading,
        vx: 0,
        vy: 0,
        turn: 0,
      })),
    );
    this.context.overlay.show("drag", null);
  }

  cancel(): void {
    this.gesture.takeBack();
    this.context.overlay.show("drag", null);
  }

  /** It turns where it stood when the hand came. */
  private place(name: string): { x: number; y: number } {
    const { x, y } = this.starts.get(name) as Pose;
    return { x, y };
  }

  private draw(pen: Pen): void {
    const { stage } = this.context;
    const start = this.starts.get(this.picked.name);
    const heading = this.headings.get(this.picked.name);
    if (start === undefined || heading === undefined) return;
    pen.arrow(stage.screen(start.x, start.y, start.z, this.pane), this.point);
    pen.numbers(this.point, [`heading ${degrees(heading)}`]);
  }
}
