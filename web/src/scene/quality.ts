/** How finely the scene is drawn: as the user chooses, or as finely as this machine can in time. */

export interface Grade {
  ratio: number; // real pixels per css px, at most
  shadows: boolean; // under robots
  detail: boolean; // patterns, nets
  text: string;
}

export const GRADES: readonly Grade[] = [
  { ratio: 3, shadows: true, detail: true, text: "full quality" },
  { ratio: 2, shadows: true, detail: true, text: "high resolution" },
  { ratio: 1, shadows: true, detail: true, text: "normal resolution" },
  { ratio: 0.75, shadows: false, detail: false, text: "lower resolution, without shadows, patterns and nets" },
];

export const CHOICES = ["auto", "high", "low"] as const;
export type QualityChoice = (typeof CHOICES)[number];

/** What is said about the graphics. */
export interface QualityState {
  choice: QualityChoice;
  level: number; // 0 finest … 3 coarsest
  fps: number;
  text: string;
}

const LOWEST = GRADES.length - 1;
const SLOW = 24; // pictures/s: below this something simpler is tried
const SMOOTH = 50;
const GAIN = 1.2; // a step down stays only if it gives so many times the pictures per second
const WINDOW = 1000; // ms over which is measured
const FEWEST = 5; // pictures in it
const WINDOWS = 2; // before and after a step: one may be a hiccup
const LONGEST = 2000; // ms: a longer gap was somebody else's (another tab, a sleeping machine)
const SETTLING = 15; // pictures at the start that say nothing: the page is still being loaded
const CHANGING = 2; // pictures after a step that say nothing: buffers are made anew
const FIRST_WAIT = 20_000; // ms until a step that did not help is tried again; doubled each time
const LAST_WAIT = 600_000;

/** The pixels per css px of a grade on a screen that has `density` of them. */
export function ratioOf(grade: Grade, density: number): number {
  return grade.ratio < 1 ? grade.ratio : Math.min(grade.ratio, density);
}

/**
 * Decides on the level (0 finest … 3 coarsest) from the times of pictures.
 *
 * Two slow windows: a step down, on trial. Two windows later it stays if it raised the rate by 20 %; else the level goes
 * back up. After a while without trouble a step up is tried.
 */
export class Quality {
  level: number;
  fps = 0;
  /** Told after each change of the level. */
  onChange: () => void = () => {};
  private chosen: QualityChoice;
  private readonly density: () => number; // real pixels per css px that the screen has
  private before = Number.NaN; // when the last picture was asked for, if it was drawn
  private skip = SETTLING; // pictures that do not count
  private spent = 0; // ms between pictures in this window
  private pictures = 0;
  private slow = 0; // windows in a row
  private slowRate = 0; // pictures/s, their sum
  private trial: { from: number; rate: number; windows: number; sum: number } | null = null;
  private rest = 0; // ms until the next step down may be tried
  private smooth = 0; // ms without trouble
  private downWait = FIRST_WAIT;
  private upWait = FIRST_WAIT;
  private raised = false; // the last change was to something better

  constructor(choice: QualityChoice, level: number, density: () => number) {
    this.chosen = choice;
    this.density = density;
    this.level = choice === "auto" ? level : choice === "low" ? LOWEST : 0;
  }

  get choice(): QualityChoice {
    return this.chosen;
  }

  set choice(choice: QualityChoice) {
    this.chosen = choice;
    this.trial = null;
    this.rest = 0;
    this.downWait = this.upWait = FIRST_WAIT;
    this.move(choice === "low" ? LOWEST : 0, true);
  }

  get grade(): Grade {
    return GRADES[this.level] as Grade;
  }

  get text(): string {
    return this.fps > 0 ? `${this.grade.text}, ${Math.round(this.fps)} pictures/s` : this.grade.text;
  }

  /** Once for each picture the screen asks for: only intervals after pictures that were drawn count. */
  turn(now: number, drew: boolean): void {
    const gap = now - this.before;
    this.before = drew ? now : Number.NaN;
    if (!(gap < LONGEST)) return;
    if (this.skip > 0) {
      this.skip--;
      return;
    }
    this.spent += gap;
    this.pictures++;
    if (this.spent < WINDOW || this.pictures < FEWEST) return;
    this.fps = (1000 * this.pictures) / this.spent;
    if (this.chosen === "auto") this.judge(this.spent);
    this.spent = this.pictures = 0;
  }

  private judge(time: number): void {
    this.rest = Math.max(0, this.rest - time);
    if (this.trial !== null) {
      this.judgeTrial(this.trial);
      return;
    }
    this.slow = this.fps < SLOW ? this.slow + 1 : 0;
    this.slowRate = this.slow === 0 ? 0 : this.slowRate + this.fps;
    const simpler = this.simpler();
    if (this.slow >= WINDOWS && simpler !== null && this.rest === 0) {
      if (this.raised) this.upWait = Math.min(2 * this.upWait, LAST_WAIT);
      this.trial = { from: this.level, rate: this.slowRate / this.slow, windows: 0, sum: 0 };
      this.move(simpler, false);
    } else if (this.fps > SMOOTH && this.level > 0) {
      this.smooth += time;
      if (this.smooth > this.upWait) this.move(this.finer(), true);
    } else if (this.fps < SMOOTH) {
      this.smooth = 0;
    }
  }

  private judgeTrial(trial: NonNullable<typeof this.trial>): void {
    trial.windows++;
    trial.sum += this.fps;
    if (trial.windows < WINDOWS) return;
    this.trial = null;
    if (trial.sum / trial.windows >= GAIN * trial.rate) {
      this.downWait = FIRST_WAIT;
      return;
    }
    // It was blurred for nothing.
    this.rest = this.downWait;
    this.downWait = Math.min(2 * this.downWait, LAST_WAIT);
    this.move(trial.from, true);
    this.raised = false;
  }

  /** The next level down that looks different on this screen; null if there is none. */
  private simpler(): number | null {
    const now = ratioOf(this.grade, this.density());
    for (let level = this.level + 1; level <= LOWEST; level++) {
      if (ratioOf(GRADES[level] as Grade, this.density()) < now) return level;
    }
    return null;
  }

  /** The next level up that looks different on this screen; the finest if there is none. */
  private finer(): number {
    const now = ratioOf(this.grade, this.density());
    let level = this.level;
    while (level > 0 && ratioOf(GRADES[level] as Grade, this.density()) <= now) level--;
    return level;
  }

  private move(level: number, better: boolean): void {
    this.level = level;
    this.raised = better;
    this.smooth = this.slow = this.slowRate = 0;
    this.spent = this.pictures = 0;
    this.skip = Math.max(this.skip, CHANGING);
    this.before = Number.NaN; // the picture in which everything changes is slow
    this.onChange();
  }
}
