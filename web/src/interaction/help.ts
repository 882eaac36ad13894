/** The help: all keys and what the mouse does, made of the tables that the handlers use. */
import type { SteeringAct } from "./keys";
import { KEYS, MOUSE_KEYS, STEERING_KEYS } from "./keys";

const STEERING_TITLE = "While you drive a robot";
const GAMEPAD: [string, string] = [
  "Gamepads, up to four",
  "left stick drives, right stick turns, button 0 kicks, 1 chips, right trigger dribbles",
];

export class Help {
  private dialog: HTMLDialogElement | null = null;

  show(): void {
    this.dialog ??= build();
    if (!this.dialog.open) this.dialog.showModal();
  }
}

function build(): HTMLDialogElement {
  const dialog = document.createElement("dialog");
  dialog.id = "help";
  dialog.className = "hand-help";
  dialog.setAttribute("aria-labelledby", "help-title");
  const head = document.createElement("header");
  const title = text("h2", "Keys and mouse");
  title.id = "help-title";
  const close = text("button", "Close") as HTMLButtonElement;
  close.type = "button";
  close.id = "help-close";
  close.addEventListener("click", () => dialog.close());
  head.append(title, close);
  const body = document.createElement("div");
  body.className = "groups";
  body.tabIndex = 0; // so that it can be scrolled by keys
  body.setAttribute("role", "group");
  body.setAttribute("aria-labelledby", "help-title");
  const mouse = group("Mouse and touch", MOUSE_KEYS);
  mouse.className = "mouse";
  body.append(mouse);
  for (const { title: name, keys } of KEYS) {
    body.append(group(name, keys.filter(({ shown }) => shown !== "").map(({ shown, does }) => [shown, does])));
  }
  body.append(group(STEERING_TITLE, steering()));
  dialog.append(head, body);
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close(); // beside the list
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "?") dialog.close();
  });
  document.body.append(dialog);
  return dialog;
}

function steering(): [string, string][] {
  const rows = new Map<SteeringAct, string[]>();
  for (const { shown, act } of Object.values(STEERING_KEYS)) rows.set(act, [...(rows.get(act) ?? []), shown]);
  const keys = [...rows].map(([act, shown]): [string, string] => [shown.join(" or "), act]);
  return [...keys, ["Shift", "half speed"], ["Space", "pause or play"], ["Esc", "release the robot"], GAMEPAD];
}

function group(title: string, rows: [string, string][]): HTMLElement {
  const section = document.createElement("section");
  const list = document.createElement("dl");
  for (const [shown, does] of rows) {
    const row = document.createElement("div");
    const name = document.createElement("dt");
    name.append(text("kbd", shown));
    row.append(name, text("dd", does));
    list.append(row);
  }
  section.append(text("h3", title), list);
  return section;
}

function text(kind: string, content: string): HTMLElement {
  const element = document.createElement(kind);
  element.textContent = content;
  return element;
}
