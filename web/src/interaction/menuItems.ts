/** What the menu offers for the ball, for a robot and for a place on the ground. */
import type { Page } from "../model/page";
import { BALL, nameOf } from "../model/page";
import type { Spot, Stage } from "../scene/stage";
import { addRobot, changeTeam, faceBall, hasRoom, kickTo, otherTeam, putBall, remove, stopBall } from "./actions";
import { follow } from "./follow";
import type { Item } from "./menu";
import { signed } from "./numbers";
import { refusal } from "./refusal";
import type { Ruler } from "./ruler";
import { taken } from "./select";
import type { Means, Steering } from "./steering";
import { gamepad } from "./gamepad";
import { movable } from "./things";

/** Those whom the menu's items work through. */
export interface Crew {
  page: Page;
  stage: Stage;
  steering: Steering;
  ruler: Ruler;
}

export interface Choices {
  title: string;
  items: Item[];
}

/** @param who what was under the pointer @param spot the ground there @param point css px in the canvas */
export function choices(crew: Crew, who: number | null, spot: Spot | null, point: Spot): Choices {
  if (who === BALL) return { title: "Ball", items: forBall(crew) };
  if (who !== null) return { title: title(crew.page, who), items: forRobot(crew, who) };
  if (spot === null) return { title: "Outside the pitch", items: [] };
  return { title: `x ${signed(spot.x, 2)}  y ${signed(spot.y, 2)} m`, items: forGround(crew, spot, point) };
}

function title(page: Page, who: number): string {
  const many = taken(page, who).length;
  return many > 1 ? `${nameOf(who)} and ${many - 1} more` : nameOf(who);
}

function forBall({ page, stage }: Crew): Item[] {
  const disabled = refusal(page);
  return [
    { name: "Stop", hook: "stop-ball", disabled, act: () => stopBall(page) },
    { name: "Put on the centre", hook: "centre-ball", disabled, act: () => putBall(page, { x: 0, y: 0 }) },
    { name: "Follow", hook: "follow", apart: true, act: () => follow(page, stage, BALL) },
  ];
}

function forRobot({ page, stage, steering }: Crew, who: number): Item[] {
  const disabled = refusal(page) ?? (movable(who) ? null : "It is fixed by its scene.");
  const other = otherTeam(who);
  const robots = taken(page, who).filter((one) => one !== BALL);
  const steer = (by: Means): Item => ({
    name: `Drive with ${by}`,
    hook: `steer-${by}`,
    disabled,
    act: () => steering.take(who, by),
  });
  const items = [steer("keyboard")];
  if (gamepad() !== null) items.push(steer("gamepad"));
  if (steering.steered(who)) items.push({ name: "Release", hook: "let-go", disabled, act: () => steering.letGo(who) });
  items.push(
    { name: "Face the ball", hook: "face-ball", disabled, apart: true, act: () => faceBall(page, robots) },
    { name: "Follow", hook: "follow", act: () => follow(page, stage, who) },
    {
      name: `Move to ${other}`,
      hook: "change-team",
      apart: true,
      disabled: disabled ?? hasRoom(page, other),
      act: () => changeTeam(page, who),
    },
    {
      name: robots.length > 1 ? `Remove ${robots.length} robots` : "Remove",
      hook: "remove",
      disabled,
      act: () => remove(page, robots),
    },
  );
  return items;
}

function forGround({ page, ruler }: Crew, spot: Spot, point: Spot): Item[] {
  const disabled = refusal(page);
  const add = (team: "blue" | "yellow", apart: boolean): Item => ({
    name: `Add ${team} robot here`,
    hook: `add-${team}`,
    apart,
    disabled: disabled ?? hasRoom(page, team),
    act: () => addRobot(page, team, spot),
  });
  return [
    { name: "Ball here", hook: "ball-here", disabled, act: () => putBall(page, spot) },
    { name: "Kick here", hook: "kick-here", disabled, act: () => kickTo(page, spot, "fast") },
    { name: "Pass here", hook: "pass-here", disabled, act: () => kickTo(page, spot, "pass") },
    { name: "Stop ball here", hook: "stop-here", disabled, act: () => kickTo(page, spot, "stop") },
    { name: "Chip here", hook: "chip-here", disabled, act: () => kickTo(page, spot, "chip") },
    add("blue", true),
    add("yellow", false),
    { name: "Measure from here", hook: "measure", apart: true, act: () => ruler.start(point) },
  ];
}
