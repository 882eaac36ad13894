/** The way that a hand went in the last moments: how fast it throws. */
import type { Spot } from "../scene/stage";

const SPAN = 80; // ms
const REST = 100; // ms without a move: the hand rested before it let go
const LONGEST = 400; // ms between two looks at the hand, on a machine that hardly keeps up
const FASTEST = 10; // m/s

export class Trail {
  private samples: { spot: Spot; time: number }[] = [];

  add(spot: Spot, time: number): void {
    const last = this.samples.at(-1);
    if (last !== undefined && last.spot.x === spot.x && last.spot.y === spot.y) return; // letting go is no move
    this.samples.push({ spot, time });
    // One older than the span is kept: without it a hand that is seen in jerks would have no speed.
    while (this.samples.length > 2 && (this.samples[1]?.time ?? time) < time - SPAN) this.samples.shift();
  }

  /** m/s at a time (ms). */
  velocity(now: number): Spot {
    const newest = this.samples.at(-1);
    if (newest === undefined || now - newest.time > REST) return { x: 0, y: 0 };
    // As far back as the span, or a little farther where the hand is seen seldom.
    const before = this.samples.slice(0, -1).filter(({ time }) => newest.time - time <= LONGEST);
    const oldest = before.filter(({ time }) => newest.time - time >= SPAN).at(-1) ?? before[0];
    if (oldest === undefined) return { x: 0, y: 0 };
    const seconds = Math.max(newest.time - oldest.time, 4) / 1000;
    return capped({ x: (newest.spot.x - oldest.spot.x) / seconds, y: (newest.spot.y - oldest.spot.y) / seconds });
  }
}

/** The same direction, no faster than a thing may be thrown. */
export function capped(velocity: Spot): Spot {
  const speed = Math.hypot(velocity.x, velocity.y);
  const share = speed > FASTEST ? FASTEST / speed : 1;
  return { x: velocity.x * share, y: velocity.y * share };
}
