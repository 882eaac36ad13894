/** The banner after a goal: for whom, the score, who scored, how fast. It belongs to the moment that is shown. */
import type { Page } from "../model/page";
import type { Mark } from "../wire/schema";
import { make } from "./elements";
import "./goal.css";

const SPAN = 3; // s of the match after the goal
const LEAST = 2000; // ms on the screen, however fast the match runs

export class GoalBanner {
  private shown: Mark | null = null;
  private until = 0; // ms
  private timer = 0;

  constructor(
    private readonly page: Page,
    private readonly root: HTMLElement,
  ) {
    page.on("frame", () => this.look());
    page.on("marks", () => this.look());
    page.on("rewound", () => this.look());
    page.on("pitch", () => this.look());
  }

  private look(): void {
    const { frame, marks, watching } = this.page;
    const time = frame?.time ?? 0;
    const now = performance.now();
    let found: Mark | null = null;
    for (let at = marks.length - 1; at >= 0 && found === null; at--) {
      const mark = marks[at];
      if (mark.time < time - SPAN) break; // they are in the order of their times
      if (mark.kind === "goal" && mark.time <= time) found = mark;
    }
    if (found !== null && found !== this.shown) this.until = now + LEAST;
    if (found === null && this.shown !== null && marks.includes(this.shown) && watching.at === null && time >= this.shown.time && now < this.until) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.look(), this.until - now + 1); // a paused match brings no more frames
      return;
    }
    if (found === this.shown) return;
    this.shown = found;
    this.root.replaceChildren(...(found === null ? [] : [banner(found)]));
  }
}

/** "GOAL yellow 0 : 1" and below it "by yellow 5 at 4.2 m/s". */
function banner({ team, score, detail }: Mark): HTMLElement {
  const line = make("p", { class: "goal-line" }, make("strong", {}, "GOAL"));
  if (team !== null) line.append(" ", make("span", { class: "goal-team" }, team));
  if (score !== null) line.append(" ", make("span", { class: "goal-score" }, `${score.blue} : ${score.yellow}`));
  const parts = detail === "" ? [line] : [line, make("p", { class: "goal-detail" }, detail)];
  return make("div", { class: `goal-banner ${team ?? ""}` }, ...parts);
}
