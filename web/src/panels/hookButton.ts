/** Hangs a robot with joints on a hook, and lets it down again. */
import { robotOf } from "../interaction/things";
import type { Page } from "../model/page";
import { ControlGuard } from "./controlGuard";
import { button, press } from "./elements";

export class HookButton {
  readonly root: HTMLButtonElement;
  private hangs = false;

  /** @param robot the name of the robot */
  constructor(
    private readonly page: Page,
    private readonly robot: () => string,
  ) {
    const title = "Fix its trunk in the air, so that its limbs move freely; once more lets it down";
    this.root = new ControlGuard(page).guard(button({ class: "slim", "data-hook": "hang", title, onclick: () => void this.toggle() }, "Hang on a hook"));
    this.show(false);
  }

  show(hangs: boolean): void {
    this.hangs = hangs;
    press(this.root, hangs);
  }

  private async toggle(): Promise<void> {
    const on = !this.hangs;
    if (this.robot() === "" || (await this.page.request("hang", { ...robotOf(this.robot()), on })) === null) return;
    this.show(on);
  }
}
