/** What the feet and the inertial measurement unit of a robot reported, read from the signals of its sensors. */
import type { Trace } from "../../wire/schema";

export interface FootReport {
  title: string;
  cells: number[]; // N: front left, front right, back left, back right; empty: it has switches only
  switches: boolean[]; // likewise, if there are no cells
  trail: (readonly [number, number] | null)[]; // of the centre of pressure, −1 to 1: ahead, left; null: in the air
  centre: readonly [number, number] | null; // the same now, m
}

export interface ImuReport {
  gyro: number[];
  acceleration: number[];
  roll: number;
  pitch: number;
}

const TOUCHES = 2; // N: with less on it a foot is in the air, and what its cells say is noise; chosen: a 25th of a robot
const CORNERS = ["front_left", "front_right", "back_left", "back_right"];
const IMU = [...["x", "y", "z"].map((axis) => `gyro_${axis}`), ...["x", "y", "z"].map((axis) => `acceleration_${axis}`), "roll", "pitch"];

/** The sensors of one kind that a robot has: the names of their signals up to the last point. */
function sensorsWith(names: ReadonlySet<string>, robot: string, value: string): string[] {
  const start = `sensor.${robot.replace(" ", "_")}_`;
  return [...names].filter((name) => name.startsWith(start) && name.endsWith(`.${value}`)).map((name) => name.slice(0, -value.length - 1));
}

export function imuOf(names: ReadonlySet<string>, robot: string): string | null {
  return sensorsWith(names, robot, "gyro_x")[0] ?? null;
}

/** The feet, the left one first. */
export function feetOf(names: ReadonlySet<string>, robot: string): string[] {
  const feet = sensorsWith(names, robot, `switch_${CORNERS[0]}`);
  return feet.sort((a, b) => Number(b.includes("left")) - Number(a.includes("left")));
}

export function imuSignals(sensor: string): string[] {
  return IMU.map((value) => `${sensor}.${value}`);
}

export function footSignals(names: ReadonlySet<string>, sensor: string): string[] {
  const cells = [...CORNERS, "centre_x", "centre_y"].map((value) => `${sensor}.${value}`).filter((name) => names.has(name));
  return cells.length >= CORNERS.length ? cells : CORNERS.map((corner) => `${sensor}.switch_${corner}`);
}

export function imuReport(traces: ReadonlyMap<string, Trace>, sensor: string): ImuReport | null {
  const values = imuSignals(sensor).map((name) => last(traces.get(name)));
  if (values.some((value) => value === null)) return null;
  const [gx, gy, gz, ax, ay, az, roll, pitch] = values as number[];
  return { gyro: [gx, gy, gz], acceleration: [ax, ay, az], roll, pitch };
}

export function footReport(traces: ReadonlyMap<string, Trace>, sensor: string, robot: string): FootReport {
  const title = sensor.slice(`sensor.${robot}_`.length).replace(/_/g, " ");
  const cells = CORNERS.map((corner) => traces.get(`${sensor}.${corner}`)).filter((trace): trace is Trace => trace !== undefined);
  if (cells.length < CORNERS.length) {
    const switches = CORNERS.map((corner) => (last(traces.get(`${sensor}.switch_${corner}`)) ?? 0) > 0);
    return { title, cells: [], switches, trail: [], centre: null };
  }
  const count = Math.min(...cells.map(({ values }) => values.length));
  const trail = [];
  for (let at = 0; at < count; at++) {
    trail.push(centreOf(cells.map(({ values }) => values[at] ?? 0)));
  }
  const x = last(traces.get(`${sensor}.centre_x`));
  const y = last(traces.get(`${sensor}.centre_y`));
  const forces = cells.map((trace) => last(trace) ?? 0);
  const centre = x === null || y === null || centreOf(forces) === null ? null : ([x, y] as const);
  return { title, cells: forces, switches: [], trail, centre };
}

/** The centre of pressure between the corners; null if nothing presses. */
function centreOf([frontLeft, frontRight, backLeft, backRight]: number[]): readonly [number, number] | null {
  const total = frontLeft + frontRight + backLeft + backRight;
  if (!(total > TOUCHES)) return null;
  return [(frontLeft + frontRight - backLeft - backRight) / total, (frontLeft - frontRight + backLeft - backRight) / total];
}

function last(trace: Trace | undefined): number | null {
  return trace?.values[trace.values.length - 1] ?? null;
}
