/** Asks for the samples that plots show, and keeps them: live a bit at a time, of the past what is looked at. */
import { LIVE, type Page } from "../../model/page";
import { Samples } from "./samples";
import type { Stretch, TimeWindow } from "./timewindow";

const OVERLAP = 1; // s that are asked for again: pictures come late, and slopes look around themselves
const SLOW = 800; // ms without an answer: the panel says that it waits
const RETRY = 2000; // ms after which expressions that failed are tried again: a robot may have come on
// These look at all of the past, so that no bit of it can be kept.
const LOOKS_BACK = /\b(integrate|unwrap|lowpass|mean|min|max|at)\s*\(/;

export class Feed {
  problem = ""; // why nothing can be had at all
  private expressions: string[] = [];
  private readonly samples = new Map<string, Samples>();
  private covered: Stretch | null = null; // what was fetched for all expressions
  private busy = false;
  private begun = 0; // when the server was last asked, ms
  private asked = Number.NaN; // the newest moment there was when something was last asked for
  private retried = 0;
  private number = 0; // of what is wanted: answers to what was wanted before are not taken

  constructor(
    private readonly page: Page,
    private readonly window: TimeWindow,
    private readonly changed: () => void,
  ) {}

  of(expression: string): Samples {
    return this.samples.get(expression) ?? new Samples(expression);
  }

  /** The newest sample of all, or what the frames say. */
  get newest(): number {
    let newest = Number.NEGATIVE_INFINITY;
    for (const { last } of this.samples.values()) newest = Math.max(newest, last);
    return Number.isFinite(newest) ? newest : this.end;
  }

  /** The newest moment there is. Who looks at the past gets no new frames that say it. */
  private get end(): number {
    const { frame, status, watching } = this.page;
    const last = frame?.last ?? 0;
    return watching.source === LIVE && watching.at !== null ? Math.max(last, status?.time ?? 0) : last;
  }

  /** An answer is long in coming: a recording is read through first. */
  get waits(): boolean {
    return this.busy && performance.now() - this.begun > SLOW;
  }

  /** These and no others, from the next turn on. */
  want(expressions: string[]): void {
    this.expressions = [...new Set(expressions)];
    for (const known of [...this.samples.keys()]) {
      if (!this.expressions.includes(known)) this.samples.delete(known);
    }
    this.refetch();
  }

  /** What is kept may be wrong: all of it anew. */
  refetch(): void {
    this.covered = null;
    this.asked = Number.NaN;
    this.number++;
  }

  /** Another source: what is kept has nothing to do with it. */
  forget(): void {
    this.samples.clear();
    this.refetch();
  }

  /** Time went back. */
  rewind(time: number): void {
    for (const samples of this.samples.values()) samples.forgetAfter(time);
    this.refetch();
  }

  /** Called some times a second while somebody looks. */
  async turn(): Promise<void> {
    const { frame, backend } = this.page;
    if (this.busy || !backend.connected || frame === null || this.expressions.length === 0) return;
    const last = this.end;
    const { from, to } = this.window.stretch;
    if (this.window.follows) {
      const start = last - this.window.span;
      const whole = this.covered === null || this.covered.from > start + 0.01 || this.covered.to < start;
      if (!whole && last === this.asked) return; // it is paused
      const since = whole || this.looksBack ? null : (this.covered as Stretch).to - OVERLAP;
      const seconds = since === null ? this.window.span : Math.max(this.window.span, last - since + 5);
      await this.fetch(since, seconds, { from: whole ? start : (this.covered as Stretch).from, to: last });
      this.forgetBefore(last - 1.5 * this.window.span);
    } else {
      // Where the end is still to come, it is asked for now and then.
      const enough = to <= last ? to - 0.05 : last - 0.5;
      if (this.covered !== null && this.covered.from <= from && this.covered.to >= enough) return;
      const beside = (to - from) / 2; // so that moving on a little needs nothing new
      const stretch = { from: from - beside, to: Math.min(to + beside, last) };
      await this.fetch(stretch.from, to - from + 2 * beside, stretch, true);
    }
  }

  private get looksBack(): boolean {
    return this.expressions.some((expression) => LOOKS_BACK.test(expression));
  }

  private forgetBefore(time: number): void {
    for (const samples of this.samples.values()) samples.forgetBefore(time);
    if (this.covered !== null) this.covered.from = Math.max(this.covered.from, time);
  }

  private async fetch(since: number | null, seconds: number, stretch: Stretch, anew = false): Promise<void> {
    const { number } = this;
    const retry = performance.now() - this.retried > RETRY;
    const whole = anew || since === null;
    const expressions = this.expressions.filter((text) => whole || retry || this.of(text).error === "");
    if (retry) this.retried = performance.now();
    this.asked = this.end;
    this.busy = true;
    this.begun = performance.now();
    try {
      const { traces } = await this.page.backend.ask("trace", { expressions, since, seconds });
      this.problem = "";
      if (number === this.number) {
        this.covered = stretch;
        traces.forEach((trace, place) => {
          const samples = this.of(expressions[place]);
          samples.take(trace, anew ? null : since);
          this.samples.set(expressions[place], samples);
        });
      }
    } catch (error) {
      this.problem = (error as Error).message;
    } finally {
      this.busy = false;
    }
    this.changed(); // after `busy`: in a paused replay nothing else redraws what the panel says
  }
}
