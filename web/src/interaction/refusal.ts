/** Why nothing can be moved just now. */
import { controlRefusal } from "../model/control";
import type { Page } from "../model/page";
import { LIVE } from "../model/page";
import { movable } from "./things";

/** A sentence for the user; null if the match may be changed. */
export function refusal(page: Page): string | null {
  const { watching } = page;
  const past = page.frame?.past || watching.source !== LIVE || watching.at !== null;
  if (past && page.backend.connected) return "This is the past: press L for live, or B to continue the match from here.";
  return controlRefusal(page);
}

/** Whether these may be moved; says why not. */
export function allowed(page: Page, things: Iterable<string> = []): boolean {
  const fixed = [...things].find((name) => !movable(name));
  const reason = refusal(page) ?? (fixed === undefined ? null : `${fixed} is fixed by its scene.`);
  if (reason !== null) page.say(reason, "warning");
  return reason === null;
}
