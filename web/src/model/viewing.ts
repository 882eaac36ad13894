/** Asks for one frame after the other: the next one as soon as the last has come, so that a drawn one is never old. */
import type { Page } from "./page";

const LOST = 2000; // ms without an answer: ask again
const AWAY = 500; // ms without a picture: nobody looks at this page

export class Viewing {
  private asked = 0; // when, ms; 0: nothing is outstanding
  private moment: number | null = null; // what was last asked for
  private before = 0;

  constructor(private readonly page: Page) {
    page.on("frame", () => {
      this.asked = 0;
      if (performance.now() - this.before < AWAY) this.ask(performance.now());
    });
    page.on("link", () => this.again());
    page.on("pitch", () => this.again());
    page.on("rewound", () => this.again());
  }

  /** Called once for each picture the screen draws. */
  turn(now: number): void {
    this.move(now);
    this.ask(now);
  }

  private ask(now: number): void {
    const { at } = this.page.watching;
    if (!this.page.backend.connected) return;
    const late = now - this.asked > LOST;
    const other = at !== this.moment; // somebody moves through the past: at once, not after the next frame
    if (!other && (at !== null || (this.asked !== 0 && !late))) return;
    this.asked = now;
    this.moment = at;
    this.page.backend.see(at);
  }

  /** The past goes on, if it is being played. */
  private move(now: number): void {
    const { at, playing, speed, source } = this.page.watching;
    const { frame } = this.page;
    if (at !== null && playing && frame !== null) {
      const on = at + ((now - this.before) / 1000) * speed;
      if (on < frame.last) this.page.watch({ at: on });
      else this.page.watch({ at: source === "live" ? null : frame.last, playing: false });
    }
    this.before = now;
  }

  private again(): void {
    this.asked = 0;
    this.moment = Number.NaN; // unequal to everything: asked for anew
  }
}
