/** All keys of the page in one place: the handler and the help are both made of these tables. */
import type { LayerName, Page } from "../model/page";
import { BALL } from "../model/body";
import type { Stage, ViewName } from "../scene/stage";
import type { Clock } from "../time/clock";
import { FRAME } from "../time/clock";
import type { Jump } from "../time/jump";
import { jump } from "../time/jump";
import { remove } from "./actions";
import { follow } from "./follow";
import type { Nudge } from "./nudge";
import { chooseNext } from "./select";

/** What keys work on. */
export interface KeyContext {
  page: Page;
  stage: Stage;
  clock: Clock;
  nudge: Nudge;
  measuring: boolean;
  measure(on: boolean): void;
  help(): void;
  escape(): void;
  /** Begin or end the presentation. */
  present(): void;
  /** The menu for what is selected, or for the middle of the pitch. */
  menu(): void;
  /** Turn what the mouse holds; false if it holds nothing. */
  turnHeld(angle: number): boolean;
}

export interface Key {
  chords: string[]; // as `chord` spells them
  shown: string; // as the help shows it
  does: string;
  act(context: KeyContext): void;
  onPitch?: boolean; // only when the pitch has the focus: elsewhere it belongs to what has it
}

export interface Group {
  title: string;
  keys: Key[];
}

export const LAYER_KEYS: Record<LayerName, string> = {
  truth: "U",
  seen: "S",
  trails: "T",
  arrows: "V",
  numbers: "N",
  cameras: "C",
  drawings: "D",
};

const LAYER_TITLES: Record<LayerName, string> = {
  truth: "true positions",
  seen: "detections of the cameras",
  trails: "trails",
  arrows: "velocity arrows",
  numbers: "numbers on robots",
  cameras: "camera footprints",
  drawings: "drawings of teams",
};

const VIEWS: Record<ViewName, string> = {
  top: "top view",
  ball: "ball view",
  robot: "robot view",
  free: "free view",
};

const PANES = [1, 2, 4] as const;
const TURN = Math.PI / 12; // rad: 15°

const key = (shown: string, does: string, chords: string[], act: Key["act"], onPitch = false): Key => ({
  shown,
  does,
  chords,
  act,
  onPitch,
});

function turn(angle: number): Key["act"] {
  return (context) => {
    if (!context.turnHeld(angle)) context.nudge.by(0, 0, angle);
  };
}

function jumps(kind: Jump, way: 1 | -1): Key["act"] {
  return ({ page, clock }) => jump(page, clock, kind, way);
}

/** Told about in one line for all four, hence without words of its own. */
function arrow(name: string, dx: number, dy: number): Key[] {
  const step = (size: number): Key["act"] => ({ nudge }) => nudge.by(dx * size, dy * size);
  return [key("", "", [`Arrow${name}`], step(0.1), true), key("", "", [`Shift+Arrow${name}`], step(0.01), true)];
}

function nextPanes({ stage }: KeyContext): void {
  const now = PANES.findIndex((count) => count === stage.panes.length);
  stage.setPanes(PANES[(now + 1) % PANES.length] ?? 1);
}

function followSelected({ page, stage }: KeyContext): void {
  const name = [...page.selection][0];
  follow(page, stage, name ?? BALL);
}

