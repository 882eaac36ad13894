/** The ruler: from one place to another, by two clicks or a drag; it stays until Esc. */
import type { Page } from "../model/page";
import type { Spot, Stage } from "../scene/stage";
import type { Drag, Point } from "./drag";
import { degrees, metres } from "./numbers";
import type { Overlay, Pen } from "./overlay";
import { pick } from "./pick";
import { poseOf } from "./things";

export class Ruler {
  onChange: (on: boolean) => void = () => {};
  private on = false;
  private from: Spot | null = null;
  private to: Spot | null = null;
  private fixed = false; // the second end does not follow the pointer any more

  constructor(
    private readonly page: Page,
    private readonly stage: Stage,
    private readonly overlay: Overlay,
  ) {}

  get measuring(): boolean {
    return this.on;
  }

  measure(on: boolean): void {
    if (on === this.on) return;
    this.on = on;
    this.from = this.to = null;
    this.overlay.show("ruler", on ? (pen) => this.draw(pen) : null);
    this.onChange(on);
  }

  /** Begin to measure here. */
  start(point: Spot): void {
    this.measure(true);
    this.from = this.spotAt(point);
    this.to = null;
    this.fixed = false;
  }

  /** A press: the first end, or the second if the first is there. */
  press(point: Point): Drag {
    const second = this.from !== null && !this.fixed;
    if (!second) this.start(point);
    let moved = false;
    return {
      cursor: "crosshair",
      move: (to) => {
        moved ||= Math.hypot(to.x - point.x, to.y - point.y) > 4;
        if (moved || second) this.hover(to);
      },
      drop: (to) => {
        if (moved || second) {
          this.hover(to);
          this.fixed = true;
        }
      },
      cancel: () => this.measure(false),
    };
  }

  hover(point: Spot): void {
    if (this.from !== null && !this.fixed) this.to = this.spotAt(point);
  }

  /** The middle of a thing under the pointer, or the place on the ground. */
  private spotAt(point: Spot): Spot | null {
    const picked = pick(this.page, this.stage, point.x, point.y);
    return picked === null ? this.stage.ground(point.x, point.y) : poseOf(this.page, picked.name);
  }

  private draw(pen: Pen): void {
    const { from, to, stage } = this;
    if (from === null) return;
    const begin = stage.screen(from.x, from.y);
    pen.ring(begin, 3);
    if (to === null) {
      pen.numbers(begin, [`x ${metres(from.x)}  y ${metres(from.y)} m`]);
      return;
    }
    const end = stage.screen(to.x, to.y);
    const corner = stage.screen(to.x, from.y);
    pen.line(begin, corner, "leg");
    pen.line(corner, end, "leg");
    pen.line(begin, end);
    pen.ring(end, 3);
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    pen.numbers(end, [
      `${metres(Math.hypot(dx, dy))} m`,
      `dx ${metres(dx)}  dy ${metres(dy)} m`,
      `angle ${degrees(Math.atan2(dy, dx))}`,
    ]);
  }
}
