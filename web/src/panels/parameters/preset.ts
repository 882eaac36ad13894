/** The preset of the realism: all noise, loss and delay at once. */
import { LIVE, type Page } from "../../model/page";
import { make } from "../elements";
import type { ControlGuard } from "../controlGuard";

const OWN = "own values";

export class Preset {
  readonly root: HTMLElement;
  private select: HTMLSelectElement;

  constructor(
    private readonly page: Page,
    guard: ControlGuard,
    private readonly done: () => void,
  ) {
    this.select = guard.guard(
      make("select", {
        id: "realism-preset",
        class: "slim grow",
        title: "Noise, loss and delay together",
        onchange: () => void this.choose(),
      }),
    );
    this.root = make("div", { class: "bar" }, make("label", { for: "realism-preset" }, "Realism"), this.select);
    this.look();
  }

  look(): void {
    const { pitch } = this.page;
    // A recording has a pitch of its own, but it is the live match that can be changed.
    if (pitch !== null && pitch.source !== LIVE) return;
    this.root.hidden = pitch === null || pitch.presets.length === 0; // leagues without cameras have none
    if (pitch === null) return;
    const names = pitch.presets.includes(pitch.realism) ? pitch.presets : [pitch.realism || OWN, ...pitch.presets];
    if (names.join("\n") !== [...this.select.options].map((option) => option.value).join("\n")) {
      this.select.replaceChildren(...names.map((name) => make("option", { value: name }, name)));
    }
    this.select.value = pitch.realism || OWN;
  }

  private async choose(): Promise<void> {
    if (this.select.value === OWN) return;
    await this.page.request("change", { realism: this.select.value });
    this.done();
    this.look();
  }
}
