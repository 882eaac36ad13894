/** Controls time: that of the match while it is live, that of the replay while the past is shown. */
import type { Page } from "../model/page";
import { LIVE } from "../model/page";
import type { Frame } from "../wire/frame";

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 20];
export const SLOWEST = 0.1;
export const FASTEST = 20;
export const FRAME = 1 / 50; // s between two remembered moments

const NOW = 0.05; // s before the newest moment that still mean "live"
const clocks = new WeakMap<Page, Clock>();

/** The one clock of a page: the time bar and the keys turn the same. */
export function clockOf(page: Page): Clock {
  const clock = clocks.get(page) ?? new Clock(page);
  clocks.set(page, clock);
  return clock;
}

export class Clock {
  private chosen = 1; // the speed at which a paused match will go on
  private meant: number | null = null; // what was just asked for, until the server has said that it is so
  private granted = false;
  private older: Frame | null = null; // the frame that was there when the server had granted a speed: it may not know

  constructor(private readonly page: Page) {
    page.on("status", ({ speed }) => {
      if (this.granted && this.meant !== null) {
        this.meant = null;
        this.older = page.frame;
      }
      if (this.meant === null && speed !== null && speed > 0) this.chosen = speed;
    });
    page.on("rewound", () => {
      if (page.watching.source === LIVE && page.watching.at !== null) page.watch({ at: null, playing: false });
    });
  }

  // ---- what is shown --------------------------------------------------------------------------------------------

  get recording(): boolean {
    return this.page.watching.source !== LIVE;
  }

  get past(): boolean {
    return this.recording || this.page.watching.at !== null;
  }

  get running(): boolean {
    const { frame, status, watching } = this.page;
    if (this.past) return watching.playing;
    if (this.meant !== null) return this.meant > 0;
    return !(frame !== null && !frame.past && frame !== this.older ? frame.paused : status?.speed === 0);
  }

  /** At which things go on, or would. */
  get speed(): number {
    return this.past ? this.page.watching.speed : this.chosen;
  }

  /** The moment shown. */
  get time(): number {
    return this.page.watching.at ?? this.page.frame?.time ?? 0;
  }

  /** The oldest and the newest moment that can be seen. */
  get range(): { first: number; last: number } {
    const { frame, status } = this.page;
    if (frame === null) return { first: 0, last: 0 };
    const { first, last } = frame;
    // A frame of the past that stands still knows no newer ones; the server's status does.
    if (this.recording || this.page.watching.at === null || status === null) return { first, last };
    const newest = Math.max(last, status.time);
    const oldest = status.history.remembers > 0 ? newest - status.history.remembers : first;
    return { first: Math.max(first, oldest), last: newest };
  }

  // ---- turning it -----------------------------------------------------------------------------------------------

  playOrPause(): void {
    if (!this.past) {
      void this.ask(this.running ? 0 : this.chosen);
      return;
    }
    const { first, last } = this.range;
    const ended = this.recording && this.time >= last - NOW;
    const at = ended && !this.running ? first : this.time;
    this.page.watch({ at, playing: !this.running });
  }

  setSpeed(wanted: number): void {
    const speed = Math.min(Math.max(wanted, SLOWEST), FASTEST);
    if (this.past) this.page.watch({ speed });
    else if (this.running) void this.ask(speed);
    else {
      this.chosen = speed; // a pause stays one
      this.page.watch({}); // so that all who show the speed look again
    }
  }

  /** The next faster or slower one of the usual speeds. */
  shift(way: 1 | -1): void {
    const { speed } = this;
    const faster = SPEEDS.find((one) => one > speed * 1.001);
    const slower = SPEEDS.filter((one) => one < speed * 0.999).at(-1);
    const next = way > 0 ? faster : slower;
    if (next !== undefined) this.setSpeed(next);
  }

  /** Go on by a little and stand still: by so many ticks of the match, or seconds of the past. */
  step(ticks: number, seconds: number): void {
    if (this.past) this.go(this.time + seconds);
    else {
      this.meant = 0; // a step pauses
      void this.grant(this.page.request("step", { ticks }));
    }
  }

  private ask(speed: number): Promise<void> {
    this.meant = speed;
    if (speed > 0) this.chosen = speed;
    return this.grant(this.page.request("speed", { speed }));
  }

  /** The status after the answer is the first one that knows of it. */
  private async grant(wish: Promise<unknown>): Promise<void> {
    this.granted = false;
    if ((await wish) === null) this.meant = null;
    this.granted = true;
  }

  /** Look at a moment; beyond the newest one of the match is live. */
  go(moment: number, playing = false): void {
    const { first, last } = this.range;
    if (!this.recording && moment >= last - NOW) this.page.watch({ at: null, playing: false });
    else this.page.watch({ at: Math.min(Math.max(moment, first), last), playing });
  }

  /** See the match as it is now. */
  async live(): Promise<void> {
    if (this.page.watching.playing) this.page.watch({ playing: false });
    if (this.recording && (await this.page.request("watch", { source: LIVE })) === null) return;
    this.page.watch({ source: LIVE, at: null, playing: false });
  }

  /** The match goes on from the moment that is shown. */
  async branch(): Promise<void> {
    if (!this.past) {
      this.page.say("Go back in time first: the match can continue from any moment in memory.");
      return;
    }
    const at = this.page.frame?.past ? this.page.frame.time : this.time;
    if ((await this.page.request("branch", { at })) === null) return;
    await this.live();
    this.page.say(`The match continues from ${at.toFixed(2)} s.`);
  }
}
