/** A number that follows another one softly in the time of the match: in a pause it rests. */

const JUMP = 1.5; // s: after more than this at once it does not follow but is there

export class Smoothing {
  value = Number.NaN;
  private time = Number.NaN;

  /** `lag`: s in which two thirds of a step are made up for. */
  follow(target: number, time: number, lag: number): number {
    const step = time - this.time;
    this.time = time;
    if (!(step >= 0 && step < JUMP) || Number.isNaN(this.value)) this.value = target;
    else this.value += (target - this.value) * (1 - Math.exp(-step / lag));
    return this.value;
  }
}
