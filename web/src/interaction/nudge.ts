/** Moving and turning what is selected from the keyboard: all that the mouse can do, a step at a time. */
import type { Page } from "../model/page";
import { BALL } from "../model/body";
import type { Thing } from "../wire/schema";
import { Gesture } from "./gesture";
import { allowed } from "./refusal";
import type { Pose } from "./things";
import { called, poseOf } from "./things";

const PAUSE = 700; // ms: presses that follow one another faster are one step of undo

export class Nudge {
  private targets = new Map<string, Pose>();
  private gesture: Gesture | null = null;
  private timer = 0;

  constructor(private readonly page: Page) {
    page.on("selection", () => this.end());
  }

  /** By so many metres, and radians. */
  by(dx: number, dy: number, turn = 0): void {
    const { page } = this;
    if (!allowed(page, page.selection)) return;
    if (page.selection.size === 0) {
      page.say("Select a robot or the ball first: click it, or press X.");
      return;
    }
    if (this.gesture === null) this.begin();
    for (const [name, pose] of this.targets) {
      this.targets.set(name, { ...pose, x: pose.x + dx, y: pose.y + dy, heading: pose.heading + turn });
    }
    this.gesture?.hold(this.things(false));
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.end(), PAUSE);
  }

  private begin(): void {
    this.gesture = new Gesture(this.page, () => (this.gesture = null));
    this.targets.clear();
    for (const name of this.page.selection) {
      const pose = poseOf(this.page, name);
      if (pose !== null) this.targets.set(name, pose);
    }
  }

  private end(): void {
    clearTimeout(this.timer);
    this.gesture?.drop(this.things(true));
    this.gesture = null;
  }

  private things(rests: boolean): Thing[] {
    return [...this.targets].map(([name, { x, y, heading }]) => ({
      ...called(name),
      x,
      y,
      ...(name === BALL ? {} : { heading }),
      ...(rests ? { vx: 0, vy: 0 } : {}),
    }));
  }
}
