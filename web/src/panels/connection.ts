/** Says large, over the pitch, that the match has not begun or that the server is gone, and since when. */
import type { Connection as State, Page } from "../model/page";
import type { Welcome } from "../wire/schema";
import "./connection.css";
import { make, write } from "./elements";

const PATIENCE = 1500; // ms until a first connection counts as missing
const OFTEN = 500; // ms between two looks at the clock
const LONG = 4; // s: who waits longer is told why

export class Connection {
  private readonly title = make("strong", { role: "status" });
  private readonly bar = make("progress", { "aria-label": "Progress" });
  private readonly detail = make("p");
  private since = performance.now(); // when the state began, ms
  private state: State = "connecting";
  private before: Welcome | null = null; // of the connection that was lost

  constructor(
    private readonly page: Page,
    private readonly root: HTMLElement,
  ) {
    root.append(make("div", { class: "connection-card" }, this.title, this.bar, this.detail));
    page.on("connection", (state) => this.change(state));
    page.on("watching", () => this.greet());
    setInterval(() => this.look(), OFTEN);
  }

  private change(state: State): void {
    if (state !== this.state) {
      this.state = state;
      this.since = performance.now();
      if (state === "lost") this.before = this.page.welcome;
    }
    this.look();
  }

  private look(): void {
    const waited = performance.now() - this.since;
    const hidden = this.state === "ready" || (this.state !== "lost" && waited < PATIENCE && this.page.preparing === null);
    this.root.hidden = hidden;
    this.root.dataset.state = this.state;
    if (!hidden) this.show(Math.round(waited / 1000));
  }

  private show(seconds: number): void {
    const { preparing } = this.page;
    this.bar.hidden = this.state !== "preparing";
    if (this.state === "lost") {
      write(this.title, "No connection to the server");
      const stopped = "If the server has stopped, start it again (robopitch run): this page then connects by itself.";
      write(this.detail, `Lost ${seconds} s ago. Trying again … ${seconds > LONG ? stopped : ""}`);
    } else if (this.state === "connecting") {
      write(this.title, "Connecting to the server");
      write(this.detail, `No answer for ${seconds} s. Trying again …`);
    } else {
      write(this.title, preparing?.step ?? "Waiting for the match");
      const passed = Math.round(Math.max(preparing?.seconds ?? 0, seconds));
      const { done = 0, expected = 0 } = preparing ?? {};
      if (done > 0 && done <= expected) {
        this.bar.max = expected;
        this.bar.value = done;
      } else this.bar.removeAttribute("value"); // nobody knows how far it is
      const count = done > expected ? `${done} functions` : `${done} of about ${expected} functions`;
      const why = " Only the first start on a machine takes this long.";
      write(this.detail, done > 0 ? `${count}, ${passed} s.${passed > LONG ? why : ""}` : `${passed} s`);
    }
  }

  /** After the first message on a new connection: the server is the same, or it was restarted. */
  private greet(): void {
    const { before, page } = this;
    if (before === null || page.welcome === null || page.welcome === before) return;
    this.before = null;
    page.say(before.start === page.welcome.start ? "Connected again." : "Connected again. The server was started again.");
  }
}