export const KEYS: Group[] = [
  {
    title: "Time",
    keys: [
      key("Space", "pause or play", [" ", "Shift+ "], ({ clock }) => clock.playOrPause()),
      key(".", "one tick forward; in the past one frame", ["."], ({ clock }) => clock.step(1, FRAME)),
      key(">", "10 ms forward; in the past 0.1 s", [">"], ({ clock, page }) =>
        clock.step(Math.max(1, Math.round(0.01 / (page.pitch?.timestep ?? 0.001))), 0.1),
      ),
      key(",", "one frame back", [","], ({ clock }) => clock.go(clock.time - FRAME)),
      key("<", "0.1 s back", ["<"], ({ clock }) => clock.go(clock.time - 0.1)),
      key("[ or −", "slower", ["[", "-"], ({ clock }) => clock.shift(-1)),
      key("] or +", "faster", ["]", "+", "="], ({ clock }) => clock.shift(1)),
      key("L", "live", ["l"], ({ clock }) => void clock.live()),
      key("B", "branch: continue from the moment shown", ["b"], ({ clock }) => void clock.branch()),
      key("E", "next event", ["e"], jumps("event", 1)),
      key("Shift+E", "previous event", ["Shift+e"], jumps("event", -1)),
      key("G", "next goal", ["g"], jumps("goal", 1)),
      key("Shift+G", "previous goal", ["Shift+g"], jumps("goal", -1)),
    ],
  },
  {
    title: "View",
    keys: [
      ...(Object.keys(VIEWS) as ViewName[]).map((view, index) =>
        key(`${index + 1}`, VIEWS[view], [`${index + 1}`], ({ stage }) => stage.setView(view)),
      ),
      key("P", "1, 2 or 4 panes", ["p"], nextPanes),
      key("F", "follow the selection, or the ball", ["f"], followSelected),
      key("0", "reset the view", ["0"], ({ stage }) => stage.resetView()),
      key("Z", "presentation: pitch and large score alone", ["z"], (context) => context.present()),
      key("M", "ruler", ["m"], (context) => context.measure(!context.measuring)),
    ],
  },
  {
    title: "Layers",
    keys: (Object.keys(LAYER_KEYS) as LayerName[]).map((layer) =>
      key(LAYER_KEYS[layer], LAYER_TITLES[layer], [LAYER_KEYS[layer].toLowerCase()], ({ page }) =>
        page.show(layer, !page.layers[layer]),
      ),
    ),
  },
  {
    title: "Robots and ball",
    keys: [
      key("X", "select the next robot or the ball", ["x"], ({ page }) => chooseNext(page, 1)),
      key("Shift+X", "select the previous one", ["Shift+x"], ({ page }) => chooseNext(page, -1)),
      key("← ↑ ↓ →", "move it 10 cm; with Shift 1 cm", [], () => {}),
      ...arrow("Left", -1, 0),
      ...arrow("Right", 1, 0),
      ...arrow("Up", 0, 1),
      ...arrow("Down", 0, -1),
      key("R", "turn it 15° to the left", ["r"], turn(TURN)),
      key("Shift+R", "turn it 15° to the right", ["Shift+r"], turn(-TURN)),
      key("Delete", "remove selected robots", ["Delete", "Backspace"], ({ page }) => remove(page, page.selection)),
      key("Menu", "menu for the selection", ["ContextMenu", "Shift+F10"], (context) => context.menu(), true),
      key("Ctrl+Z", "undo", ["Ctrl+z"], ({ page }) => void page.request("undo")),
      key("Esc", "cancel, release, clear the selection", ["Escape"], (context) => context.escape()),
    ],
  },
  {
    title: "Referee",
    keys: [
      key("H", "halt", ["h"], ({ page }) => void page.request("whistle", { whistle: "halt" })),
      key("J", "stop", ["j"], ({ page }) => void page.request("whistle", { whistle: "stop" })),
      key("K", "start", ["k"], ({ page }) => void page.request("whistle", { whistle: "start" })),
    ],
  },
  { title: "Help", keys: [key("?", "this list", ["?"], (context) => context.help())] },
];

export type SteeringAct =
  | "forward"
  | "back"
  | "left"
  | "right"
  | "turn left"
  | "turn right"
  | "kick"
  | "chip"
  | "dribble";

/** While a robot is in the hand; by the place of the key, not by its letter. These win over all others. */
export const STEERING_KEYS: Record<string, { shown: string; act: SteeringAct }> = {
  KeyW: { shown: "W", act: "forward" },
  ArrowUp: { shown: "↑", act: "forward" },
  KeyS: { shown: "S", act: "back" },
  ArrowDown: { shown: "↓", act: "back" },
  KeyA: { shown: "A", act: "left" },
  KeyD: { shown: "D", act: "right" },
  KeyQ: { shown: "Q", act: "turn left" },
  ArrowLeft: { shown: "←", act: "turn left" },
  KeyE: { shown: "E", act: "turn right" },
  ArrowRight: { shown: "→", act: "turn right" },
  Enter: { shown: "Enter", act: "kick" },
  KeyX: { shown: "X", act: "kick" },
  KeyC: { shown: "C", act: "chip" },
  KeyF: { shown: "F", act: "dribble" },
};

/** What the mouse does, for the help. */
export const MOUSE_KEYS: [string, string][] = [
  ["Drag a robot or the ball", "move it, with the selection"],
  ["R or wheel while dragging", "turn it"],
  ["Shift + drag", "throw it: it keeps the speed of the pointer"],
  ["Ctrl + drag", "pull a robot with joints by a limb"],
  ["Esc while dragging", "put it back"],
  ["Right-drag a robot", "turn it to face the pointer"],
  ["Right-drag the ball", "give it a velocity, 2 m/s per metre"],
  ["Right click", "menu: add, remove, drive …"],
  ["Ctrl + right click", "kick the ball here"],
  ["Shift + right click", "kick the ball so that it stops here"],
  ["Ctrl + Shift + right click", "pass the ball: it arrives at 2 m/s"],
  ["Alt + right click", "chip the ball here"],
  ["Click", "select; with Ctrl or Shift add or remove"],
  ["Double click", "follow it in ball and robot views"],
  ["Drag empty ground", "select with a box; orbit in the free view"],
  ["Right- or middle-drag", "move the view; Space + drag too"],
  ["Wheel, or two fingers", "zoom"],
  ["Long press (touch)", "grab a robot or the ball, or open the menu"],
];

/** A key press as the tables spell it: "Ctrl+z", "Shift+r", ">". */
export function chord(event: KeyboardEvent): string {
  const one = [...event.key].length === 1;
  const letter = one && event.key.toLowerCase() !== event.key.toUpperCase();
  // What AltGr writes is a sign of its own, and so is what Shift makes of a sign.
  const writes = event.getModifierState("AltGraph");
  const control = (event.ctrlKey || event.metaKey) && !writes ? "Ctrl+" : "";
  const alt = event.altKey && !writes ? "Alt+" : "";
  const shift = event.shiftKey && (!one || letter || event.key === " ") ? "Shift+" : "";
  return control + alt + shift + (letter ? event.key.toLowerCase() : event.key);
}
