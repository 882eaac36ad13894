/** What a hand on the keyboard or on a gamepad wants of a robot, from −1 to 1 each way. */
import type { SteeringAct } from "./keys";
import { STEERING_KEYS } from "./keys";

export interface Stick {
  forward: number;
  left: number;
  turn: number; // counter-clockwise
  kick: boolean;
  chip: boolean;
  dribble: number; // 0 … 1
}

const DEAD = 0.12; // of a stick's way: no gamepad rests at zero

/** Keys that are down, by their place on the keyboard: WASD is where it is on every keyboard. */
export class KeyStick {
  private down = new Set<string>();
  private half = false;
  private dribbles = false;

  /** Whether this key steers. */
  press(event: KeyboardEvent): boolean {
    this.half = event.shiftKey;
    const act = STEERING_KEYS[event.code]?.act;
    if (act === undefined) return false;
    if (act === "dribble" && !event.repeat) this.dribbles = !this.dribbles;
    this.down.add(event.code);
    return true;
  }

  release(event: KeyboardEvent): void {
    this.half = event.shiftKey;
    this.down.delete(event.code);
  }

  clear(): void {
    this.down.clear();
    this.half = this.dribbles = false;
  }

  read(sideways: boolean): Stick {
    const has = (act: SteeringAct) => [...this.down].some((code) => STEERING_KEYS[code]?.act === act);
    const axis = (more: SteeringAct, less: SteeringAct) =>
      (Number(has(more)) - Number(has(less))) * (this.half ? 0.5 : 1);
    const left = axis("left", "right");
    const turn = axis("turn left", "turn right");
    return {
      forward: axis("forward", "back"),
      left: sideways ? left : 0,
      // A robot that cannot go sideways turns instead.
      turn: sideways || turn !== 0 ? turn : left,
      kick: has("kick"),
      chip: has("chip"),
      dribble: this.dribbles ? 1 : 0,
    };
  }
}

const MOST_PADS = 4; // [MI20 §2.4.6]

/** The gamepads that there are; browsers show one only after a button of it was pressed. */
export function gamepads(): Gamepad[] {
  if (typeof navigator.getGamepads !== "function") return [];
  return [...navigator.getGamepads()].filter((pad) => pad !== null && pad.connected).slice(0, MOST_PADS) as Gamepad[];
}

export function readGamepad(pad: Gamepad, sideways: boolean): Stick {
  const axis = (index: number) => {
    const value = pad.axes[index] ?? 0;
    const beyond = Math.max(Math.abs(value) - DEAD, 0) / (1 - DEAD);
    return -Math.sign(value) * beyond; // sticks count down and right, robots forward and left
  };
  return {
    forward: axis(1),
    left: sideways ? axis(0) : 0,
    turn: sideways || axis(2) !== 0 ? axis(2) : axis(0),
    kick: pad.buttons[0]?.pressed ?? false,
    chip: pad.buttons[1]?.pressed ?? false,
    dribble: pad.buttons[7]?.value ?? 0,
  };
}
