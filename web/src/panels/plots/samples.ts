/** What is known of one trace: its samples, in the order of time. */
import type { Trace } from "../../wire/schema";

const FAR = 0.3; // s: a sample further away says nothing about a moment
const HELD = /^(command|referee|score|team)\.[\w.]+$/; // as in measure/sampling.py: said once, it holds

/** Whether a trace keeps its value until the next sample comes. */
export function holds(expression: string): boolean {
  return HELD.test(expression);
}

/** As in [MI20 fig. 4.2]. */
export interface Statistics {
  least: number;
  mean: number;
  most: number;
  deviation: number; // of the sample: n − 1
}

export class Samples {
  unit = "";
  error = "";
  times: number[] = [];
  values: (number | null)[] = [];

  constructor(readonly expression: string) {}

  /** Take an answer: everything after `since` is as it says, everything if there was no `since`. */
  take(trace: Trace, since: number | null): void {
    this.error = trace.error.replace(`${this.expression}: `, ""); // its name stands beside it
    if (trace.error === "") this.unit = trace.unit;
    const stored = since === null ? 0 : this.after(since);
    this.times.splice(stored, Number.POSITIVE_INFINITY, ...trace.times);
    this.values.splice(stored, Number.POSITIVE_INFINITY, ...trace.values);
  }

  forgetBefore(time: number): void {
    const old = this.after(time);
    if (old < 200) return; // now and then, not each time
    this.times.splice(0, old);
    this.values.splice(0, old);
  }

  forgetAfter(time: number): void {
    const stored = this.after(time);
    this.times.length = stored;
    this.values.length = stored;
  }

  /** The index of the sample that stands for a moment, or −1. */
  index(time: number): number {
    const next = this.after(time);
    if (holds(this.expression)) return next - 1;
    const before = time - (this.times[next - 1] ?? Number.NEGATIVE_INFINITY);
    const behind = (this.times[next] ?? Number.POSITIVE_INFINITY) - time;
    if (Math.min(before, behind) > FAR) return -1;
    return before <= behind ? next - 1 : next;
  }

  at(time: number): number | null {
    return this.values[this.index(time)] ?? null;
  }

  /** Statistics of the samples of a stretch of time; null if there are none. */
  statistics(from: number, to: number): Statistics | null {
    let [count, mean, squares, least, most] = [0, 0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let index = this.after(from); index < this.times.length && this.times[index] <= to; index++) {
      const value = this.values[index];
      if (value === null) continue;
      count++;
      const beside = value - mean;
      mean += beside / count;
      squares += beside * (value - mean); // Welford: no large numbers are subtracted
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
    return count === 0 ? null : { least, mean, most, deviation: count > 1 ? Math.sqrt(squares / (count - 1)) : 0 };
  }

  get last(): number {
    return this.times[this.times.length - 1] ?? Number.NEGATIVE_INFINITY;
  }

  /** The index of the first sample after a time. */
  private after(time: number): number {
    let low = 0;
    let high = this.times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.times[middle] <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
