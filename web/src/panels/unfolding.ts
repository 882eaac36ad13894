/** Whether the dock is open: the button for it is in the bar above, the dock itself beside the pitch. */
import { store, stored } from "../model/storage";

const OVER = "(max-height: 500px), (max-width: 720px) and (orientation: landscape)"; // as in dock.css: over the pitch
const PORTRAIT = "(max-width: 720px) and (orientation: portrait)"; // below the pitch
const listeners = new Set<(open: boolean) => void>();
// Where panels would cover the pitch they are closed at first, whatever was open on another day.
let open = !matchMedia(OVER).matches && (matchMedia(PORTRAIT).matches || stored("dock.open") !== "no");

export function unfolded(): boolean {
  return open;
}

export function unfold(on: boolean): void {
  if (on === open) return;
  open = on;
  if (!matchMedia(OVER).matches && !matchMedia(PORTRAIT).matches) store("dock.open", on ? "yes" : "no");
  for (const listener of listeners) listener(on);
}

// A phone that is turned: panels below the pitch stay in sight, panels over it go.
matchMedia(OVER).addEventListener("change", ({ matches }) => unfold(!matches));

export function onUnfold(listener: (open: boolean) => void): void {
  listeners.add(listener);
}
