/** The motions that a robot can play: those that come with it, and those in the folder of the server. */
import type { Page } from "../../model/page";
import type { MotionEntry } from "../../wire/schema";
import { ControlGuard } from "../controlGuard";
import { button, make } from "../elements";
import { fixed } from "../numbers";

export class MotionList {
  readonly root = make("ul", { class: "motions", "aria-label": "Motions" });
  private readonly guard: ControlGuard;
  private made = "";

  constructor(
    page: Page,
    private readonly play: (motion: MotionEntry) => void,
    private readonly edit: (motion: MotionEntry) => void,
  ) {
    this.guard = new ControlGuard(page);
  }

  /** `servos`: the names of those that the robot has. */
  show(motions: MotionEntry[], servos: string[]): void {
    const made = JSON.stringify([motions, servos]);
    if (made === this.made) return;
    this.made = made;
    this.guard.forget();
    this.root.replaceChildren(...motions.map((motion) => this.entry(motion, servos)));
  }

  private entry(motion: MotionEntry, servos: string[]): HTMLElement {
    const { name, title, saved, seconds } = motion;
    const missing = motion.servos.find((servo) => !servos.includes(servo));
    const why = missing === undefined ? `Play ${title}` : `This robot has no servo ${missing}`;
    const play = button({ class: "slim", "data-play": name, title: why, disabled: missing !== undefined, "aria-label": `Play ${title}`, onclick: () => this.play(motion) }, "▶");
    const edit = button({ class: "slim", "data-edit": name, "aria-label": `Edit ${title}`, onclick: () => this.edit(motion) }, "Edit");
    const about = `${fixed(seconds, 1)} s · ${saved ? `${name}, saved` : "comes with the robot"}`;
    return make("li", {}, missing === undefined ? this.guard.guard(play) : play, make("span", {}, make("strong", {}, title), make("span", { class: "faint small" }, about)), edit);
  }
}
