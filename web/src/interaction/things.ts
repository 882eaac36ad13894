/** The ball and the robots as the pointer acts on them: where they are, how large, and how requests name them. */
import type { Page } from "../model/page";
import { BALL, bodyNamed, bodyOf, isTeam, type Team } from "../model/body";
import type { Asks, Kind, Thing } from "../wire/schema";

/** Where a thing is; z is the height at which it is picked. */
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

const radii = new WeakMap<Kind, number>(); // asked for with every move of the mouse
const UNKNOWN_RADIUS = 0.09; // m, of a robot whose kind was not told

export function poseOf(page: Page, name: string): Pose | null {
  if (name === BALL) return page.frame === null ? null : { ...page.frame.ball, heading: 0, turn: 0 };
  const robot = page.robot(name);
  if (robot === undefined) return null;
  return { ...robot, z: kindOf(page, name)?.height ?? 0, vz: 0 };
}

export function kindOf(page: Page, name: string): Kind | null {
  const { pitch } = page;
  if (pitch === null || name === BALL) return null;
  const { owner, id: number } = bodyNamed(name);
  const player = pitch.players.find(({ team, id }) => team === owner && id === number);
  // One that was added by hand is of the kind that its team-mates are of.
  const like = player ?? pitch.players.find(({ team }) => team === owner);
  return pitch.kinds[like?.kind ?? 0] ?? null;
}

export function radiusOf(page: Page, name: string): number {
  if (name === BALL) return page.pitch?.ball_radius ?? 0.02;
  const kind = kindOf(page, name);
  if (kind === null || kind.outline.length === 0) return UNKNOWN_RADIUS;
  const radius = radii.get(kind) ?? Math.max(...kind.outline.map(([x, y]) => Math.hypot(x, y)));
  radii.set(kind, radius);
  return radius;
}

/** The beginning of what `place` is told about a thing. */
export function called(name: string): Thing {
  return name === BALL ? { ball: true } : robotOf(name);
}

/** The team and id of a robot. */
export function robotOf(name: string): Asks["release"] {
  const { owner, id } = bodyNamed(name);
  return { team: owner as Team, id };
}

/** Obstacles belong to nobody: they stay where their scene puts them. */
export function movable(name: string): boolean {
  return name === BALL || isTeam(bodyNamed(name).owner);
}

/** All that is on the pitch, in a fixed order: the ball, then robots by team and id. */
export function everything(page: Page): string[] {
  if (page.frame === null) return [];
  const order = ["blue", "yellow", "obstacle", "ball"];
  const robots = [...page.frame.robots];
  robots.sort((a, b) => order.indexOf(a.owner) - order.indexOf(b.owner) || a.id - b.id);
  return [BALL, ...robots.map(({ name }) => name)];
}

/** The name with the lowest id that no robot of a team on the pitch has; null if all are taken. */
export function freeName(page: Page, team: Team): string | null {
  for (let id = 0; id < (page.pitch?.max_ids ?? 0); id++) {
    const { name } = bodyOf(team, id);
    if (page.robot(name) === undefined) return name;
  }
  return null;
}
