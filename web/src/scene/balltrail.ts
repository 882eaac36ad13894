/** The tail of a moving ball: the faster it is, the longer, wider and brighter. */
import type { Frame } from "../wire/frame";
import type { Field } from "../wire/schema";
import { BALL_COLOUR, WHITE } from "./palette";
import type { Strokes } from "./strokes";

const LONG = 0.55; // s
const ROOM = 64; // points
const SLOWEST = 0.04; // of the field's length per second: slower, there is no tail
const FASTEST = 0.35; // of the field's length per second: faster, it is no brighter
const JUMP = 0.5; // s: more than this at once is no movement
const MOST = 15; // m/s: what is faster was put there

export class BallTrail {
  private readonly points = new Float64Array(5 * ROOM); // x, y, z, time, speed
  private first = 0;
  private count = 0;

  clear(): void {
    this.count = 0;
  }

  take({ time, ball }: Frame): void {
    const { points } = this;
    if (this.count > 0) {
      const last = this.at(this.count - 1);
      const step = time - (points[last + 3] as number);
      const moved = Math.hypot(ball.x - (points[last] as number), ball.y - (points[last + 1] as number));
      if (step === 0) return;
      if (!(step > 0 && step < JUMP) || moved > 0.3 + MOST * step) this.count = 0;
      else if (step < LONG / (ROOM - 2)) return;
    }
    if (this.count === ROOM) this.first = (this.first + 1) % ROOM;
    else this.count++;
    const at = this.at(this.count - 1);
    points[at] = ball.x;
    points[at + 1] = ball.y;
    points[at + 2] = ball.z;
    points[at + 3] = time;
    points[at + 4] = Math.hypot(ball.vx, ball.vy);
  }

  draw(strokes: Strokes, { time, ball }: Frame, field: Field, radius: number): void {
    const { points } = this;
    let { x, y, z } = ball;
    for (let i = this.count - 1; i >= 0; i--) {
      const at = this.at(i);
      const age = (time - (points[at + 3] as number)) / LONG;
      if (age > 1) break;
      const fast = (points[at + 4] as number) / field.length;
      const bright = Math.min(1, Math.max(0, (fast - SLOWEST) / (FASTEST - SLOWEST)));
      const toX = points[at] as number;
      const toY = points[at + 1] as number;
      const toZ = points[at + 2] as number;
      if (bright > 0 && age >= 0 && (toX !== x || toY !== y)) {
        const white = Math.sqrt(bright) * (1 - age);
        strokes.colour(
          BALL_COLOUR[0] + white * (WHITE[0] - BALL_COLOUR[0]),
          BALL_COLOUR[1] + white * (WHITE[1] - BALL_COLOUR[1]),
          BALL_COLOUR[2] + white * (WHITE[2] - BALL_COLOUR[2]),
          (0.5 + 0.45 * bright) * (1 - age),
        );
        strokes.width(2 * radius * (1 - 0.8 * age), (2 + 4 * bright) * (1 - age) + 0.8);
        strokes.add(x, y, z, toX, toY, toZ);
      }
      x = toX;
      y = toY;
      z = toZ;
    }
  }

  private at(index: number): number {
    return 5 * ((this.first + index) % ROOM);
  }
}
