/** The ball and the robots as hands see them: where they are, how large, and how asks call them. */
import type { Page } from "../model/page";
import { BALL } from "../model/page";
import type { Kind } from "../wire/schema";

/** Where a thing is; z is the height at which a hand would grip it. */
export interface Pose {
  x: number;
  y: number;
  z: number;
  heading: number;
  vx: number;
  vy: number;
  vz: number;
  turn: number;
}

/** A thing as `place` wants it. */
export type Thing = Record<string, number | string | boolean>;

export const OWNERS = ["blue", "yellow", "obstacle"] as const;
const radii = new WeakMap<Kind, number>(); // asked for with every move of the mouse
const UNKNOWN_RADIUS = 0.09; // m, of a robot whose kind was not told

export function poseOf(page: Page, who: number): Pose | null {
  if (who === BALL) return page.frame === null ? null : { ...page.frame.ball, heading: 0, turn: 0 };
  const robot = page.robot(who);
  if (robot === undefined) return null;
  return { ...robot, z: kindOf(page, who)?.height ?? 0, vz: 0 };
}

export function kindOf(page: Page, who: number): Kind | null {
  const { pitch } = page;
  if (pitch === null || who === BALL) return null;
  const player = pitch.players.find(({ team, id }) => team === OWNERS[who >> 6] && id === (who & 63));
  // One that was added by hand is of the kind that its team-mates are of.
  const like = player ?? pitch.players.find(({ team }) => team === OWNERS[who >> 6]);
  return pitch.kinds[like?.kind ?? 0] ?? null;
}

export function radiusOf(page: Page, who: number): number {
  if (who === BALL) return page.pitch?.ball_radius ?? 0.02;
  const kind = kindOf(page, who);
  if (kind === null || kind.outline.length === 0) return UNKNOWN_RADIUS;
  const radius = radii.get(kind) ?? Math.max(...kind.outline.map(([x, y]) => Math.hypot(x, y)));
  radii.set(kind, radius);
  return radius;
}

/** The beginning of what `place` is told about a thing. */
export function called(who: number): Thing {
  return who === BALL ? { ball: true } : { team: OWNERS[who >> 6] as string, id: who & 63 };
}

/** Obstacles belong to nobody: they stay where their scene puts them. */
export function movable(who: number): boolean {
  return who === BALL || who >> 6 < 2;
}

/** All that is on the pitch, in a fixed order: the ball, then robots by number. */
export function everything(page: Page): number[] {
  if (page.frame === null) return [];
  return [BALL, ...page.frame.robots.map(({ who }) => who).sort((a, b) => a - b)];
}

/** The lowest number that nobody of a team wears on the pitch; null if all are taken. */
export function freeNumber(page: Page, team: "blue" | "yellow"): number | null {
  const owner = OWNERS.indexOf(team);
  for (let id = 0; id < (page.pitch?.max_ids ?? 0); id++) {
    if (page.robot(64 * owner + id) === undefined) return 64 * owner + id;
  }
  return null;
}
