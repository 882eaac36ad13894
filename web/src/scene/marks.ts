/** Marks on and over things: rings of selection, arrows of speed, what cameras see and what they saw. */
import type { Frame, Seen } from "../wire/frame";
import type { Footprint } from "../wire/schema";
import { FRAME } from "../wire/schema";
import { BALL } from "../model/body";
import { CAMERA, SEEN_BALL, STEERED, TINTS, WHITE } from "./palette";
import type { Rgb } from "./palette";
import type { Robots } from "./robots";
import type { Discs } from "./discs";
import type { Strokes } from "./strokes";

const AHEAD = 0.25; // s that an arrow points ahead
const SLOWEST = 0.03; // m/s
const FRESH = 0.2; // s: what was seen longer ago fades …
const GONE = 1; // … and then is no longer shown

export function drawRings(
  discs: Discs,
  frame: Frame,
  robots: Robots,
  selection: ReadonlySet<string>,
  ball: number, // its radius
): void {
  for (const { name, state, x, y } of frame.robots) {
    const radius = robots.build(name)?.radius ?? 0.1;
    if (selection.has(name)) {
      discs.ring(x, y, radius, 4, 4, 0, [0, 0, 0], 0.45);
      discs.ring(x, y, radius, 4, 2, 0, WHITE, 1);
    }
    if (state & FRAME.STEERED) {
      discs.ring(x, y, radius, 9, 4, 10, [0, 0, 0], 0.4);
      discs.ring(x, y, radius, 9, 2.4, 10, STEERED, 1);
    }
  }
  if (selection.has(BALL)) {
    discs.ring(frame.ball.x, frame.ball.y, ball, 7, 4, 0, [0, 0, 0], 0.45);
    discs.ring(frame.ball.x, frame.ball.y, ball, 7, 2, 0, WHITE, 1);
  }
}

export function drawArrows(strokes: Strokes, frame: Frame, robots: Robots): void {
  for (const { name, owner, x, y, vx, vy } of frame.robots) {
    const [red, green, blue] = TINTS[owner];
    strokes.colour(red, green, blue, 0.95);
    arrow(strokes, x, y, vx, vy, robots.build(name)?.radius ?? 0.1);
  }
  strokes.colour(...SEEN_BALL, 0.95);
  arrow(strokes, frame.ball.x, frame.ball.y, frame.ball.vx, frame.ball.vy, 0.08);
}

/** From the middle to where it will be: beyond the body if it is fast enough to matter. */
function arrow(strokes: Strokes, x: number, y: number, vx: number, vy: number, size: number): void {
  if (Math.hypot(vx, vy) < SLOWEST) return;
  strokes.width(0.012, 1.8);
  strokes.arrow(x, y, x + AHEAD * vx, y + AHEAD * vy, 0, 0.8 * size);
}

function freshness(age: number): number {
  return Math.min(1, Math.max(0, (GONE - age) / (GONE - FRESH)));
}

/** Outlines with their heading for robots, crosses for balls. */
export function drawSeen(strokes: Strokes, frame: Pick<Frame, "seen" | "seenBalls">, robots: Robots, ball: number): void {
  for (const seen of frame.seen) {
    const opacity = freshness(seen.age);
    const build = robots.build(seen.name);
    if (opacity === 0 || build === undefined) continue;
    const { outline } = build;
    const colour = TINTS[seen.owner];
    const c = Math.cos(seen.heading);
    const s = Math.sin(seen.heading);
    // Dark under light: seen on robots of any colour as well as on the carpet.
    for (const dark of [true, false]) {
      tone(strokes, dark, colour, opacity);
      for (let i = 0; i < outline.length; i++) {
        const [x, y] = outline[i] as [number, number];
        const [nx, ny] = outline[(i + 1) % outline.length] as [number, number];
        const fromX = seen.x + c * x - s * y;
        const fromY = seen.y + s * x + c * y;
        strokes.add(fromX, fromY, 0, seen.x + c * nx - s * ny, seen.y + s * nx + c * ny, 0);
      }
      strokes.add(seen.x, seen.y, 0, seen.x + 1.5 * build.radius * c, seen.y + 1.5 * build.radius * s, 0);
    }
  }
  for (const seen of frame.seenBalls) cross(strokes, seen, 2.2 * ball);
}

function cross(strokes: Strokes, seen: Seen, size: number): void {
  const opacity = freshness(seen.age);
  if (opacity === 0) return;
  for (const dark of [true, false]) {
    tone(strokes, dark, SEEN_BALL, opacity);
    strokes.add(seen.x - size, seen.y - size, 0, seen.x + size, seen.y + size, 0);
    strokes.add(seen.x - size, seen.y + size, 0, seen.x + size, seen.y - size, 0);
  }
}

function tone(strokes: Strokes, dark: boolean, colour: Rgb, opacity: number): void {
  strokes.width(0, dark ? 3.4 : 1.5);
  if (dark) strokes.colour(0, 0, 0, 0.5 * opacity);
  else strokes.colour(colour[0], colour[1], colour[2], opacity);
}

export function drawFootprints(strokes: Strokes, cameras: readonly Footprint[]): void {
  strokes.colour(...CAMERA, 0.9);
  strokes.width(0, 1.5, 6);
  for (const { corners } of cameras) {
    corners.forEach(([x, y], i) => {
      const [toX, toY] = corners[(i + 1) % corners.length] as [number, number];
      strokes.add(x, y, 0, toX, toY, 0);
    });
  }
}
