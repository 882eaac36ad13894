/** The log: notes and events, newest at the bottom; a click shows that moment. */
import type { Page } from "../model/page";
import { copy } from "./clipboard";
import type { NoteLog, Entry } from "./noteLog";
import { button, make, press, write } from "./elements";
import { store, stored } from "../model/storage";
import "./log.css";
import { clock, counted } from "./numbers";
import type { Panel } from "./panel";

const KINDS: Entry["kind"][] = ["note", "goal", "out", "restart", "referee", "kick", "collision", "input"];
const AT_ONCE = 300; // lines that are built; more on demand
const CALM = 250; // ms between two looks: kicks and collisions come in bursts
const NEAR = 24; // px from the end that count as at the end

export class Log implements Panel {
  private list = make("ol", { class: "log", id: "log", tabindex: 0, "aria-label": "Events and notes" });
  private empty = make("p", { class: "faint" }, "No events yet.");
  private search = make("input", {
    type: "search",
    id: "log-search",
    placeholder: "Search",
    "aria-label": "Search the log",
  });
  private earlier = button({ class: "slim", id: "log-earlier", hidden: true });
  private newest = button({ class: "slim log-newest", id: "log-newest", hidden: true }, "↓ newest");
  private off = new Set((stored("log.off") ?? "collision").split(",").filter(Boolean));
  private lines = new WeakMap<object, HTMLLIElement>(); // by mark or note
  private most = AT_ONCE;
  private shown = false;
  private timer = 0;
  private follows = true; // the newest one stays in sight

  constructor(
    private readonly page: Page,
    private readonly noteLog: NoteLog,
    root: HTMLElement,
  ) {
    const kinds = make("div", { class: "log-kinds", role: "group", "aria-label": "Kinds" });
    for (const kind of KINDS) {
      const chip = button({ class: "slim chip", "data-kind": kind }, kind);
      chip.addEventListener("click", () => this.toggle(kind, chip));
      press(chip, !this.off.has(kind));
      kinds.append(chip);
    }
    const copyAll = button({ class: "slim", id: "copy-log", onclick: () => this.copy() }, "Copy");
    const frame = make("div", { class: "log-frame" }, this.list, this.newest);
    root.append(make("div", { class: "bar" }, this.search, copyAll), kinds, this.earlier, this.empty, frame);
    this.search.addEventListener("input", () => this.soon());
    this.earlier.addEventListener("click", () => {
      this.most += AT_ONCE;
      this.look();
    });
    this.newest.addEventListener("click", () => this.toEnd());
    this.list.addEventListener("scroll", () => {
      this.follows = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < NEAR;
      this.newest.hidden = this.follows;
    });
    this.list.addEventListener("keydown", (event) => this.move(event));
    noteLog.onEntry = () => this.soon();
    page.on("marks", () => this.soon());
    page.on("rewound", () => this.soon());
  }

  visible(on: boolean): void {
    this.shown = on;
    if (on) this.look();
  }

  private soon(): void {
    if (!this.shown || this.timer !== 0) return;
    this.timer = setTimeout(() => this.look(), CALM);
  }

  /** Everything that is wanted, oldest first. */
  private wanted(): Entry[] {
    const sought = this.search.value.toLowerCase();
    const fits = (entry: Entry) => !this.off.has(entry.kind) && entry.text.toLowerCase().includes(sought);
    const { source } = this.page.watching; // notes have the times of what was watched then
    const all: Entry[] = [...this.page.marks, ...this.noteLog.entries.filter((entry) => entry.source === source)];
    return all.filter(fits).sort((one, other) => (one.time ?? 0) - (other.time ?? 0));
  }

  private look(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    if (!this.shown) return;
    const all = this.wanted();
    const entries = all.slice(-this.most);
    this.earlier.hidden = entries.length === all.length;
    write(this.earlier, `Show ${counted(Math.min(AT_ONCE, all.length - entries.length), "earlier line")}`);
    this.empty.hidden = entries.length > 0;
    const nothing = this.page.marks.length + this.noteLog.entries.length === 0;
    write(this.empty, nothing ? "No events yet." : "No events of this kind.");
    this.arrange(entries.map((entry) => this.line(entry)));
    if (this.follows) this.toEnd();
  }

  /** Put lines in their order; those that are in place stay untouched, and with them what is selected or focused. */
  private arrange(lines: HTMLElement[]): void {
    const wanted = new Set<Element>(lines);
    for (const line of [...this.list.children]) if (!wanted.has(line)) line.remove();
    let next = this.list.firstElementChild;
    for (const line of lines) {
      if (line === next) next = next.nextElementSibling;
      else this.list.insertBefore(line, next);
    }
  }

  private line(entry: Entry): HTMLLIElement {
    const known = this.lines.get(entry);
    if (known !== undefined) return known;
    const { time, kind, text, level, team } = entry;
    const said = level === undefined || level === "info" ? kind : level;
    const go = button(
      { tabindex: -1, title: time === null ? "" : "Show this moment", onclick: () => this.jump(time) },
      make("span", { class: "mono log-time" }, time === null ? "" : clock(time, 2)),
      make("span", { class: team === null ? "log-kind" : `log-kind swatch ${team}` }, said),
      make("span", { class: "log-text" }, text),
    );
    const line = make("li", { "data-kind": kind, class: level ?? "" }, go);
    this.lines.set(entry, line);
    return line;
  }

  /** Up and down go from line to line; the tab key goes past them all. */
  private move(event: KeyboardEvent): void {
    const now = document.activeElement?.closest("li") ?? null;
    const next = {
      ArrowUp: now === null ? this.list.lastElementChild : now.previousElementSibling,
      ArrowDown: now === null ? this.list.firstElementChild : now.nextElementSibling,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    next?.querySelector("button")?.focus();
  }

  private jump(time: number | null): void {
    const { frame } = this.page;
    if (time === null || frame === null) return;
    if (time < frame.first) this.page.say("That moment is no longer in memory.", "warning");
    else this.page.watch({ at: Math.min(time, frame.last), playing: false });
  }

  private toggle(kind: Entry["kind"], button: HTMLElement): void {
    if (!this.off.delete(kind)) this.off.add(kind);
    press(button, !this.off.has(kind));
    store("log.off", [...this.off].join());
    this.look();
  }

  private toEnd(): void {
    this.list.scrollTop = this.list.scrollHeight;
    this.follows = true;
    this.newest.hidden = true;
  }

  private copy(): void {
    const entries = this.wanted();
    const lines = entries.map(({ time, kind, text }) => [time === null ? "" : clock(time), kind, text].join("\t"));
    void copy(this.page, lines.join("\n"), `${counted(lines.length, "line")} of the log`);
  }
}
