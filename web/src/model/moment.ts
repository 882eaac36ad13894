/** What the part of the address behind # says to look at: `#at=38.7&view=free&speed=0.25`. */
import type { ViewName } from "../scene/panes";
import type { Page } from "./page";
import { LIVE } from "./page";

export interface Moment {
  at: number | null;
  speed: number | null;
  view: ViewName | null;
}

const VIEWS: readonly string[] = ["top", "ball", "robot", "free"];

/** What cannot be read is left out. */
export function momentIn(hash: string): Moment {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const number = (name: string, least: number): number | null => {
    const value = Number(given.get(name) ?? "nothing");
    return Number.isFinite(value) && value >= least ? value : null;
  };
  const view = given.get("view") ?? "";
  return { at: number("at", 0), speed: number("speed", 0.01), view: VIEWS.includes(view) ? (view as ViewName) : null };
}

/** Look there once the match, or the recording, is known. */
export function lookAt({ at, speed, view }: Moment, page: Page, show: (view: ViewName) => void): void {
  if (view !== null) show(view);
  let done = false;
  page.on("frame", ({ first, last }) => {
    if (done) return;
    done = true;
    if (speed !== null) page.watch({ speed });
    if (at !== null) page.watch({ at: Math.min(Math.max(at, first), last), playing: page.watching.source !== LIVE });
  });
}
