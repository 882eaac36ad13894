/** Reads binary frames: where everything is at one moment. A frame is a head and sections: rows of one kind and owner. */
import { FRAME } from "./schema.ts";

/** Whose a robot is; a ball is nobody's, but sensors detect it like one. */
export type Owner = "blue" | "yellow" | "obstacle" | "ball";

const OWNERS: readonly Owner[] = ["blue", "yellow", "obstacle", "ball"];

/** A robot or obstacle on the field; of an articulated robot, where it is on the ground. */
export interface Robot {
  name: string; // "blue 3"
  owner: Owner;
  id: number;
  state: number; // bits HOLDING, ARMED, STEERED, HUNG of FRAME
  x: number;
  y: number;
  heading: number;
  vx: number;
  vy: number;
  turn: number;
}

/** A robot in space. */
export interface Articulated {
  name: string;
  owner: Owner;
  id: number;
  state: number;
  position: [number, number, number];
  quaternion: [number, number, number, number]; // w, x, y, z
  joints: number[]; // rad
}

/** A detection of a sensor. */
export interface Seen {
  name: string;
  owner: Owner;
  id: number;
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
  ball: Ball; // the first one
  balls: Ball[];
  robots: Robot[]; // with obstacles
  articulated: Articulated[];
  seen: Seen[];
  seenBalls: Seen[];
}

const NO_BALL: Ball = { x: 0, y: 0, z: 0, vx: 0, vy: 0, vz: 0 };
const names = new Map<Owner, string[]>(); // made once, not with every frame

/** "blue 3" */
export function nameOf(owner: Owner, id: number): string {
  let known = names.get(owner);
  if (known === undefined) names.set(owner, (known = []));
  return (known[id] ??= owner === "ball" ? owner : `${owner} ${id}`);
}

/** The row that begins at a byte. */
class Row {
  at = 0;
  owner: Owner = "ball"; // that of its section
  private readonly view: DataView;

  constructor(view: DataView) {
    this.view = view;
  }

  byte(offset: number): number {
    return this.view.getUint8(this.at + offset);
  }

  id(offset: number): number {
    return this.view.getUint16(this.at + offset, true);
  }

  short(offset: number, unit: number): number {
    return this.view.getInt16(this.at + offset, true) * unit;
  }

  float(offset: number): number {
    return this.view.getFloat32(this.at + offset, true);
  }

  body(offset: number): { name: string; owner: Owner; id: number } {
    const id = this.id(offset);
    return { name: nameOf(this.owner, id), owner: this.owner, id };
  }
}

export function decode(buffer: ArrayBuffer): Frame {
  const view = new DataView(buffer);
  const flags = view.getUint8(FRAME.HEAD_FLAGS);
  const frame: Frame = {
    time: view.getFloat64(FRAME.HEAD_TIME, true),
    first: view.getFloat64(FRAME.HEAD_FIRST, true),
    last: view.getFloat64(FRAME.HEAD_LAST, true),
    paused: (flags & FRAME.PAUSED) !== 0,
    past: (flags & FRAME.PAST) !== 0,
    ball: NO_BALL,
    balls: [],
    robots: [],
    articulated: [],
    seen: [],
    seenBalls: [],
  };
  const row = new Row(view);
  let at: number = FRAME.HEAD_SIZE;
  for (let section = view.getUint8(FRAME.HEAD_SECTIONS); section > 0; section--) {
    const kind = view.getUint8(at + FRAME.SECTION_KIND);
    row.owner = OWNERS[view.getUint8(at + FRAME.SECTION_OWNER)] ?? "obstacle";
    const stride = view.getUint16(at + FRAME.SECTION_STRIDE, true);
    const count = view.getUint16(at + FRAME.SECTION_COUNT, true);
    at += FRAME.SECTION_SIZE;
    for (let index = 0; index < count; index++, at += stride) {
      row.at = at;
      read(frame, kind, row, stride);
    }
  }
  frame.ball = frame.balls[0] ?? NO_BALL;
  return frame;
}

