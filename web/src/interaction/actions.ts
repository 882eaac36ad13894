/** What can be done to things at once, from the menu or a key; each is one gesture. */
import type { Page } from "../model/page";
import { BALL, bodyNamed, type Team } from "../model/body";
import type { Spot } from "../scene/stage";
import type { Asks } from "../wire/schema";
import { place } from "./gesture";
import { allowed } from "./refusal";
import { called, freeName, poseOf } from "./things";

export type Kicking = Asks["kick"]["how"];

export const KICKS: Record<Kicking, string> = {
  fast: "kick here",
  stop: "ball stops here",
  pass: "arrives here at 2 m/s",
  chip: "chip here",
};

export function kickTo(page: Page, spot: Spot, how: Kicking): void {
  if (allowed(page)) void page.request("kick", { x: spot.x, y: spot.y, how });
}

export function stopBall(page: Page): void {
  if (allowed(page)) place(page, [{ ...called(BALL), vx: 0, vy: 0, vz: 0 }]);
}

export function putBall(page: Page, spot: Spot): void {
  if (allowed(page)) place(page, [{ ...called(BALL), x: spot.x, y: spot.y, height: 0, vx: 0, vy: 0, vz: 0 }]);
}

export function addRobot(page: Page, team: Team, spot: Spot): void {
  const name = freeName(page, team);
  if (name === null || !allowed(page)) return;
  const heading = team === "blue" ? 0 : Math.PI; // towards the other goal
  place(page, [{ ...called(name), x: spot.x, y: spot.y, heading, present: true }]);
  page.select([name]);
}

export function remove(page: Page, things: Iterable<string>): void {
  const robots = [...things].filter((name) => name !== BALL);
  if (robots.length === 0 || !allowed(page, robots)) return;
  place(page, robots.map((name) => ({ ...called(name), present: false })));
  page.select([...page.selection].filter((name) => !robots.includes(name)));
  page.say(`${robots.join(", ")} removed. Ctrl+Z undoes it.`);
}

/** It plays for the others, where it stands, under their lowest free number. */
export function changeTeam(page: Page, name: string): void {
  const next = freeName(page, otherTeam(name));
  const pose = poseOf(page, name);
  if (next === null || pose === null || !allowed(page, [name])) return;
  const { x, y, heading } = pose;
  place(page, [
    { ...called(name), present: false },
    { ...called(next), x, y, heading, present: true },
  ]);
  page.select([next]);
}

export function otherTeam(name: string): Team {
  return bodyNamed(name).owner === "blue" ? "yellow" : "blue";
}

export function faceBall(page: Page, robots: Iterable<string>): void {
  const ball = page.frame?.ball;
  if (ball === undefined || !allowed(page, robots)) return;
  const things = [...robots].flatMap((name) => {
    const pose = name === BALL ? null : poseOf(page, name);
    if (pose === null) return [];
    return [{ ...called(name), heading: Math.atan2(ball.y - pose.y, ball.x - pose.x), turn: 0 }];
  });
  place(page, things);
}

export function hasRoom(page: Page, team: Team): string | null {
  if (freeName(page, team) !== null) return null;
  return `All ${page.pitch?.max_ids ?? 0} ${team} robots are on the pitch already.`;
}
