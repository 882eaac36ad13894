/** Picking: what is under the pointer. */
import type { Page } from "../model/page";
import { BALL } from "../model/body";
import type { Stage, ViewName } from "../scene/stage";
import { kindOf, radiusOf } from "./things";

/** How generous picking is, css px: a finger is blunter than a mouse. */
export interface Reach {
  ball: number; // at least so far from its middle
  robot: number; // so far beyond its outline
}

export const MOUSE: Reach = { ball: 12, robot: 4 };
export const FINGER: Reach = { ball: 24, robot: 14 };

const WIDE = [1, 0.5, 0]; // of the height of a robot: where it can be gripped from aside
const THIN = Array.from({ length: 13 }, (_, step) => 1 - step / 12);

export interface Picked {
  name: string;
  height: number; // of the plane on which it was gripped: it moves on that one
}

/** The ball first, which is small; then the robot whose middle is nearest, measured by its size. */
export function pick(page: Page, stage: Stage, x: number, y: number, reach = MOUSE): Picked | null {
  if (page.frame === null) return null;
  const scale = stage.scale(x, y);
  const { ball, robots } = page.frame;
  const seen = stage.screen(ball.x, ball.y, ball.z, stage.paneAt(x, y));
  if (seen !== null && Math.hypot(seen.x - x, seen.y - y) <= Math.max(reach.ball, radiusOf(page, BALL) * scale)) {
    return { name: BALL, height: ball.z };
  }
  let best: Picked | null = null;
  let nearest = 1;
  for (const robot of robots) {
    const kind = kindOf(page, robot.name);
    const tall = kind?.height ?? 0;
    const far = radiusOf(page, robot.name) + reach.robot / scale;
    // A robot seen from aside is more than its top: its middle and its foot can be gripped as well; a thin one anywhere.
    const grips = kind?.figure ? THIN : WIDE;
    for (const height of viewAt(stage, x, y) === "top" ? [tall] : grips.map((share) => share * tall)) {
      const spot = stage.ground(x, y, height);
      if (spot === null) continue;
      const distance = Math.hypot(spot.x - robot.x, spot.y - robot.y) / far;
      if (distance < nearest) {
        nearest = distance;
        best = { name: robot.name, height };
      }
    }
  }
  return best;
}

export function viewAt(stage: Stage, x: number, y: number): ViewName {
  return stage.panes[stage.paneAt(x, y)]?.view ?? "top";
}
