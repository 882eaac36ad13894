/** What all panels of the dock have in common. */

export interface Panel {
  /** Whether anybody sees it: a panel that nobody sees asks for nothing and draws nothing. */
  visible(on: boolean): void;
  /** Somebody asked for it from elsewhere on the page: the focus goes to what they came for. */
  focus?(): void;
}

/** Does something now and again, but only while somebody looks. */
export class Poller {
  private timer = 0;

  constructor(
    private readonly interval: number, // ms
    private readonly poll: () => void,
  ) {}

  run(on: boolean): void {
    clearInterval(this.timer);
    this.timer = 0;
    if (!on) return;
    this.poll();
    this.timer = setInterval(() => {
      if (!document.hidden) this.poll();
    }, this.interval);
  }
}
