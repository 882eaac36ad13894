/** Reports of sensors on the pitch: detections like those of the cameras, points as small crosses. */
import { bodyNamed } from "../model/body";
import type { Page, Sensed } from "../model/page";
import type { Seen } from "../wire/frame";
import type { Report } from "../wire/schema";
import { drawSeen } from "./marks";
import { STEERED } from "./palette";
import type { Robots } from "./robots";
import type { Strokes } from "./strokes";

const CROSS = 0.004; // of the field's length

export function drawReport(
  strokes: Strokes,
  { report, owner }: Sensed,
  page: Page,
  robots: Robots,
  ball: number, // its radius, m
): void {
  const all = report.objects.map((object): Seen => ({
    ...bodyNamed(object.name),
    age: report.age ?? 0,
    x: object.x,
    y: object.y,
    heading: object.heading ?? 0,
  }));
  const seen = all.filter((one) => one.owner !== "ball");
  drawSeen(strokes, { seen, seenBalls: all.filter((one) => one.owner === "ball") }, robots, ball);
  drawPoints(strokes, report.points, owner, page);
}

/** Points are relative to the robot that carries the sensor; those of a sensor of the field, to the field. */
function drawPoints(strokes: Strokes, points: Report["points"], owner: string | null, page: Page): void {
  if (points.length === 0) return;
  const robot = owner === null ? undefined : page.robot(owner);
  if (owner !== null && robot === undefined) return;
  const [cos, sin] = [Math.cos(robot?.heading ?? 0), Math.sin(robot?.heading ?? 0)];
  const size = CROSS * (page.pitch?.field.length ?? 9);
  strokes.colour(STEERED[0], STEERED[1], STEERED[2], 0.9);
  strokes.width(0, 1.5);
  for (const [px, py] of points as [number, number][]) {
    const x = (robot?.x ?? 0) + cos * px - sin * py;
    const y = (robot?.y ?? 0) + sin * px + cos * py;
    strokes.add(x - size, y, 0, x + size, y, 0);
    strokes.add(x, y - size, 0, x, y + size, 0);
  }
}
