/** The speed: the usual ones to choose from, or any other. */
import type { Page } from "../model/page";
import type { Clock } from "./clock";
import { FASTEST, SLOWEST, SPEEDS } from "./clock";
import { times } from "./spell";

const OTHER = "other";

export class Speed {
  readonly root = document.createElement("span");
  private readonly select = document.createElement("select");
  private readonly input = document.createElement("input");
  private shown = Number.NaN;

  constructor(
    page: Page,
    private readonly clock: Clock,
  ) {
    this.root.className = "speed";
    this.select.id = "speed";
    this.select.title = "Speed ([ slower, ] faster)";
    this.select.setAttribute("aria-label", "Speed");
    this.input.id = "speed-other";
    this.input.type = "number";
    this.input.min = String(SLOWEST);
    this.input.max = String(FASTEST);
    this.input.step = "any";
    this.input.hidden = true;
    this.input.setAttribute("aria-label", `Speed, from ${SLOWEST} to ${FASTEST}`);
    this.root.append(this.select, this.input);
    this.select.addEventListener("change", () => this.choose());
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.enter();
      if (event.key === "Escape") this.ask(false);
    });
    this.input.addEventListener("blur", () => this.ask(false));
    page.on("status", () => this.show());
    page.on("watching", () => this.show());
    this.show();
  }

  private show(): void {
    const { speed } = this.clock;
    if (speed === this.shown) return;
    this.shown = speed;
    const speeds = SPEEDS.includes(speed) ? SPEEDS : [...SPEEDS, speed].sort((a, b) => a - b);
    const options = speeds.map((one) => new Option(times(one), String(one), false, one === speed));
    this.select.replaceChildren(...options, new Option("other…", OTHER));
  }

  private choose(): void {
    if (this.select.value === OTHER) this.ask(true);
    else this.clock.setSpeed(Number(this.select.value));
    // The server has the last word: until then the speed is what it was.
    this.shown = Number.NaN;
    this.show();
  }

  private ask(on: boolean): void {
    if (this.input.hidden === !on) return;
    this.input.hidden = !on;
    this.select.hidden = on;
    if (on) {
      this.input.value = String(this.clock.speed);
      this.input.select();
      this.input.focus();
    } else this.select.focus();
  }

  private enter(): void {
    const speed = this.input.valueAsNumber;
    if (Number.isFinite(speed)) this.clock.setSpeed(speed);
    this.ask(false);
  }
}