/** Adds a row to what its section holds; rows of unknown sections are skipped. */
function read(frame: Frame, kind: number, row: Row, stride: number): void {
  if (kind === FRAME.BALLS) frame.balls.push(ballIn(row));
  else if (kind === FRAME.ROBOTS || kind === FRAME.OBSTACLES) frame.robots.push(robotIn(row));
  else if (kind === FRAME.SIGHTINGS) {
    const seen = seenIn(row);
    (seen.owner === "ball" ? frame.seenBalls : frame.seen).push(seen);
  } else if (kind === FRAME.ARTICULATED) {
    const robot = articulatedIn(row, stride);
    frame.articulated.push(robot);
    // A robot with joints may have a row as a planar robot, too; sections of those come first.
    if (!frame.robots.some(({ name }) => name === robot.name)) frame.robots.push(projected(robot));
  }
}

function ballIn(row: Row): Ball {
  return {
    x: row.float(FRAME.BALL_X),
    y: row.float(FRAME.BALL_Y),
    z: row.float(FRAME.BALL_Z),
    vx: row.float(FRAME.BALL_VX),
    vy: row.float(FRAME.BALL_VY),
    vz: row.float(FRAME.BALL_VZ),
  };
}

function robotIn(row: Row): Robot {
  return {
    ...row.body(FRAME.ROBOT_ID),
    state: row.byte(FRAME.ROBOT_STATE),
    x: row.short(FRAME.ROBOT_X, FRAME.PLACE),
    y: row.short(FRAME.ROBOT_Y, FRAME.PLACE),
    heading: row.short(FRAME.ROBOT_HEADING, FRAME.ANGLE),
    vx: row.short(FRAME.ROBOT_VX, FRAME.SPEED),
    vy: row.short(FRAME.ROBOT_VY, FRAME.SPEED),
    turn: row.short(FRAME.ROBOT_TURN, FRAME.TURN),
  };
}

function seenIn(row: Row): Seen {
  return {
    ...row.body(FRAME.SIGHTING_ID),
    age: row.byte(FRAME.SIGHTING_AGE) * FRAME.AGE,
    x: row.short(FRAME.SIGHTING_X, FRAME.PLACE),
    y: row.short(FRAME.SIGHTING_Y, FRAME.PLACE),
    heading: row.short(FRAME.SIGHTING_HEADING, FRAME.ANGLE),
  };
}

/** Joint angles fill the rest of a row. */
function articulatedIn(row: Row, stride: number): Articulated {
  const joints = Math.max(0, (stride - FRAME.ARTICULATED_SIZE) >> 1);
  return {
    ...row.body(FRAME.ARTICULATED_ID),
    state: row.byte(FRAME.ARTICULATED_STATE),
    position: [
      row.short(FRAME.ARTICULATED_X, FRAME.PLACE),
      row.short(FRAME.ARTICULATED_Y, FRAME.PLACE),
      row.short(FRAME.ARTICULATED_Z, FRAME.PLACE),
    ],
    quaternion: [
      row.short(FRAME.ARTICULATED_QW, FRAME.UNIT),
      row.short(FRAME.ARTICULATED_QX, FRAME.UNIT),
      row.short(FRAME.ARTICULATED_QY, FRAME.UNIT),
      row.short(FRAME.ARTICULATED_QZ, FRAME.UNIT),
    ],
    joints: Array.from({ length: joints }, (_, joint) => row.short(FRAME.ARTICULATED_SIZE + 2 * joint, FRAME.ANGLE)),
  };
}

/** Where an articulated robot stands and which way it faces. */
function projected({ name, owner, id, state, position: [x, y], quaternion: [w, i, j, k] }: Articulated): Robot {
  const heading = Math.atan2(2 * (w * k + i * j), 1 - 2 * (j * j + k * k));
  return { name, owner, id, state, x, y, heading, vx: 0, vy: 0, turn: 0 };
}
