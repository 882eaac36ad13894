/** The role of this page: it controls or watches, how many pages are open, the button to take or release control. */
import type { Page } from "../model/page";
import { make, write } from "./elements";
import { icon } from "./icons";
import { KeyDialog, WHY } from "./keydialog";

export class Role {
  private says = make("span", { id: "role" });
  private button = make("button", { id: "control", type: "button", onclick: () => this.click() });
  private count = make("span", { class: "mono" });
  private dialog: KeyDialog;
  private told = false; // why it can only watch
  private viewers = make("span", { id: "viewers", class: "viewers" }, icon("people"), this.count);

  constructor(
    private readonly page: Page,
    root: HTMLElement,
  ) {
    this.dialog = new KeyDialog(page);
    if (!page.backend.offers("control")) return;
    root.append(make("span", { class: "role" }, this.viewers, this.says, this.button));
    for (const topic of ["roles", "connection", "watching"] as const) page.on(topic, () => this.look());
    this.look();
  }

  private look(): void {
    const { page } = this;
    const { welcome, roles, controls } = page;
    const connected = page.connection === "ready" && welcome !== null;
    if (connected && !welcome.trusted && !this.told) {
      this.told = true;
      page.say(WHY);
    }
    write(this.says, !connected ? (page.backend.connected ? "Starting" : "Not connected") : controls ? "You control" : "You watch");
    this.says.classList.toggle("controls", connected && controls);
    this.says.title =
      roles.controller === null ? "No page controls the match." : controls ? "" : "Another page controls the match.";
    write(this.button, controls ? "Release control" : welcome?.trusted === false ? "Needs the key" : "Take control");
    this.button.disabled = !connected;
    this.button.title = controls
      ? "Let another page control the match"
      : welcome?.trusted === false
        ? WHY
        : "Control the match from this page";
    this.says.hidden = this.button.hidden = !page.hasMatch; // a recording needs no control
    write(this.count, String(roles.viewers));
    const people = roles.viewers === 1 ? "1 page is open" : `${roles.viewers} pages are open`;
    this.viewers.title = people;
    this.viewers.setAttribute("aria-label", people);
    this.viewers.setAttribute("role", "img");
  }

  private click(): void {
    const { page } = this;
    if (page.welcome?.trusted === false) this.dialog.show();
    else void page.request("control", { take: !page.controls });
  }
}
