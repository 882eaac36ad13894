/** The keyboard: decides whether a key goes to driving, to the page or to the element that has the focus. */
import type { KeyContext, Key } from "./keys";
import { chord, KEYS } from "./keys";
import type { Steering } from "./steering";

// Here Space writes a blank …
const TEXT = "textarea, [contenteditable], input:not([type=checkbox], [type=radio], [type=range], [type=button])";
// … and here all other keys are the element's own: a checkbox or a list takes few, but which ones it decides.
const FIELDS = "input, textarea, select, [contenteditable]";
const PRESSED = "button, a[href], summary, [role=tab], [role=menuitem], [role=option], [role=checkbox]";

export class Keyboard {
  /** Whether Space is down, with which the mouse moves the view. */
  space = false;
  private spaceUsed = false;
  private readonly table = new Map<string, Key>();

  constructor(
    private readonly context: KeyContext,
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
    if (event.key === "Enter" && tick(event.target)) event.preventDefault();
    const name = chord(event);
    const key = this.table.get(name);
    if (key === undefined || (key.onPitch === true && !this.hasPitch())) return;
    event.preventDefault();
    if (event.key === " ") {
      if (!event.repeat) this.spaceUsed = false;
      this.space = true; // it acts when it comes up: until then the mouse may use it
    } else if (!event.repeat || REPEATS.has(name)) key.act(this.context);
  }

  private up(event: KeyboardEvent): void {
    this.steering.release(event);
    if (event.key !== " " || !this.space) return;
    event.preventDefault(); // some browsers press a focused button when Space comes up
    this.space = false;
    if (!this.spaceUsed) this.table.get(" ")?.act(this.context);
  }

  /** Whether the key belongs to something else that has the focus. */
  private busy(event: KeyboardEvent): boolean {
    const target = event.target instanceof Element ? event.target : document.body;
    if (document.querySelector("dialog[open]") !== null) return true;
    if (event.key === " " && !event.ctrlKey && !event.metaKey && !event.altKey) return target.closest(TEXT) !== null;
    if (event.key === "Enter" && isTick(target)) return false;
    if (target.closest(FIELDS) !== null) return true;
    return event.key === "Enter" && target.closest(PRESSED) !== null && this.steering.names.length === 0;
  }

  private hasPitch(): boolean {
    const { activeElement } = document;
    return activeElement === this.canvas || activeElement === document.body || activeElement === null;
  }
}

function isTick(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.type === "checkbox";
}

/** Space pauses on a checkbox, too, so that Enter ticks it. */
function tick(target: EventTarget | null): boolean {
  if (isTick(target)) target.click();
  return isTick(target);
}

// Keys that may be held down.
const REPEATS = new Set([
  ...[".", ">", ",", "<", "x", "Shift+x", "r", "Shift+r", "Ctrl+z"],
  ...["Left", "Right", "Up", "Down"].flatMap((way) => [`Arrow${way}`, `Shift+Arrow${way}`]),
]);
