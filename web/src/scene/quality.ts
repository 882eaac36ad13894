/** How finely the scene is drawn: as finely as this machine can in time. */

export interface Grade {
  ratio: number; // real pixels per css px, at most
  shadows: boolean; // under robots
  detail: boolean; // patterns, nets
  text: string;
}

export const GRADES: readonly Grade[] = [
  { ratio: 2, shadows: true, detail: true, text: "full quality" },
  { ratio: 1, shadows: true, detail: true, text: "normal resolution" },
  { ratio: 0.75, shadows: false, detail: false, text: "lower resolution, without shadows, patterns and nets" },
  { ratio: 0.5, shadows: false, detail: false, text: "half the resolution, without shadows, patterns and nets" },
];

const SLOW = 24; // pictures/s: below this it gets simpler
const SMOOTH = 50;
const WINDOW = 1000; // ms over which is measured
const FEWEST = 5; // pictures in it
const LONGEST = 2000; // ms: a longer gap was somebody else's (another tab, a sleeping machine)
const SETTLING = 15; // pictures at the start that say nothing: the page is still being loaded
const FIRST_WAIT = 20_000; // ms of smooth pictures before something better is tried; doubled each time it was too much
const LAST_WAIT = 600_000;

export class Quality {
  level: number;
  fps = 0;
  private before = Number.NaN; // when the last picture was asked for, if it was drawn
  private spent = 0; // ms between pictures in this window
  private pictures = 0;
  private slow = 0; // windows in a row
  private drawn = 0;
  private smooth = 0; // ms without trouble
  private wait = FIRST_WAIT;
  private raised = false; // the last change was to something better

  constructor(
    level: number,
    private readonly best: number,
    private readonly changed: (worse: boolean) => void,
  ) {
    this.level = level;
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
    if (!(gap < LONGEST) || this.drawn++ < SETTLING) return;
    this.spent += gap;
    this.pictures++;
    if (this.spent < WINDOW || this.pictures < FEWEST) return;
    this.fps = (1000 * this.pictures) / this.spent;
    this.judge(this.spent);
    this.spent = this.pictures = 0;
  }

  private judge(time: number): void {
    this.slow = this.fps < SLOW ? this.slow + 1 : 0;
    if (this.slow > 1 && this.level < GRADES.length - 1) { // once may be a hiccup
      if (this.raised) this.wait = Math.min(2 * this.wait, LAST_WAIT);
      this.move(this.level + 1, false);
    } else if (this.fps > SMOOTH && this.level > this.best) {
      this.smooth += time;
      if (this.smooth > this.wait) this.move(this.level - 1, true);
    } else if (this.fps < SMOOTH) {
      this.smooth = 0;
    }
  }

  private move(level: number, better: boolean): void {
    this.level = level;
    this.raised = better;
    this.smooth = this.slow = 0;
    this.before = Number.NaN; // the picture in which everything changes is slow
    this.changed(!better);
  }
}
