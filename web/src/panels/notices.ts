/** Notices over the pitch: errors, warnings and short answers to what the user does. */
import type { Page } from "../model/page";
import type { Note } from "../wire/schema";
import { button, make } from "./elements";
import { icon } from "./icons";
import "./notices.css";

const STAY: Record<Note["level"], number> = { info: 4000, warning: 8000, error: 10000 }; // ms at least
const READ = 70; // ms per character: about 170 words a minute
const MOST = 4; // more would hide the pitch; all of them are in the log

interface Toast {
  root: HTMLElement;
  timer: number;
  level: Note["level"];
}

export class Notices {
  private toasts = new Map<string, Toast>(); // by text, oldest first

  constructor(
    page: Page,
    private readonly root: HTMLElement,
  ) {
    page.on("note", (note) => this.show(note));
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
    toast.timer = setTimeout(() => this.hide(text), Math.max(STAY[toast.level], READ * text.length));
  }

  private hide(text: string): void {
    const toast = this.toasts.get(text);
    clearTimeout(toast?.timer);
    toast?.root.remove();
    this.toasts.delete(text);
  }
}
