/** Driving: this page commands one robot, 25 times a second. */
import type { Page } from "../model/page";
import { nameOf } from "../model/page";
import { FRAME } from "../wire/schema";
import { allowed, refusal } from "./refusal";
import type { Stick } from "./gamepad";
import { gamepad, KeyStick, readGamepad } from "./gamepad";
import { called, kindOf } from "./things";

export type Means = "keyboard" | "gamepad";

const PERIOD = 40; // ms
const MOST_UNANSWERED = 10;

export class Steering {
  onChange: () => void = () => {};
  who: number | null = null;
  by: Means = "keyboard";
  private readonly keys = new KeyStick();
  private timer = 0;
  private unanswered = 0;

  constructor(private readonly page: Page) {
    window.addEventListener("blur", () => this.end());
    document.addEventListener("visibilitychange", () => document.hidden && this.end());
    page.on("link", () => this.end());
    page.on("roles", () => refusal(page) !== null && this.end());
    page.on("watching", () => refusal(page) !== null && this.end());
  }

  take(who: number, by: Means): void {
    if (!allowed(this.page, [who])) return;
    this.end();
    this.who = who;
    this.by = by;
    this.timer = window.setInterval(() => this.tell(), PERIOD);
    this.page.select([who]);
    this.onChange();
  }

  /** Give the robot back to its team. */
  end(): void {
    if (this.who === null) return;
    const { who } = this;
    clearInterval(this.timer);
    this.keys.clear();
    this.who = null;
    if (this.page.controls && this.page.link.connected) void this.page.wish("release", called(who));
    this.onChange();
  }

  /** Let a robot go, whoever had it. */
  letGo(who: number): void {
    if (who === this.who) this.end();
    else if (allowed(this.page)) void this.page.wish("release", called(who));
  }

  /** Whether a page drives the robot. */
  steered(who: number): boolean {
    return this.who === who || ((this.page.robot(who)?.state ?? 0) & FRAME.STEERED) !== 0;
  }

  /** Whether the key belongs to steering; then nothing else may hear it. */
  press(event: KeyboardEvent): boolean {
    if (this.who === null || this.by !== "keyboard") return false;
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    return this.keys.press(event);
  }

  release(event: KeyboardEvent): void {
    this.keys.release(event);
  }

  private tell(): void {
    const { page, who } = this;
    if (who === null) return;
    if (page.frame !== null && page.robot(who) === undefined) {
      page.say(`${nameOf(who)} is no longer on the pitch.`);
      this.end();
      return;
    }
    const stick = this.read(who);
    if (stick === null) {
      page.say("The gamepad is disconnected.", "warning");
      this.end();
      return;
    }
    if (this.unanswered >= MOST_UNANSWERED) return;
    this.unanswered++;
    page.link
      .ask("steer", { ...called(who), ...this.order(who, stick) })
      .catch((error: Error) => {
        if (this.who !== who) return;
        page.say(error.message, "error");
        this.end();
      })
      .finally(() => this.unanswered--);
  }

  private read(who: number): Stick | null {
    const sideways = kindOf(this.page, who)?.sideways ?? true;
    if (this.by === "keyboard") return this.keys.read(sideways);
    const pad = gamepad();
    return pad === null ? null : readGamepad(pad, sideways);
  }

  private order(who: number, stick: Stick): Record<string, number | boolean> {
    const kind = kindOf(this.page, who);
    const speed = kind?.speed ?? 1;
    const chip = stick.chip && (kind?.chips ?? false);
    // One way at full speed is as fast as two ways at once.
    const share = Math.max(Math.hypot(stick.forward, stick.left), 1);
    return {
      forward: (speed * stick.forward) / share,
      left: (speed * stick.left) / share,
      turn: (kind?.turn ?? 3) * stick.turn,
      kick: stick.kick || chip ? (kind?.kick_speed ?? 0) : 0,
      chip,
      dribble: stick.dribble,
    };
  }
}
