/** Whether the dock is open: the button for it is in the bar above, the dock itself beside the pitch. */
import { keep, kept } from "./keeping";

const NARROW = "(max-width: 720px)"; // as in style.css
const listeners = new Set<(open: boolean) => void>();
// A phone shows the pitch first, whatever was open on another day.
let open = !matchMedia(NARROW).matches && kept("dock.open") !== "no";

export function unfolded(): boolean {
  return open;
}

export function unfold(on: boolean): void {
  if (on === open) return;
  open = on;
  if (!matchMedia(NARROW).matches) keep("dock.open", on ? "yes" : "no");
  for (const listener of listeners) listener(on);
}

export function onUnfold(listener: (open: boolean) => void): void {
  listeners.add(listener);
}
