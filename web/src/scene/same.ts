/** Whether two frames look the same: in a pause nothing needs to be drawn. */
import type { Frame, Seen } from "../wire/frame";

export function same(a: Frame, b: Frame | null, sightings: boolean): boolean {
  if (a === b) return true;
  if (b === null || a.time !== b.time || a.robots.length !== b.robots.length) return false;
  if (a.ball.x !== b.ball.x || a.ball.y !== b.ball.y || a.ball.z !== b.ball.z) return false;
  for (let i = 0; i < a.robots.length; i++) {
    const one = a.robots[i];
    const other = b.robots[i];
    if (one?.name !== other?.name || one?.x !== other?.x || one?.y !== other?.y) return false;
    if (one?.heading !== other?.heading || one?.state !== other?.state) return false;
  }
  return !sightings || (equal(a.seen, b.seen) && equal(a.seenBalls, b.seenBalls));
}

function equal(a: readonly Seen[], b: readonly Seen[]): boolean {
  return a.length === b.length && a.every((one, i) => one.x === b[i]?.x && one.y === b[i]?.y && one.age === b[i]?.age);
}
