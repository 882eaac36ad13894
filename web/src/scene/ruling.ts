/** What the referee demands, on the pitch: the place of the ball, and the distance that has to be kept from it. */
import type { Page } from "../model/page";
import { TEAMS, WHITE } from "./palette";
import type { Strokes } from "./strokes";

const STEPS = 48; // of a circle
const CROSS = 0.012; // of the field's length
const DASH = 6; // px
const LIGHTER = 0.4; // than the team: blue on green is hard to see

export function drawRuling(strokes: Strokes, page: Page, ball: { x: number; y: number }): void {
  const { referee } = page;
  if (referee === undefined || referee.phase === "running") return;
  const { place, clearance, team } = referee;
  const [red, green, blue] = team === null ? WHITE : TEAMS[team];
  strokes.colour(lighter(red), lighter(green), lighter(blue), 0.95);
  if (place !== null) {
    const size = CROSS * (page.pitch?.field.length ?? 9);
    strokes.width(0, 2);
    strokes.add(place[0] - size, place[1] - size, 0, place[0] + size, place[1] + size, 0);
    strokes.add(place[0] - size, place[1] + size, 0, place[0] + size, place[1] - size, 0);
  }
  if (clearance === null) return;
  strokes.width(0, 2, DASH);
  for (let i = 0; i < STEPS; i++) {
    const [a, b] = [i, i + 1].map((step) => (2 * Math.PI * step) / STEPS) as [number, number];
    strokes.add(
      ball.x + clearance * Math.cos(a),
      ball.y + clearance * Math.sin(a),
      0,
      ball.x + clearance * Math.cos(b),
      ball.y + clearance * Math.sin(b),
      0,
    );
  }
}

function lighter(part: number): number {
  return part + LIGHTER * (1 - part);
}
