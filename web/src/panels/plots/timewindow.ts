/** The stretch of time that all plots show: it follows the live match, or stays where somebody looks. */
import { LIVE, type Page } from "../../model/page";

export interface Stretch {
  from: number;
  to: number;
}

export const SPANS = [5, 10, 20, 60]; // s
const SHORTEST = 0.1; // s
const LONGEST = 3600; // s
const AHEAD = 0.1; // of the span stays behind when somebody plays on over the edge

export class TimeWindow {
  frozen = false;
  stretch: Stretch;

  constructor(
    private readonly page: Page,
    public span: number,
  ) {
    this.stretch = { from: 0, to: span };
  }

  /** It ends at the newest moment. */
  get follows(): boolean {
    const { source, at } = this.page.watching;
    return source === LIVE && at === null && !this.frozen;
  }

  /** It moves under the hand: no place to click at. */
  get scrolls(): boolean {
    return this.follows && this.page.frame?.paused !== true;
  }

  /** The moment that scene, time bar and plots show. */
  get moment(): number {
    return this.page.watching.at ?? this.page.frame?.time ?? 0;
  }

  /** Go where it should be now; whether it moved. */
  turn(newest: number): boolean {
    const before = this.stretch;
    if (this.follows) {
      this.span = Math.min(this.span, this.longest); // that of a recording may have been longer
      this.stretch = { from: newest - this.span, to: newest };
    } else if (!this.frozen) this.keepInSight();
    return before.from !== this.stretch.from || before.to !== this.stretch.to;
  }

  /** Another length, around a time; the end stays if it follows. */
  zoom(span: number, around = this.moment): void {
    span = Math.min(Math.max(span, SHORTEST), this.longest);
    const { from, to } = this.stretch;
    const share = around >= from && around <= to ? (around - from) / (to - from) : 0.5;
    const pivot = from + share * (to - from);
    this.span = span;
    this.stretch = this.follows ? { from: to - span, to } : this.within(pivot - share * span);
  }

  /** Move along by a share of what is shown; not while it follows. */
  pan(share: number): void {
    if (this.follows) return;
    this.stretch = this.within(this.stretch.from + share * this.span);
  }

  /** What is remembered of a match is a minute, whatever there is of a recording. */
  private get longest(): number {
    const { pitch, watching } = this.page;
    return pitch === null || watching.source === LIVE ? 60 : Math.min(Math.max(60, pitch.last - pitch.first), LONGEST);
  }

  /** Over the right edge it turns the page; far away it starts anew in the middle. */
  private keepInSight(): void {
    const { moment, span } = this;
    const { from, to } = this.stretch;
    if (moment >= from && moment <= to) return;
    let start = moment - span / 2;
    if (moment > to && moment < to + span / 2) start = moment - AHEAD * span;
    else if (moment < from && moment > from - span / 2) start = moment - (1 - AHEAD) * span;
    this.stretch = this.within(start);
  }

  /** From there on; of a recording nothing is shown that is not in it. */
  private within(from: number): Stretch {
    const { pitch, watching } = this.page;
    if (watching.source !== LIVE && pitch?.source === watching.source) {
      from = Math.max(Math.min(from, pitch.last - this.span), pitch.first);
    }
    return { from, to: from + this.span };
  }
}
