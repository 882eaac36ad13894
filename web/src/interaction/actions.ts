/** What can be done to things at once, from the menu or a key; each is one gesture. */
import type { Page } from "../model/page";
import { BALL, nameOf } from "../model/page";
import type { Spot } from "../scene/stage";
import { place } from "./gesture";
import { allowed } from "./refusal";
import { called, freeNumber, OWNERS, poseOf } from "./things";

export type Team = "blue" | "yellow";
export type Kicking = "fast" | "stop" | "pass" | "chip";

export const KICKS: Record<Kicking, string> = {
  fast: "kick here",
  stop: "ball stops here",
  pass: "arrives here at 2 m/s",
  chip: "chip here",
};

export function kickTo(page: Page, spot: Spot, how: Kicking): void {
  if (allowed(page)) void page.wish("kick", { x: spot.x, y: spot.y, how });
}

export function stopBall(page: Page): void {
  if (allowed(page)) place(page, [{ ...called(BALL), vx: 0, vy: 0, vz: 0 }]);
}

export function putBall(page: Page, spot: Spot): void {
  if (allowed(page)) place(page, [{ ...called(BALL), x: spot.x, y: spot.y, height: 0, vx: 0, vy: 0, vz: 0 }]);
}

export function addRobot(page: Page, team: Team, spot: Spot): void {
  const who = freeNumber(page, team);
  if (who === null || !allowed(page)) return;
  const heading = team === "blue" ? 0 : Math.PI; // towards the other goal
  place(page, [{ ...called(who), x: spot.x, y: spot.y, heading, present: true }]);
  page.select([who]);
}

export function remove(page: Page, things: Iterable<number>): void {
  const robots = [...things].filter((who) => who !== BALL);
  if (robots.length === 0 || !allowed(page, robots)) return;
  place(page, robots.map((who) => ({ ...called(who), present: false })));
  page.select([...page.selection].filter((who) => !robots.includes(who)));
  page.say(`${robots.map(nameOf).join(", ")} removed. Ctrl+Z undoes it.`);
}

/** It plays for the others, where it stands, under their lowest free number. */
export function changeTeam(page: Page, who: number): void {
  const next = freeNumber(page, otherTeam(who));
  const pose = poseOf(page, who);
  if (next === null || pose === null || !allowed(page, [who])) return;
  const { x, y, heading } = pose;
  place(page, [
    { ...called(who), present: false },
    { ...called(next), x, y, heading, present: true },
  ]);
  page.select([next]);
}

export function otherTeam(who: number): Team {
  return who >> 6 === 0 ? "yellow" : "blue";
}

export function faceBall(page: Page, robots: Iterable<number>): void {
  const ball = page.frame?.ball;
  if (ball === undefined || !allowed(page, robots)) return;
  const things = [...robots].flatMap((who) => {
    const pose = who === BALL ? null : poseOf(page, who);
    if (pose === null) return [];
    return [{ ...called(who), heading: Math.atan2(ball.y - pose.y, ball.x - pose.x), turn: 0 }];
  });
  place(page, things);
}

export function hasRoom(page: Page, team: Team): string | null {
  if (freeNumber(page, team) !== null) return null;
  return `All ${page.pitch?.max_ids ?? 0} ${OWNERS.includes(team) ? team : ""} robots are on the pitch already.`;
}
