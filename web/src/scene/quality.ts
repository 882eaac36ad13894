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
const GAIN = 1.2; // a step down stays only if it gives so many times the pictures per second
const WINDOW = 1000; // ms over which is measured
const FEWEST = 5; // pictures in it, …
const FEWEST_SLOW = 3; // … or if all of them are as slow as CRAWLING
const WINDOWS = 2; // before and after a step: one may be a hiccup
const LONGEST = 5000; // ms: a longer gap was somebody else's (another tab, a sleeping machine)
const CRAWLING = 100; // ms: if even the quickest picture of a window took longer, that was no hiccup
const SETTLING = 15; // pictures at the start that say nothing, because the page is still being loaded, …
const SETTLED = 1000; // … for so many ms at most
const CHANGING = 2; // pictures after a step that say nothing: buffers are made anew
const FIRST_WAIT = 20_000; // ms until a step is tried again; doubled each time it was of no use
const LAST_WAIT = 600_000;

/** A level that is being tried. */
interface Trial {
  from: number; // the level before
  rate: number; // pictures/s there
  windows: number; // measured so far
  sum: number; // of their rates
}

/** The pixels per css px of a grade on a screen that has `density` of them. */
export function ratioOf(grade: Grade, density: number): number {
  return grade.ratio < 1 ? grade.ratio : Math.min(grade.ratio, density);
}

/**
 * Decides on the level (0 finest … 3 coarsest) from the times of pictures.
 *
 * Two slow windows: a step down, on trial; one window in which every picture crawled: to the coarsest level at once.
 * Two windows later it stays if it raised the rate by 20 %; else the level goes back up. From time to time a step up is
 * tried in the same way: a rate may have been better by chance, or for a while.
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
  private settling = SETTLED; // ms that are left of the start
  private quickest = Number.POSITIVE_INFINITY; // ms between two pictures of this window
  private spent = 0; // ms between pictures in this window
  private pictures = 0;
  private slow = 0; // windows in a row
  private recent = 0; // pictures/s, the mean of the last windows; 0: none yet
  private trial: Trial | null = null;
  private calm = 0; // ms since the level was last changed
  private downRest = 0; // ms until a step down may be tried
  private downWait = FIRST_WAIT;
  private upWait = FIRST_WAIT;

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
    this.downRest = 0;
    this.downWait = this.upWait = FIRST_WAIT;
    this.move(choice === "low" ? LOWEST : 0);
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
      this.settling -= gap;
      if (this.settling < 0) this.skip = Math.min(this.skip, CHANGING - 1);
      return;
    }
    this.spent += gap;
    this.pictures++;
    this.quickest = Math.min(this.quickest, gap);
    if (this.spent < WINDOW || this.pictures < (this.crawls ? FEWEST_SLOW : FEWEST)) return;
    this.fps = (1000 * this.pictures) / this.spent;
    if (this.chosen === "auto") this.judge(this.spent);
    this.startWindow();
  }

  private get crawls(): boolean {
    return this.quickest > CRAWLING;
  }

  private startWindow(): void {
    this.spent = this.pictures = 0;
    this.quickest = Number.POSITIVE_INFINITY;
  }

  private judge(time: number): void {
    this.downRest = Math.max(0, this.downRest - time);
    this.calm += time;
    if (this.trial !== null) {
      this.judgeTrial(this.trial);
      return;
    }
    this.slow = this.fps < SLOW ? this.slow + (this.crawls ? WINDOWS : 1) : 0;
    this.recent = 0.5 * (this.fps + (this.recent || this.fps));
    const simpler = this.simpler();
    if (this.slow >= WINDOWS && simpler !== null && this.downRest === 0) this.begin(this.crawls ? LOWEST : simpler);
    else if (this.level > 0 && this.calm > this.upWait) this.begin(this.finer());
  }

  private begin(level: number): void {
    this.trial = { from: this.level, rate: this.recent, windows: 0, sum: 0 };
    this.move(level);
  }

  private judgeTrial(trial: Trial): void {
    trial.windows++;
    trial.sum += this.fps;
    if (trial.windows < WINDOWS) return;
    this.trial = null;
    const rate = trial.sum / trial.windows;
    if (this.level > trial.from) {
      if (rate >= GAIN * trial.rate) {
        this.downWait = FIRST_WAIT;
        return;
      }
      // The lower resolution did not help.
      this.restFromDown();
    } else {
      if (rate > SLOW) return;
      if (GAIN * rate > trial.rate) {
        this.restFromDown();
        return;
      }
      this.upWait = Math.min(2 * this.upWait, LAST_WAIT);
    }
    this.move(trial.from);
  }

  private restFromDown(): void {
    this.downRest = this.downWait;
    this.downWait = Math.min(2 * this.downWait, LAST_WAIT);
  }

  /** The next level down that looks different on this screen; null if there is none. */
  private simpler(): number | null {
    const now = ratioOf(this.grade, this.density());
    for (let level = this.level + 1; level <= LOWEST; level++) {
      if (ratioOf(GRADES[level] as Grade, this.density()) < now) return level;
    }
    return null;
  }

  /** The next level up that looks different on this screen, the first of those that look the same; else the finest. */
  private finer(): number {
    const ratio = (level: number) => ratioOf(GRADES[level] as Grade, this.density());
    let level = this.level;
    while (level > 0 && ratio(level) <= ratio(this.level)) level--;
    while (level > 0 && ratio(level - 1) === ratio(level)) level--;
    return level;
  }

  private move(level: number): void {
    this.level = level;
    this.calm = this.slow = this.recent = 0;
    this.startWindow();
    this.skip = Math.max(this.skip, CHANGING);
    this.before = Number.NaN; // the picture in which everything changes is slow
    this.onChange();
  }
}
