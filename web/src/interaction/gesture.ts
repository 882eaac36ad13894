/** One gesture: all that a hand does between taking a thing and letting it go, which is one step of undo. */
import type { Page } from "../model/page";
import type { Thing } from "../wire/schema";

const MOST_UNANSWERED = 4; // on a slow line newer places wait for older ones, and the newest wins

// Counts up from the second at which the page was opened, so that a page that was loaded anew does not repeat numbers.
let last = Math.floor(Date.now() / 1000);

export class Gesture {
  private readonly number = ++last;
  private next: Thing[] | null = null; // what the coming animation frame sends
  private scheduled = 0;
  private unanswered = 0;
  private over = false;
  private begun = false; // the server has heard of it

  /** @param refused called once if the server does not want it */
  constructor(
    private readonly page: Page,
    private readonly refused: () => void = () => {},
  ) {}

  /** Hold things there; called as often as the pointer moves, sent once per picture. */
  hold(things: Thing[]): void {
    this.next = things;
    if (this.scheduled === 0) this.scheduled = requestAnimationFrame(() => this.flush());
  }

  /** Put things there and let go. */
  drop(things: Thing[]): void {
    cancelAnimationFrame(this.scheduled);
    if (!this.over) this.send(things, false);
    this.over = true;
  }

  /** Everything as it was before, and no step of undo for it. */
  takeBack(): void {
    cancelAnimationFrame(this.scheduled);
    if (!this.over && this.begun) void this.page.request("undo");
    this.over = true;
  }

  private flush(): void {
    this.scheduled = 0;
    if (this.over || this.next === null) return;
    if (this.unanswered < MOST_UNANSWERED) {
      this.send(this.next, true);
      this.next = null;
    } else this.scheduled = requestAnimationFrame(() => this.flush());
  }

  private send(things: Thing[], held: boolean): void {
    this.begun = true;
    this.unanswered++;
    this.page.backend
      .ask("place", { gesture: this.number, held, things })
      .catch((error: Error) => {
        if (this.over && held) return; // has been said, or the last word will say it
        this.over = true;
        this.page.say(error.message, "error");
        this.refused();
      })
      .finally(() => this.unanswered--);
  }
}

/** A gesture without a hand that holds: put things there at once. */
export function place(page: Page, things: Thing[]): void {
  if (things.length > 0) new Gesture(page).drop(things);
}
