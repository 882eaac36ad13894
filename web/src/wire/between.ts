/** What is shown between two recorded moments: robots on a curve that has their speeds at both, all else straight. */
import type { Articulated, Ball, Frame, Robot } from "./frame";

const LITTLE = 0.002; // m or rad that speeds may be off by

function mix(a: number, b: number, share: number): number {
  return a + (b - a) * share;
}

/** From a to b in *step* seconds, at first with the speed va, at last with vb; straight if that is no way to get there. */
function curve(a: number, b: number, va: number, vb: number, share: number, step: number): number {
  const [away, before, after] = [b - a, va * step, vb * step];
  if (Math.abs(away - (before + after) / 2) > Math.abs(before) + Math.abs(after) + LITTLE) return mix(a, b, share); // it was carried
  const [left, squared] = [1 - share, share * share];
  return a + squared * (3 - 2 * share) * away + share * left * left * before - squared * left * after;
}

function robotBetween(a: Robot, b: Robot, share: number, step: number): Robot {
  const around = a.heading + Math.atan2(Math.sin(b.heading - a.heading), Math.cos(b.heading - a.heading)); // the short way
  return {
    ...a,
    x: curve(a.x, b.x, a.vx, b.vx, share, step),
    y: curve(a.y, b.y, a.vy, b.vy, share, step),
    heading: curve(a.heading, around, a.turn, b.turn, share, step),
    vx: mix(a.vx, b.vx, share),
    vy: mix(a.vy, b.vy, share),
    turn: mix(a.turn, b.turn, share),
  };
}

function mixed<Numbers extends number[]>(a: Numbers, b: Numbers, share: number, sign = 1): Numbers {
  return a.map((value, place) => mix(value, sign * b[place], share)) as Numbers;
}

function articulatedBetween(a: Articulated, b: Articulated, share: number): Articulated {
  const same = a.quaternion.reduce((sum, value, place) => sum + value * b.quaternion[place], 0) >= 0;
  const quaternion = mixed(a.quaternion, b.quaternion, share, same ? 1 : -1);
  const length = Math.hypot(...quaternion) || 1;
  return {
    ...a,
    position: mixed(a.position, b.position, share),
    quaternion: quaternion.map((value) => value / length) as Articulated["quaternion"],
    joints: mixed(a.joints, b.joints, share),
  };
}

function all<One extends { name: string }>(before: One[], after: One[], between: (a: One, b: One) => One): One[] {
  const later = new Map(after.map((one) => [one.name, one]));
  return before.map((one) => {
    const other = later.get(one.name);
    return other === undefined ? one : between(one, other);
  });
}

export function ballBetween(a: Ball, b: Ball, share: number): Ball {
  const [x, y, z] = mixed([a.x, a.y, a.z], [b.x, b.y, b.z], share);
  const [vx, vy, vz] = mixed([a.vx, a.vy, a.vz], [b.vx, b.vy, b.vz], share);
  return { x, y, z, vx, vy, vz };
}

/** Robots at a share of *step* seconds from one frame to the next; those of which the next one knows nothing stay. */
export function framesBetween(a: Frame, b: Frame, share: number, step: number): Frame {
  return {
    ...a,
    robots: all(a.robots, b.robots, (one, other) => robotBetween(one, other, share, step)),
    articulated: all(a.articulated, b.articulated, (one, other) => articulatedBetween(one, other, share)),
  };
}
