/** Buttons for how the pitch is looked at: how many panes, and which view the active one has. */
import type { Stage, ViewName } from "../scene/stage";
import { button, make, press } from "./elements";
import { icon, type IconName } from "./icons";

const PANES: [1 | 2 | 4, IconName, string][] = [
  [1, "one", "One pane"],
  [2, "two", "Two panes"],
  [4, "four", "Four panes"],
];
const VIEWS: [ViewName, string][] = [
  ["top", "The whole field from above"],
  ["ball", "The ball and the four robots nearest to it, from above"],
  ["robot", "What the selected robot sees, or else the striker"],
  ["free", "As on television: follows the ball until you move it; drag to turn"],
];
const OFTEN = 250; // ms: keys and clicks on the stage change views as well, and it does not say so

export class Views {
  readonly panes = make("span", { class: "segments", role: "group", "aria-label": "Panes" });
  readonly views = make("span", { class: "segments", role: "group", "aria-label": "View of the active pane" });

  constructor(private readonly stage: Stage) {
    for (const [count, picture, title] of PANES) {
      const click = () => this.act(() => stage.setPanes(count));
      this.panes.append(
        button({ "data-panes": count, "aria-label": title, title, onclick: click }, icon(picture)),
      );
    }
    VIEWS.forEach(([view, about], index) => {
      const click = () => this.act(() => stage.setView(view));
      const title = `${about} (${index + 1})`;
      this.views.append(button({ "data-view": view, title, onclick: click }, view));
    });
    this.look();
    setInterval(() => this.look(), OFTEN);
  }

  private act(change: () => void): void {
    change();
    this.look();
  }

  private look(): void {
    const { panes, active } = this.stage;
    for (const button of this.panes.children) press(button, button.getAttribute("data-panes") === String(panes.length));
    for (const button of this.views.children) press(button, button.getAttribute("data-view") === panes[active]?.view);
  }
}
