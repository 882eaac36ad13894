/** The striker: the robot nearest to the ball in the team that has it, without jumping to and fro. */
import type { Frame } from "../wire/frame";

const PATIENCE = 0.6; // s that another robot must be the nearest before it counts
const JUMP = 1.5; // s: more than this at once is another situation
const TEAMS = 128; // robots' numbers below this belong to a team; obstacles have larger ones
const NEAR = 1.5; // a robot has the ball within so many radii

export class Striker {
  who = -1;
  private team = -1; // that had the ball last
  private rival = -1;
  private since = 0;
  private time = Number.NaN;

  clear(): void {
    this.who = this.team = this.rival = -1;
    this.time = Number.NaN;
  }

  /** The striker of that frame; −1 if no team has a robot. `radius`: of a robot by its number, m. */
  take(frame: Frame, radius: (who: number) => number): number {
    const step = frame.time - this.time;
    this.time = frame.time;
    if (!(step >= 0 && step < JUMP)) this.who = this.team = this.rival = -1;
    const nearest = nearestTo(frame, -1);
    if (nearest < 0) return (this.who = -1);
    const holder = frame.robots[nearest] as Frame["robots"][number];
    const far = Math.hypot(holder.x - frame.ball.x, holder.y - frame.ball.y);
    if (this.team < 0 || far < NEAR * radius(holder.who)) this.team = holder.who >> 6;
    const found = nearestTo(frame, this.team);
    const candidate = frame.robots[found < 0 ? nearest : found]?.who ?? -1;
    if (!frame.robots.some((robot) => robot.who === this.who)) this.who = candidate;
    if (candidate === this.who) {
      this.rival = -1;
    } else if (candidate !== this.rival) {
      this.rival = candidate;
      this.since = frame.time;
    } else if (frame.time - this.since >= PATIENCE) {
      this.who = candidate;
      this.rival = -1;
    }
    return this.who;
  }
}

/** The index of the robot nearest to the ball: of a team (0, 1) or of both (−1). */
function nearestTo({ robots, ball }: Frame, team: number): number {
  let least = Number.POSITIVE_INFINITY;
  let found = -1;
  for (let i = 0; i < robots.length; i++) {
    const { who, x, y } = robots[i] as Frame["robots"][number];
    if (who >= TEAMS || (team >= 0 && who >> 6 !== team)) continue;
    const far = (x - ball.x) ** 2 + (y - ball.y) ** 2;
    if (far < least) {
      least = far;
      found = i;
    }
  }
  return found;
}
