/** Names of robots and of the ball, "blue 3" and "ball", and what they stand for. */
import { nameOf, type Owner } from "../wire/frame";

export type Team = "blue" | "yellow";

export const BALL = "ball"; // its name, among those of robots
export const TEAMS: readonly Team[] = ["blue", "yellow"];

export interface Body {
  name: string;
  owner: Owner;
  id: number;
}

/** The body with this owner and id. */
export function bodyOf(owner: Owner, id: number): Body {
  return { name: nameOf(owner, id), owner, id };
}

/** The body with this name: the opposite of `nameOf`. */
export function bodyNamed(name: string): Body {
  const [owner, id] = name.split(" ");
  return { name, owner: owner as Owner, id: Number(id ?? 0) };
}

/** Whether it plays in a team. */
export function isTeam(owner: Owner): owner is Team {
  return owner === "blue" || owner === "yellow";
}
