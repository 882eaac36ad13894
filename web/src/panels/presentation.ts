/** Presentation mode: the pitch alone with a large score and clock, for a class room or a projector. */
import { button, make, press } from "./elements";
import { icon } from "./icons";
import "./presentation.css";

const listeners = new Set<(on: boolean) => void>();
const hint = make("p", { id: "presentation-hint" });
const key = (name: string) => make("kbd", {}, name);
hint.append(key("Space"), " pause or play    ", key("Z"), " or ", key("Esc"), " end the presentation");

export function presenting(): boolean {
  return document.documentElement.dataset.presenting === "true";
}

export function present(on: boolean): void {
  if (on === presenting()) return;
  document.documentElement.dataset.presenting = String(on);
  if (on) document.getElementById("stage")?.append(hint);
  else hint.remove();
  // What had the focus may be hidden now; the keys belong to the pitch.
  document.getElementById("scene")?.focus({ preventScroll: true });
  for (const listener of listeners) listener(on);
}

export function presentationButton(): HTMLButtonElement {
  const title = "Presentation: the pitch alone with a large score (Z)";
  const click = () => present(!presenting());
  const made = button({ id: "tool-present", class: "square", title, "aria-label": title, onclick: click }, icon("present"));
  press(made, false);
  listeners.add((on) => press(made, on));
  return made;
}
