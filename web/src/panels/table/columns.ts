/** The columns of the table: commanded, true, seen, the difference, and the state of the robot. */
import type { Row } from "../../wire/schema";
import { degrees, wrapped } from "../numbers";

export interface Column {
  title: string;
  unit: string;
  digits: number;
  value: (row: Row) => number | null | undefined;
}

export interface Columns {
  name: string;
  about: string;
  columns: Column[];
}

const BALL = "ball";

/** Of the ball come x, y, z, vx, vy, vz, seen x, y and age: it is round, but it flies. */
function ofBall(value: (row: Row) => number | null | undefined): Column["value"] {
  return (row) => (row.name === BALL ? value(row) : null);
}

function ofRobot(value: (row: Row) => number | null | undefined): Column["value"] {
  return (row) => (row.name === BALL ? null : value(row));
}

/** Seen less true; what was seen is older than what is true, so that it grows with speed. */
function beside(row: Row, index: number): number | null {
  return row.seen === null ? null : row.seen[index] - row.true[index];
}

function turned(row: Row): number | null {
  const angle = beside(row, 2);
  return angle === null ? null : degrees(wrapped(angle));
}

export const GROUPS: Columns[] = [
  {
    name: "commanded",
    about: "The last command, in the frame of the robot",
    columns: [
      { title: "fwd", unit: "m/s", digits: 2, value: (row) => row.commanded?.[0] },
      { title: "left", unit: "m/s", digits: 2, value: (row) => row.commanded?.[1] },
      { title: "turn", unit: "rad/s", digits: 2, value: (row) => row.commanded?.[2] },
    ],
  },
  {
    name: "true",
    about: "True position and velocity",
    columns: [
      { title: "x", unit: "m", digits: 3, value: (row) => row.true[0] },
      { title: "y", unit: "m", digits: 3, value: (row) => row.true[1] },
      { title: "head", unit: "°", digits: 1, value: ofRobot((row) => degrees(row.true[2])) },
      { title: "vx", unit: "m/s", digits: 2, value: (row) => row.true[3] },
      { title: "vy", unit: "m/s", digits: 2, value: (row) => row.true[4] },
      { title: "turn", unit: "rad/s", digits: 2, value: ofRobot((row) => row.true[5]) },
      { title: "z", unit: "m", digits: 3, value: ofBall((row) => row.true[2]) },
      { title: "vz", unit: "m/s", digits: 2, value: ofBall((row) => row.true[5]) },
    ],
  },
  {
    name: "seen",
    about: "Last detection by the cameras, and its age",
    columns: [
      { title: "x", unit: "m", digits: 3, value: (row) => row.seen?.[0] },
      { title: "y", unit: "m", digits: 3, value: (row) => row.seen?.[1] },
      { title: "head", unit: "°", digits: 1, value: ofRobot((row) => degrees(row.seen?.[2])) },
      { title: "age", unit: "ms", digits: 0, value: (row) => thousandfold(row.seen?.at(-1)) },
    ],
  },
  {
    name: "seen − true",
    about: "Last detection minus true position now",
    columns: [
      { title: "Δx", unit: "mm", digits: 1, value: (row) => thousandfold(beside(row, 0)) },
      { title: "Δy", unit: "mm", digits: 1, value: (row) => thousandfold(beside(row, 1)) },
      { title: "Δhead", unit: "°", digits: 1, value: ofRobot(turned) },
    ],
  },
  {
    name: "state",
    about: "Charge of the kicker, and grip on the ball",
    columns: [
      { title: "charge", unit: "%", digits: 0, value: (row) => hundredfold(row.charge) },
      { title: "holds", unit: "%", digits: 0, value: ofRobot((row) => hundredfold(row.holds)) },
    ],
  },
];

function thousandfold(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : 1000 * value;
}

function hundredfold(value: number | null): number | null {
  return value === null ? null : 100 * value;
}

/** All rows and columns for a spreadsheet, with full figures. */
export function csv(time: number, rows: Row[]): string {
  const columns = GROUPS.flatMap((group) => group.columns.map((column) => ({ group: group.name, ...column })));
  const head = ["time [s]", "name", ...columns.map(({ group, title, unit }) => `${group} ${title} [${unit}]`)];
  const lines = rows.map((row) => [
    String(time),
    row.name,
    ...columns.map(({ value }) => {
      const number = value(row) ?? Number.NaN;
      return Number.isFinite(number) ? String(Number(number.toPrecision(7))) : "";
    }),
  ]);
  return [head, ...lines].map((line) => line.join(",")).join("\n");
}
