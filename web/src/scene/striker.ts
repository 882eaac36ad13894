/** The striker: the robot nearest to the ball in the team that has it, without jumping to and fro. */
import type { Frame, Owner } from "../wire/frame";

const PATIENCE = 0.6; // s that another robot must be the nearest before it counts
const JUMP = 1.5; // s: more than this at once is another situation
const NEAR = 1.5; // a robot has the ball within so many radii

export class Striker {
  name: string | null = null;
  private team: Owner | null = null; // that had the ball last
  private rival: string | null = null;
  private since = 0;
  private time = Number.NaN;

  clear(): void {
    this.name = this.team = this.rival = null;
    this.time = Number.NaN;
  }

  /** The striker of that frame; null if no team has a robot. `radius`: of a robot by its name, m. */
  take(frame: Frame, radius: (name: string) => number): string | null {
    const step = frame.time - this.time;
    this.time = frame.time;
    if (!(step >= 0 && step < JUMP)) this.name = this.team = this.rival = null;
    const nearest = nearestTo(frame, null);
    if (nearest < 0) return (this.name = null);
    const holder = frame.robots[nearest] as Frame["robots"][number];
    const far = Math.hypot(holder.x - frame.ball.x, holder.y - frame.ball.y);
    if (this.team === null || far < NEAR * radius(holder.name)) this.team = holder.owner;
    const found = nearestTo(frame, this.team);
    const candidate = frame.robots[found < 0 ? nearest : found]?.name ?? null;
    if (!frame.robots.some((robot) => robot.name === this.name)) this.name = candidate;
    if (candidate === this.name) {
      this.rival = null;
    } else if (candidate !== this.rival) {
      this.rival = candidate;
      this.since = frame.time;
    } else if (frame.time - this.since >= PATIENCE) {
      this.name = candidate;
      this.rival = null;
    }
    return this.name;
  }
}

/** The index of the robot nearest to the ball: of a team or of both (null). */
function nearestTo({ robots, ball }: Frame, team: Owner | null): number {
  let least = Number.POSITIVE_INFINITY;
  let found = -1;
  for (let i = 0; i < robots.length; i++) {
    const { owner, x, y } = robots[i] as Frame["robots"][number];
    if (owner === "obstacle" || (team !== null && owner !== team)) continue;
    const far = (x - ball.x) ** 2 + (y - ball.y) ** 2;
    if (far < least) {
      least = far;
      found = i;
    }
  }
  return found;
}
