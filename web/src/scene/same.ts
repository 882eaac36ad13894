/** Whether two frames look the same: in a pause nothing needs to be drawn. */
import type { Articulated, Frame, Seen } from "../wire/frame";

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
  for (let i = 0; i < a.articulated.length; i++) if (!posed(a.articulated[i], b.articulated[i])) return false;
  return !sightings || (equal(a.seen, b.seen) && equal(a.seenBalls, b.seenBalls));
}

/** Whether two robots with joints have the same pose. */
function posed(a: Articulated | undefined, b: Articulated | undefined): boolean {
  const alike = (one: readonly number[], other: readonly number[]) => one.every((number, i) => number === other[i]);
  if (a === undefined || b === undefined || a.joints.length !== b.joints.length) return false;
  return alike(a.position, b.position) && alike(a.quaternion, b.quaternion) && alike(a.joints, b.joints);
}

function equal(a: readonly Seen[], b: readonly Seen[]): boolean {
  return a.length === b.length && a.every((one, i) => one.x === b[i]?.x && one.y === b[i]?.y && one.age === b[i]?.age);
}
