/** The keyboard: who hears a key, steering, the page or what has the focus. */
import type { Board, Key } from "./keys";
import { chord, KEYS } from "./keys";
import type { Steering } from "./steering";

// A checkbox or a slider takes few keys, but which ones is its own business.
const WRITES = "input, textarea, select, [contenteditable]";
const PRESSED = "button, a[href], summary, [role=tab], [role=menuitem], [role=option], [role=checkbox]";

export class Keyboard {
  /** Whether Space is down, with which the mouse moves the view. */
  space = false;
  private spaceUsed = false;
  private readonly table = new Map<string, Key>();

  constructor(
    private readonly board: Board,
    private readonly steering: Steering,
    private readonly canvas: HTMLElement,
  ) {
    for (const key of KEYS.flatMap((group) => group.keys)) {
      for (const name of key.chords) this.table.set(name, key);
    }
    window.addEventListener("keydown", (event) => this.down(event));
    window.addEventListener("keyup", (event) => this.up(event));
    window.addEventListener("blur", () => (this.space = false));
  }

  /** The mouse took Space for itself: it does not pause. */
  useSpace(): void {
    this.spaceUsed = true;
  }

  private down(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing || this.busy(event)) return;
    if (this.steering.press(event)) {
      event.preventDefault();
      return;
    }
    const name = chord(event);
    const key = this.table.get(name);
    if (key === undefined || (key.onPitch === true && !this.hasPitch())) return;
    event.preventDefault();
    if (name === " ") {
      if (!event.repeat) this.spaceUsed = false;
      this.space = true; // what it does it does when it comes up: until then the mouse may want it
    } else if (!event.repeat || REPEATS.has(name)) key.act(this.board);
  }

  private up(event: KeyboardEvent): void {
    this.steering.release(event);
    if (event.key !== " " || !this.space) return;
    this.space = false;
    if (!this.spaceUsed) this.table.get(" ")?.act(this.board);
  }

  /** Whether the key belongs to something else that has the focus. */
  private busy(event: KeyboardEvent): boolean {
    const target = event.target instanceof Element ? event.target : document.body;
    if (document.querySelector("dialog[open]") !== null) return true;
    if (target.closest(WRITES) !== null) return true;
    return (event.key === " " || event.key === "Enter") && target.closest(PRESSED) !== null && !this.steers(event);
  }

  /** While steering, Space kicks wherever the focus is. */
  private steers(event: KeyboardEvent): boolean {
    return this.steering.who !== null && event.key === " ";
  }

  private hasPitch(): boolean {
    const { activeElement } = document;
    return activeElement === this.canvas || activeElement === document.body || activeElement === null;
  }
}

// Keys that may be held down.
const REPEATS = new Set([
  ...[".", ">", ",", "<", "x", "Shift+x", "r", "Shift+r", "Ctrl+z"],
  ...["Left", "Right", "Up", "Down"].flatMap((way) => [`Arrow${way}`, `Shift+Arrow${way}`]),
]);
