/** Reads binary frames: where everything is at one moment. */
import { FRAME } from "./schema";

export interface Robot {
  who: number; // 64 × owner (0 blue, 1 yellow, 2 obstacle) + id
  state: number; // bits HOLDING, ARMED, STEERED of FRAME
  x: number;
  y: number;
  heading: number;
  vx: number;
  vy: number;
  turn: number;
}

export interface Seen {
  who: number;
  age: number; // s since the picture was taken
  x: number;
  y: number;
  heading: number;
}

export interface Ball {
  x: number;
  y: number;
  z: number; // of its centre
  vx: number;
  vy: number;
  vz: number;
}

export interface Frame {
  time: number;
  first: number; // the oldest moment that can be seen …
  last: number; // … and the newest
  paused: boolean;
  past: boolean;
  ball: Ball;
  robots: Robot[];
  seen: Seen[];
  seenBalls: Seen[];
}

export function decode(buffer: ArrayBuffer): Frame {
  const view = new DataView(buffer);
  const flags = view.getUint8(FRAME.HEAD_FLAGS);
  const number = (index: number) => view.getFloat32(FRAME.HEAD_BALL + 4 * index, true);
  let at: number = FRAME.HEAD_SIZE;
  const short = (offset: number, unit: number) => view.getInt16(at + offset, true) * unit;
  const robots: Robot[] = [];
  for (let n = view.getUint8(FRAME.HEAD_ROBOTS); n > 0; n--, at += FRAME.ROBOT_SIZE) {
    robots.push({
      who: view.getUint8(at),
      state: view.getUint8(at + 1),
      x: short(2, FRAME.PLACE),
      y: short(4, FRAME.PLACE),
      heading: short(6, FRAME.ANGLE),
      vx: short(8, FRAME.SPEED),
      vy: short(10, FRAME.SPEED),
      turn: short(12, FRAME.TURN),
    });
  }
  const sightings = (count: number): Seen[] => {
    const found: Seen[] = [];
    for (; count > 0; count--, at += FRAME.SEEN_SIZE) {
      found.push({
        who: view.getUint8(at),
        age: view.getUint8(at + 1) * FRAME.AGE,
        x: short(2, FRAME.PLACE),
        y: short(4, FRAME.PLACE),
        heading: short(6, FRAME.ANGLE),
      });
    }
    return found;
  };
  const seen = sightings(view.getUint8(FRAME.HEAD_SEEN_ROBOTS));
  const seenBalls = sightings(view.getUint8(FRAME.HEAD_SEEN_BALLS));
  return {
    time: view.getFloat64(FRAME.HEAD_TIME, true),
    first: view.getFloat64(FRAME.HEAD_FIRST, true),
    last: view.getFloat64(FRAME.HEAD_LAST, true),
    paused: (flags & FRAME.PAUSED) !== 0,
    past: (flags & FRAME.PAST) !== 0,
    ball: { x: number(0), y: number(1), z: number(2), vx: number(3), vy: number(4), vz: number(5) },
    robots,
    seen,
    seenBalls,
  };
}
