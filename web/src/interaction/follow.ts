/** Following: the ball and robot views look at one thing. */
import type { Page } from "../model/page";
import type { Stage } from "../scene/stage";

export function follow(page: Page, stage: Stage, name: string): void {
  stage.follow(name);
  const seen = stage.panes.some(({ view }) => view === "ball" || view === "robot");
  page.say(`Following ${name}${seen ? "." : ": press 2 or 3 to see it in the ball or robot view."}`);
}
