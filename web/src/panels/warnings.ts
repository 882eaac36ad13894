/** Warnings of the server: a badge with their number that opens the list, and a line of the log for each. */
import type { Page } from "../model/page";
import { button, make, write } from "./elements";
import { icon } from "./icons";
import { counted } from "./numbers";
import "./warnings.css";

const FORGET = 60_000; // ms after which a warning that went away and comes back is noted again

export class Warnings {
  private count = make("span", { class: "mono" });
  private list = make("ul", { id: "warning-list", class: "warning-list", "aria-label": "Warnings", hidden: true });
  private badge = button(
    { id: "warnings", class: "warning-badge", "aria-controls": "warning-list", "aria-expanded": "false", hidden: true },
    icon("warning"),
    this.count,
  );
  private told = make("span", { class: "unseen", role: "status" }); // for those who hear the page
  private seen = new Map<string, number>(); // by their words without the numbers in them, and when they were last told

  constructor(
    private readonly page: Page,
    root: HTMLElement,
  ) {
    root.append(make("span", { class: "warning-place" }, this.badge, this.told, this.list));
    this.badge.addEventListener("click", () => this.open(this.list.hidden));
    this.badge.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || this.list.hidden) return;
      event.stopPropagation();
      this.open(false);
    });
    document.addEventListener("pointerdown", ({ target }) => {
      if (!this.list.hidden && !(target as Element).closest(".warning-place")) this.open(false);
    });
    page.on("status", ({ warnings }) => this.show(warnings));
    page.on("link", (connected) => !connected && this.show([]));
  }

  private show(warnings: string[]): void {
    this.note(warnings);
    this.badge.hidden = warnings.length === 0;
    if (this.badge.hidden) this.open(false);
    write(this.count, String(warnings.length));
    const label = counted(warnings.length, "warning");
    this.badge.title = label;
    write(this.told, warnings.length > 0 ? label : "");
    this.badge.setAttribute("aria-label", label);
    while (this.list.children.length > warnings.length) this.list.lastElementChild?.remove();
    warnings.forEach((text, place) => {
      if (this.list.children.length <= place) this.list.append(make("li"));
      write(this.list.children[place], text);
    });
  }

  /** Once for each: "blue is silent since 12:03:05, 14 s ago" says another number every second. */
  private note(warnings: string[]): void {
    const now = performance.now();
    for (const text of warnings) {
      const words = text.replace(/\d+/g, "");
      const before = this.seen.get(words);
      if (before === undefined || now - before > FORGET) this.page.log(text, "warning");
      this.seen.set(words, now);
    }
  }

  private open(on: boolean): void {
    this.list.hidden = !on;
    this.badge.setAttribute("aria-expanded", String(on));
  }
}
