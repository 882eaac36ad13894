/** Where ball and robots were in the last seconds. */
import type { Frame } from "../wire/frame";
import type { Page } from "../model/page";
import { BALL, bodyNamed } from "../model/body";
import { BALL_COLOUR, TINTS } from "./palette";
import type { Strokes } from "./strokes";

const LONG = 3; // s
const STEP = 1 / 25; // s between two points at least
const ROOM = Math.ceil(LONG / STEP) + 2;
const JUMP = 1.5; // s: more than this at once is no movement
const FASTEST = 15; // m/s: what is faster was put there

class Trail {
  readonly points = new Float32Array(4 * ROOM); // x, y, z, time since the first frame
  first = 0;
  count = 0;

  at(index: number): number {
    return 4 * ((this.first + index) % ROOM);
  }

  add(x: number, y: number, z: number, time: number): void {
    const { points } = this;
    if (this.count > 0) {
      const last = this.at(this.count - 1);
      const since = time - (points[last + 3] as number);
      const moved = Math.hypot(x - (points[last] as number), y - (points[last + 1] as number));
      if (moved > 0.3 + FASTEST * since) this.count = 0;
      else if (since < STEP && this.count > 1) return;
    }
    if (this.count === ROOM) this.first = (this.first + 1) % ROOM;
    else this.count++;
    const at = this.at(this.count - 1);
    points[at] = x;
    points[at + 1] = y;
    points[at + 2] = z;
    points[at + 3] = time;
  }

  forget(before: number): void {
    while (this.count > 0 && (this.points[this.at(0) + 3] as number) < before) {
      this.first = (this.first + 1) % ROOM;
      this.count--;
    }
  }
}

export class Trails {
  private readonly trails = new Map<string, Trail>();
  private start = 0; // what times are counted from: single precision is enough then
  private time = Number.NaN;

  clear(): void {
    for (const trail of this.trails.values()) trail.count = 0;
    this.time = Number.NaN;
  }

  take(frame: Frame): void {
    const step = frame.time - this.time;
    if (!(step >= 0 && step < JUMP)) {
      this.clear();
      this.start = frame.time;
    }
    this.time = frame.time;
    const { ball } = frame;
    this.of(BALL).add(ball.x, ball.y, ball.z, frame.time - this.start);
    for (const robot of frame.robots) {
      if (robot.owner !== "obstacle") this.of(robot.name).add(robot.x, robot.y, 0, frame.time - this.start);
    }
  }

  draw(strokes: Strokes, frame: Frame, page: Page): void {
    const now = frame.time - this.start;
    strokes.width(0.012, 1.6);
    for (const [name, trail] of this.trails) {
      trail.forget(now - LONG);
      const [red, green, blue] = name === BALL ? BALL_COLOUR : TINTS[bodyNamed(name).owner];
      const { points } = trail;
      const robot = page.robot(name);
      if (name !== BALL && robot === undefined) continue;
      let x = robot?.x ?? frame.ball.x;
      let y = robot?.y ?? frame.ball.y;
      let z = robot ? 0 : frame.ball.z;
      for (let i = trail.count - 1; i >= 0; i--) {
        const at = trail.at(i);
        const age = (now - (points[at + 3] as number)) / LONG;
        strokes.colour(red, green, blue, (name === BALL ? 0.95 : 0.6) * (1 - age));
        const nextX = points[at] as number;
        const nextY = points[at + 1] as number;
        const nextZ = points[at + 2] as number;
        if (nextX !== x || nextY !== y || nextZ !== z) strokes.add(x, y, z, nextX, nextY, nextZ);
        x = nextX;
        y = nextY;
        z = nextZ;
      }
    }
  }

  private of(name: string): Trail {
    let trail = this.trails.get(name);
    if (trail === undefined) {
      trail = new Trail();
      this.trails.set(name, trail);
    }
    return trail;
  }
}
