/** Right-drag on the ball: it gets a velocity, which the length of the line tells. */
import { BALL } from "../model/body";
import type { Spot } from "../scene/stage";
import type { DragContext, Drag, Point } from "./drag";
import { place } from "./gesture";
import { degrees, signed } from "./numbers";
import type { Pen } from "./overlay";
import { called } from "./things";
import { capped } from "./trail";

const SPEED_PER_METRE = 2; // 1/s: one metre of line is 2 m/s

export class Aim implements Drag {
  readonly cursor = "crosshair";
  private readonly pane: number;
  private velocity: Spot = { x: 0, y: 0 };

  constructor(
    private readonly context: DragContext,
    private point: Point,
  ) {
    this.pane = context.stage.paneAt(point.x, point.y);
    context.overlay.show("drag", (pen) => this.draw(pen));
  }

  move(point: Point): void {
    this.point = point;
    const { page, stage } = this.context;
    const spot = stage.ground(point.x, point.y, page.frame?.ball.z ?? 0);
    if (spot === null || page.frame === null) return;
    // From where the ball is now: it may roll on while somebody aims.
    const { x, y } = page.frame.ball;
    this.velocity = capped({ x: SPEED_PER_METRE * (spot.x - x), y: SPEED_PER_METRE * (spot.y - y) });
  }

  drop(point: Point): void {
    this.move(point);
    place(this.context.page, [{ ...called(BALL), vx: this.velocity.x, vy: this.velocity.y, roll: false }]);
    this.cancel();
  }

  cancel(): void {
    this.context.overlay.show("drag", null);
  }

  private draw(pen: Pen): void {
    const { page, stage } = this.context;
    if (page.frame === null) return;
    this.move(this.point);
    const { x, y, z } = page.frame.ball;
    const end = { x: x + this.velocity.x / SPEED_PER_METRE, y: y + this.velocity.y / SPEED_PER_METRE };
    pen.arrow(stage.screen(x, y, z, this.pane), stage.screen(end.x, end.y, z, this.pane));
    const angle = Math.atan2(this.velocity.y, this.velocity.x);
    pen.numbers(this.point, [
      `${signed(Math.hypot(this.velocity.x, this.velocity.y), 2)} m/s`,
      `towards ${degrees(angle)}`,
    ]);
  }
}
