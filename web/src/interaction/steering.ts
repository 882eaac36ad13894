/** Driving: this page commands robots, 30 times a second: one by the keyboard, and one by each of four gamepads. */
import type { Page } from "../model/page";
import { type Asks, FRAME } from "../wire/schema";
import { allowed, refusal } from "./refusal";
import type { Stick } from "./gamepad";
import { gamepads, KeyStick, readGamepad } from "./gamepad";
import { kindOf, robotOf } from "./things";

export type InputDevice = "keyboard" | "gamepad";

/** A robot in somebody's hand. */
interface Hand {
  readonly name: string;
  readonly by: InputDevice;
  readonly pad: number; // index of the gamepad; −1: the keyboard
  unanswered: number;
}

const PERIOD = 1000 / 30; // ms [MI20 §2.4.6]
const MOST_UNANSWERED = 10;

export class Steering {
  onChange: () => void = () => {};
  private hands: Hand[] = [];
  private readonly keys = new KeyStick();
  private timer = 0;

  constructor(private readonly page: Page) {
    window.addEventListener("blur", () => this.end());
    document.addEventListener("visibilitychange", () => document.hidden && this.end());
    page.on("link", () => this.end());
    page.on("roles", () => refusal(page) !== null && this.end());
    page.on("watching", () => refusal(page) !== null && this.end());
  }

  /** The robots that this page drives. */
  get names(): string[] {
    return this.hands.map(({ name }) => name);
  }

  /** Each of them with what drives it, for people. */
  get told(): string[] {
    const pads = this.hands.filter(({ by }) => by === "gamepad").length;
    return this.hands.map(({ name, by, pad }) => `${name} (${by}${pads > 1 && pad >= 0 ? ` ${pad + 1}` : ""})`);
  }

  /** Whether a device drives a robot. */
  uses(device: InputDevice): boolean {
    return this.hands.some(({ by }) => by === device);
  }

  /** Drive a robot. A gamepad that drives none takes it; if all do, the first one changes robots, as the keyboard does. */
  take(name: string, by: InputDevice): void {
    if (!allowed(this.page, [name])) return;
    const all = by === "gamepad" ? gamepads().map(({ index }) => index) : [-1];
    const pad = all.find((one) => this.hands.every((hand) => hand.pad !== one)) ?? all[0];
    if (pad === undefined) return;
    for (const hand of this.hands.filter((one) => one.pad === pad || one.name === name)) this.drop(hand);
    this.hands.push({ name, by, pad, unanswered: 0 });
    if (this.timer === 0) this.timer = window.setInterval(() => this.tell(), PERIOD);
    this.page.select([name]);
    this.onChange();
  }

  /** Give all robots back to their teams. */
  end(): void {
    for (const hand of [...this.hands]) this.drop(hand);
  }

  /** Give a robot back to its team. */
  private drop(hand: Hand): void {
    if (!this.hands.includes(hand)) return;
    this.hands = this.hands.filter((one) => one !== hand);
    if (hand.by === "keyboard") this.keys.clear();
    if (this.hands.length === 0) {
      clearInterval(this.timer);
      this.timer = 0;
    }
    if (this.page.controls && this.page.backend.connected) void this.page.request("release", robotOf(hand.name));
    this.onChange();
  }

  /** Let a robot go, whoever had it. */
  letGo(name: string): void {
    const hand = this.hands.find((one) => one.name === name);
    if (hand !== undefined) this.drop(hand);
    else if (allowed(this.page)) void this.page.request("release", robotOf(name));
  }

  /** Whether a page drives the robot. */
  steered(name: string): boolean {
    return this.names.includes(name) || ((this.page.robot(name)?.state ?? 0) & FRAME.STEERED) !== 0;
  }

  /** Whether the key belongs to steering; then nothing else may hear it. */
  press(event: KeyboardEvent): boolean {
    if (!this.uses("keyboard")) return false;
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    return this.keys.press(event);
  }

  release(event: KeyboardEvent): void {
    this.keys.release(event);
  }

  private tell(): void {
    for (const hand of [...this.hands]) this.tellOne(hand);
  }

  private tellOne(hand: Hand): void {
    const { page } = this;
    const { name } = hand;
    if (page.frame !== null && page.robot(name) === undefined) {
      page.say(`${name} is no longer on the pitch.`);
      this.drop(hand);
      return;
    }
    const stick = this.read(hand);
    if (stick === null) {
      page.say("The gamepad is disconnected.", "warning");
      this.drop(hand);
      return;
    }
    if (hand.unanswered >= MOST_UNANSWERED) return;
    hand.unanswered++;
    page.backend
      .ask("steer", { ...robotOf(name), ...this.order(name, stick) })
      .catch((error: Error) => {
        if (!this.hands.includes(hand)) return;
        page.say(error.message, "error");
        this.drop(hand);
      })
      .finally(() => hand.unanswered--);
  }

  private read({ name, by, pad }: Hand): Stick | null {
    const sideways = kindOf(this.page, name)?.sideways ?? true;
    if (by === "keyboard") return this.keys.read(sideways);
    const found = gamepads().find(({ index }) => index === pad);
    return found === undefined ? null : readGamepad(found, sideways);
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
