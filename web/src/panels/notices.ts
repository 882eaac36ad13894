/** Notices over the pitch: what went wrong, that the connection was lost, what is going on. */
import type { Page } from "../model/page";
import type { Note, Welcome } from "../wire/words";
import { button, make } from "./elements";
import { icon } from "./icons";
import "./notices.css";

const STAY: Record<Note["level"], number> = { info: 4000, warning: 8000, error: 10000 }; // ms
const MOST = 4; // more would hide the pitch; all of them are in the log
const PATIENCE = 1500; // ms until a first connection counts as missing

interface Toast {
  root: HTMLElement;
  timer: number;
  level: Note["level"];
}

export class Notices {
  private toasts = new Map<string, Toast>(); // by text, oldest first
  private banner = make("div", { id: "no-connection", class: "toast warning", role: "alert", hidden: true });
  private before: Welcome | null = null; // of the connection that was lost

  constructor(
    private readonly page: Page,
    private readonly root: HTMLElement,
  ) {
    this.banner.append(icon("warning"), make("span", {}, "No connection to the server: trying again…"));
    root.append(this.banner);
    page.on("note", (note) => this.show(note));
    page.on("link", (connected) => {
      this.banner.hidden = connected;
      if (!connected) this.before = page.welcome;
    });
    page.on("watching", () => this.greet());
    setTimeout(() => (this.banner.hidden = page.link.connected), PATIENCE);
  }

  /** After the first word on a new connection: the server is the same, or another one. */
  private greet(): void {
    const { before, page } = this;
    if (before === null || page.welcome === null || page.welcome === before) return;
    this.before = null;
    const same = before.start === page.welcome.start;
    page.say(same ? "Connected again." : "Connected again. The server was started again.");
  }

  private show({ text, level }: Note): void {
    const known = this.toasts.get(text);
    const toast = known ?? { root: this.build(text, level), timer: 0, level };
    if (known === undefined) {
      this.toasts.set(text, toast);
      this.root.append(toast.root);
      while (this.toasts.size > MOST) this.hide(this.toasts.keys().next().value as string);
    }
    this.time(text);
  }

  private build(text: string, level: Note["level"]): HTMLElement {
    const close = () => this.hide(text);
    const hold = () => clearTimeout(this.toasts.get(text)?.timer);
    return make(
      "div",
      {
        class: `toast ${level}`,
        "data-level": level,
        role: level === "error" ? "alert" : undefined,
        onpointerenter: hold, // somebody is reading
        onpointerleave: () => this.time(text),
        onclick: close,
      },
      icon(level),
      make("span", { class: "toast-text" }, text),
      button({ class: "toast-close", "aria-label": "Close this notice", onclick: close }, icon("close")),
    );
  }

  private time(text: string): void {
    const toast = this.toasts.get(text);
    if (toast === undefined) return;
    clearTimeout(toast.timer);
    toast.timer = setTimeout(() => this.hide(text), STAY[toast.level]);
  }

  private hide(text: string): void {
    const toast = this.toasts.get(text);
    clearTimeout(toast?.timer);
    toast?.root.remove();
    this.toasts.delete(text);
  }
}
