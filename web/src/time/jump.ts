/** Jumps from one event to the next, and lands a little before each, so that one sees what led to it. */
import type { Page } from "../model/page";
import type { Mark } from "../wire/schema";
import type { Clock } from "./clock";

export type Jump = "goal" | "event";

const BEFORE_GOAL = 2; // s
const BEFORE_EVENT = 0.5;
const EVENTS: Mark["kind"][] = ["goal", "out", "restart", "referee"];

/** Where to look from to see something happen. */
export function landing(mark: Mark): number {
  return mark.time - (mark.kind === "goal" ? BEFORE_GOAL : BEFORE_EVENT);
}

export function jump(page: Page, clock: Clock, kind: Jump, way: 1 | -1): void {
  const { first, last } = clock.range;
  const now = clock.time;
  const moments = page.marks
    .filter((mark) => (kind === "goal" ? mark.kind === "goal" : EVENTS.includes(mark.kind)))
    .filter((mark) => mark.time >= first && mark.time <= last)
    .map((mark) => Math.max(landing(mark), first))
    .sort((a, b) => a - b);
  const next = way > 0 ? moments.find((at) => at > now + 0.02) : moments.filter((at) => at < now - 0.02).at(-1);
  if (next !== undefined) clock.go(next, clock.past && clock.running);
  else page.say(`There is no ${way > 0 ? "later" : "earlier"} ${kind}${clock.recording ? "" : " in memory"}.`);
}
