/** Beside a recorded match: the way to the match of one's own, as soon as it is ready. */
import type { Page } from "../model/page";
import { make, write } from "./elements";
import "./ready.css";

const OFTEN = 500; // ms

interface News {
  ready: boolean;
  url: string;
  seconds: number; // since it was started
  failed: string; // what it said last, if it has ended
}

export class Ready {
  private readonly says = make("span", {});
  private readonly way = make("a", { hidden: true }, "Your match is ready: watch it");

  constructor(
    private readonly page: Page,
    private readonly source: string,
    root: HTMLElement,
  ) {
    root.append(make("p", { id: "ready", role: "status" }, this.says, this.way));
    page.on("watching", ({ at, playing }) => this.again(at, playing));
    void this.ask();
  }

  /** A recorded match begins anew when it is over. */
  private again(at: number | null, playing: boolean): void {
    const { frame } = this.page;
    if (frame !== null && at === frame.last && !playing) {
      queueMicrotask(() => this.page.watch({ at: frame.first, playing: true }));
    }
  }

  private async ask(): Promise<void> {
    try {
      this.show((await (await fetch(this.source)).json()) as News);
    } catch {
      write(this.says, "This is a recording. The demo has ended.");
      this.way.hidden = true;
      return;
    }
    setTimeout(() => void this.ask(), OFTEN);
  }

  private show({ ready, url, seconds, failed }: News): void {
    this.way.hidden = !ready;
    if (ready) {
      this.way.href = url;
      write(this.says, "This is a recording.");
    } else if (failed !== "") write(this.says, `This is a recording. Your match could not start: ${failed}`);
    else write(this.says, `This is a recording. Your match is being prepared: ${Math.round(seconds)} s`);
  }
}
