/** Saves: a fast ball on its way into a goal that the keeper turns away. No event tells of them. */
import type { Ball, Frame, Robot } from "../wire/frame";
import type { Field } from "../wire/schema";

const FAST = 0.12; // of the field's length per second
const SOON = 1.2; // s within which the ball would be in the goal
const WIDER = 1.15; // so much wider than the goal a ball may go and still count as a shot
const SPENT = 0.5; // a ball that keeps more than this of its speed towards the goal was not stopped
const AREA = 0.14; // of the field's length in front of a goal in which a save is made
const NEAR = 1.8; // radii of a robot within which it touches the ball
const PAUSE = 0.8; // s until the next one
const JUMP = 0.5; // s: more than this at once is no movement
const ROOM = 16;

export interface Save {
  time: number; // NaN: none
  x: number;
  y: number;
  team: "blue" | "yellow";
}

export class Saves {
  /** The last ones, in no order. */
  readonly list: readonly Save[] = Array.from({ length: ROOM }, () => ({ time: Number.NaN, x: 0, y: 0, team: "blue" }));
  private next = 0;
  private last = Number.NEGATIVE_INFINITY;
  private time = Number.NaN;
  private speed = 0; // of the shot towards the goal, m/s; 0: no shot
  private side = 0; // of that goal: −1 blue's, 1 yellow's

  clear(): void {
    for (const save of this.list) save.time = Number.NaN;
    this.last = Number.NEGATIVE_INFINITY;
    this.time = Number.NaN;
    this.speed = 0;
  }

  /** `radius`: of a robot by its name, m. */
  take(frame: Frame, field: Field, radius: (name: string) => number): void {
    const step = frame.time - this.time;
    this.time = frame.time;
    if (step < 0) this.last = Number.NEGATIVE_INFINITY;
    if (!(step >= 0 && step < JUMP)) this.speed = 0;
    const { ball } = frame;
    const { side, speed } = this;
    if (speed > 0 && side * ball.vx < SPENT * speed) {
      this.speed = 0;
      const inside = side * ball.x < field.length / 2;
      if (inside && frame.time - this.last > PAUSE) this.look(frame, field, radius, speed * step);
    }
    if (isShot(ball, field)) {
      this.side = Math.sign(ball.vx);
      this.speed = Math.abs(ball.vx);
    } else if (side * ball.vx <= 0 || Math.abs(ball.vx) < FAST * field.length) {
      this.speed = 0;
    }
  }

  /** The keeper is the robot nearest to its goal. `moved`: m that the ball may have rolled away since it was touched. */
  private look(frame: Frame, field: Field, radius: (name: string) => number, moved: number): void {
    const { ball, robots, time } = frame;
    const team = this.side < 0 ? "blue" : "yellow";
    let least = Number.POSITIVE_INFINITY;
    let keeper: Robot | null = null;
    for (const robot of robots) {
      if (robot.owner !== team) continue;
      const far = Math.hypot(robot.x - (this.side * field.length) / 2, robot.y);
      if (far < least) {
        least = far;
        keeper = robot;
      }
    }
    if (keeper === null || this.side * keeper.x < field.length * (0.5 - AREA)) return;
    if (Math.hypot(keeper.x - ball.x, keeper.y - ball.y) > NEAR * radius(keeper.name) + moved) return;
    const save = this.list[this.next] as Save;
    this.next = (this.next + 1) % ROOM;
    save.time = this.last = time;
    save.x = keeper.x;
    save.y = keeper.y;
    save.team = team;
  }
}

/** Whether a ball that goes on like this will soon be in a goal. */
function isShot(ball: Ball, field: Field): boolean {
  const speed = Math.abs(ball.vx);
  if (speed < FAST * field.length) return false;
  const left = field.length / 2 - Math.sign(ball.vx) * ball.x;
  const time = left / speed;
  return left > 0 && time < SOON && Math.abs(ball.y + time * ball.vy) < 0.5 * WIDER * field.goal.width;
}
