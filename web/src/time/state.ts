/** The state of time in one or two words. */
import type { Page } from "../model/page";
import type { Clock } from "./clock";
import { times } from "./spell";

const UNNOTICED = 0.02; // a clock that is off by less is right

export class TimeState {
  private wrong = 0; // seconds in a row in which the match did not keep its speed

  constructor(
    private readonly page: Page,
    private readonly clock: Clock,
  ) {
    page.on("status", ({ speed, real_time_factor: factor }) => {
      const wrong = speed !== null && speed > 0 && factor > 0 && Math.abs(factor / speed - 1) > UNNOTICED;
      this.wrong = wrong ? this.wrong + 1 : 0;
    });
  }

  get text(): string {
    const { status } = this.page;
    const { past, running } = this.clock;
    if (past) return running ? "replay" : "paused in the past";
    if (status === null) return "";
    if (status.mode === "lockstep") return "lockstep";
    if (!running) return "paused";
    if (status.mode === "free" || status.speed === null) return `free: ${times(status.real_time_factor)}`;
    // The second in which a pause ended or the speed changed is not to be judged.
    if (this.wrong < 2) return "";
    return `${status.real_time_factor < status.speed ? "slow" : "fast"}: ${times(status.real_time_factor)}`;
  }
}
