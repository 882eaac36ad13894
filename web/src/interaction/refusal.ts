/** Why nothing can be moved just now. */
import type { Page } from "../model/page";
import { LIVE, nameOf } from "../model/page";
import { movable } from "./things";

/** Whether this page controls, or would by doing something: whoever comes first does where nobody does. */
export function mayControl(page: Page): boolean {
  return page.controls || (page.roles.controller === null && page.welcome?.trusted === true);
}

/** A sentence for the user; null if the match may be changed. */
export function refusal(page: Page): string | null {
  const { watching } = page;
  if (!page.link.connected) return "There is no connection to the server.";
  if (page.frame?.past || watching.source !== LIVE || watching.at !== null) {
    return "This is the past: press L for live, or B to continue the match from here.";
  }
  if (mayControl(page)) return null;
  return page.welcome?.trusted === false
    ? "You are watching. To control the match, press “Needs the key” above."
    : "You are watching: press “Take control” first.";
}

/** Whether these may be moved; says why not. */
export function allowed(page: Page, things: Iterable<number> = []): boolean {
  const fixed = [...things].find((who) => !movable(who));
  const reason = refusal(page) ?? (fixed === undefined ? null : `${nameOf(fixed)} is fixed by its scene.`);
  if (reason !== null) page.say(reason, "warning");
  return reason === null;
}
