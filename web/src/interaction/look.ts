/** Drags that move the eye: pan and orbit. */
import type { Stage } from "../scene/stage";
import type { Drag, Point } from "./drag";

export class Look implements Drag {
  readonly cursor: string;

  constructor(
    private readonly stage: Stage,
    private readonly how: "pan" | "orbit",
    private readonly start: Point,
    private before: Point = start,
  ) {
    this.cursor = how === "pan" ? "move" : "all-scroll";
  }

  move(point: Point): void {
    // The pane where it began is meant, even when the pointer leaves it.
    this.stage[this.how](point.x - this.before.x, point.y - this.before.y, this.start.x, this.start.y);
    this.before = point;
  }

  drop(point: Point): void {
    this.move(point);
  }

  cancel(): void {}
}
