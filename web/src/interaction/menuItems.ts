/** What the menu offers for the ball, for a robot and for a place on the ground. */
import { LIVE, type Page } from "../model/page";
import { BALL } from "../model/body";
import type { Spot, Stage } from "../scene/stage";
import { nameOf } from "../wire/frame";
import { addRobot, changeTeam, faceBall, hasRoom, kickTo, otherTeam, putBall, remove, stopBall } from "./actions";
import { follow } from "./follow";
import type { Item } from "./menu";
import { signed } from "./numbers";
import { refusal } from "./refusal";
import type { Ruler } from "./ruler";
import { taken } from "./select";
import type { InputDevice, Steering } from "./steering";
import { gamepads } from "./gamepad";
import { movable } from "./things";

/** Those whom the menu's items work through. */
export interface MenuContext {
  page: Page;
  stage: Stage;
  steering: Steering;
  ruler: Ruler;
}

export interface MenuItems {
  title: string;
  items: Item[];
}

/** @param who what was under the pointer @param spot the ground there @param point css px in the canvas */
export function menuItems(context: MenuContext, name: string | null, spot: Spot | null, point: Spot): MenuItems {
  if (name === BALL) return { title: "Ball", items: forBall(context) };
  if (name !== null) return { title: title(context.page, name), items: forRobot(context, name) };
  if (spot === null) return { title: "Outside the pitch", items: [] };
  return { title: `x ${signed(spot.x, 2)}  y ${signed(spot.y, 2)} m`, items: forGround(context, spot, point) };
}

function title(page: Page, name: string): string {
  const many = taken(page, name).length;
  return many > 1 ? `${name} and ${many - 1} more` : name;
}

function forBall({ page, stage }: MenuContext): Item[] {
  const disabled = refusal(page);
  return [
    { name: "Stop", hook: "stop-ball", disabled, act: () => stopBall(page) },
    { name: "Put on the centre", hook: "centre-ball", disabled, act: () => putBall(page, { x: 0, y: 0 }) },
    { name: "Follow", hook: "follow", apart: true, act: () => follow(page, stage, BALL) },
  ];
}

function forRobot({ page, stage, steering }: MenuContext, name: string): Item[] {
  const disabled = refusal(page) ?? (movable(name) ? null : "It is fixed by its scene.");
  const other = otherTeam(name);
  const robots = taken(page, name).filter((one) => one !== BALL);
  const steer = (by: InputDevice): Item => ({
    name: `Drive with ${by}`,
    hook: `steer-${by}`,
    disabled,
    act: () => steering.take(name, by),
  });
  const items = [steer("keyboard")];
  if (gamepads().length > 0) items.push(steer("gamepad"));
  if (steering.steered(name)) items.push({ name: "Release", hook: "let-go", disabled, act: () => steering.letGo(name) });
  items.push(
    { name: "Face the ball", hook: "face-ball", disabled, apart: true, act: () => faceBall(page, robots) },
    { name: "Follow", hook: "follow", act: () => follow(page, stage, name) },
  );
  if (carriesSensors(page, name)) items.push({ name: "Sensors", hook: "sensors", act: () => showSensors(page, name) });
  items.push(
    {
      name: `Move to ${other}`,
      hook: "change-team",
      apart: true,
      disabled: disabled ?? hasRoom(page, other),
      act: () => changeTeam(page, name),
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

/** Whether it has sensors; a recording has none. */
function carriesSensors({ pitch, watching }: Page, name: string): boolean {
  if (pitch === null || watching.source !== LIVE) return false;
  const player = pitch.players.find(({ team, id }) => nameOf(team, id) === name);
  return player !== undefined && (pitch.kinds[player.kind]?.sensors ?? 0) > 0;
}

function showSensors(page: Page, name: string): void {
  page.select([name]);
  page.openPanel("sensors");
}

function forGround({ page, ruler }: MenuContext, spot: Spot, point: Spot): Item[] {
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
