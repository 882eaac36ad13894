/** Driving: this page commands one robot, 25 times a second. */
import type { Page } from "../model/page";
import { type Asks, FRAME } from "../wire/schema";
import { allowed, refusal } from "./refusal";
import type { Stick } from "./gamepad";
import { gamepad, KeyStick, readGamepad } from "./gamepad";
import { kindOf, robotOf } from "./things";

export type InputDevice = "keyboard" | "gamepad";

const PERIOD = 40; // ms
const MOST_UNANSWERED = 10;

export class Steering {
  onChange: () => void = () => {};
  name: string | null = null;
  by: InputDevice = "keyboard";
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

  take(name: string, by: InputDevice): void {
    if (!allowed(this.page, [name])) return;
    this.end();
    this.name = name;
    this.by = by;
    this.timer = window.setInterval(() => this.tell(), PERIOD);
    this.page.select([name]);
    this.onChange();
  }

  /** Give the robot back to its team. */
  end(): void {
    if (this.name === null) return;
    const { name } = this;
    clearInterval(this.timer);
    this.keys.clear();
    this.name = null;
    if (this.page.controls && this.page.link.connected) void this.page.request("release", robotOf(name));
    this.onChange();
  }

  /** Let a robot go, whoever had it. */
  letGo(name: string): void {
    if (name === this.name) this.end();
    else if (allowed(this.page)) void this.page.request("release", robotOf(name));
  }

  /** Whether a page drives the robot. */
  steered(name: string): boolean {
    return this.name === name || ((this.page.robot(name)?.state ?? 0) & FRAME.STEERED) !== 0;
  }

  /** Whether the key belongs to steering; then nothing else may hear it. */
  press(event: KeyboardEvent): boolean {
    if (this.name === null || this.by !== "keyboard") return false;
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    return this.keys.press(event);
  }

  release(event: KeyboardEvent): void {
    this.keys.release(event);
  }

  private tell(): void {
    const { page, name } = this;
    if (name === null) return;
    if (page.frame !== null && page.robot(name) === undefined) {
      page.say(`${name} is no longer on the pitch.`);
      this.end();
      return;
    }
    const stick = this.read(name);
    if (stick === null) {
      page.say("The gamepad is disconnected.", "warning");
      this.end();
      return;
    }
    if (this.unanswered >= MOST_UNANSWERED) return;
    this.unanswered++;
    page.link
      .ask("steer", { ...robotOf(name), ...this.order(name, stick) })
      .catch((error: Error) => {
        if (this.name !== name) return;
        page.say(error.message, "error");
        this.end();
      })
      .finally(() => this.unanswered--);
  }

  private read(name: string): Stick | null {
    const sideways = kindOf(this.page, name)?.sideways ?? true;
    if (this.by === "keyboard") return this.keys.read(sideways);
    const pad = gamepad();
    return pad === null ? null : readGamepad(pad, sideways);
  }

  private order(name: string, stick: Stick): Omit<Asks["steer"], "team" | "id"> {
    const kind = kindOf(this.page, name);
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
