/** Whether this page may change the match: one rule for buttons, pointer, keys and the time bar. */
import type { Page } from "./page";

/** Whether this page controls, or would by doing something: a page with the key takes control if no page has it. */
export function mayControl(page: Page): boolean {
  return page.controls || (page.roles.controller === null && page.welcome?.trusted === true);
}

/** Why this page may not change the match, as a sentence for the user; null: it may. */
export function controlRefusal(page: Page): string | null {
  if (!page.backend.connected) return "There is no connection to the server.";
  if (page.connection !== "ready") return "The match has not begun.";
  if (mayControl(page)) return null;
  return page.welcome?.trusted === false
    ? "You are watching. To control the match, press “Needs the key” above."
    : "You are watching: press “Take control” first.";
}
