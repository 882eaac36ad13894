/** Parameters: every number of the league and its realism, live; what was changed can be taken along. */
import { LIVE, type Page } from "../../model/page";
import type { Parameters as Answer, Parameter } from "../../wire/schema";
import { copy } from "../clipboard";
import { button, make, press, write } from "../elements";
import { controlRefusal } from "../../model/control";
import { ControlGuard } from "../controlGuard";
import { counted } from "../numbers";
import type { Panel } from "../panel";
import { Group } from "./group";
import "./parameters.css";
import { Preset } from "./preset";
import { Row } from "./row";
import { commandLine, toml } from "./texts";
import { type Change, changed, firstOf, type Section, whole } from "./value";

const SEARCH_PAUSE = 80; // ms: a fast typist is not slowed down
const OPEN_AT_FIRST = "ball"; // what most people come for

export class Parameters implements Panel {
  private search = make("input", {
    type: "search",
    id: "parameter-search",
    placeholder: "Search name or meaning",
    "aria-label": "Search parameters",
  });
  private only: HTMLButtonElement;
  private resetAll: HTMLButtonElement;
  private takeAlong: HTMLButtonElement[];
  private remark = make("p", { class: "faint small", "data-fact": "parameters" }, "Waiting for the server …");
  private list = make("div", { id: "parameter-list" });
  private preset: Preset;
  private groups: Group[] = [];
  private rows = new Map<string, Row>(); // by section and path
  private guard: ControlGuard;
  private shown = false;
  private asking = false;
  private stale = true; // something may have changed since the last answer

  constructor(
    private readonly page: Page,
    root: HTMLElement,
  ) {
    this.guard = new ControlGuard(page);
    const steady = new ControlGuard(page); // what stays when rows are made anew
    this.preset = new Preset(page, steady, () => this.ask());
    const slim = (id: string, title: string, text: string, onclick: () => void) =>
      button({ class: "slim", id, title, onclick }, text);
    this.only = slim("changed-only", "Show only changed parameters", "Changed only", () => {
      press(this.only, this.only.getAttribute("aria-pressed") !== "true");
      this.filter();
    });
    press(this.only, false);
    this.only.classList.add("chip");
    this.resetAll = slim("reset-all", "Restore the values from the start of the match", "Reset all", () => void this.goBack());
    this.takeAlong = [
      slim("copy-toml", "Copy the changes as TOML, for --file", "TOML", () => this.copyAs("TOML", toml)),
      slim("copy-command", "Copy the changes as command-line options", "command line", () =>
        this.copyAs("options of a command line", commandLine),
      ),
    ];
    for (const one of this.takeAlong) one.setAttribute("aria-label", `Copy as ${one.textContent}`);
    steady.guard(this.resetAll);
    let timer = 0;
    this.search.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.filter(), SEARCH_PAUSE);
    });
    const copying = make("span", { class: "faint small" }, "Copy as");
    const head = make(
      "div",
      { class: "parameter-head" },
      make("div", { class: "bar" }, this.search, this.only),
      make("div", { class: "bar" }, copying, ...this.takeAlong, this.resetAll),
    );
    root.append(head, this.preset.root, this.remark, this.list);
    page.on("pitch", () => this.ask());
    page.on("link", () => this.ask());
    page.on("roles", () => this.tell());
  }

  visible(on: boolean): void {
    this.shown = on;
    if (on && this.stale) this.ask();
  }

  /** Ask for all of them; while one question is out, the next waits. */
  private ask(): void {
    this.stale = true;
    if (!this.shown || this.asking || !this.page.backend.connected) return;
    this.asking = true;
    this.stale = false;
    this.page.backend
      .ask("parameters")
      .then((answer) => this.show(answer))
      .catch((error: Error) => write(this.remark, error.message))
      .finally(() => {
        this.asking = false;
        if (this.stale) this.ask();
      });
  }

  private show(answer: Answer): void {
    const sections: [Section, Parameter[]][] = [
      ["realism", answer.realism],
      ["league", answer.league],
    ];
    const all = sections.flatMap(([section, list]) => list.map((one) => [`${section} ${one.path}`, one] as const));
    const known = all.length === this.rows.size && all.every(([key]) => this.rows.has(key));
    if (known) for (const [key, parameter] of all) this.rows.get(key)?.update(parameter);
    else this.build(sections);
    this.preset.look();
    this.filter();
  }

  /** New rows: another league, other robots. */
  private build(sections: [Section, Parameter[]][]): void {
    this.guard.forget();
    this.rows.clear();
    this.groups = [];
    for (const [section, parameters] of sections) {
      const groups = new Map<string, Row[]>();
      for (const parameter of parameters) {
        const row = new Row(parameter, (path, value) => this.change(section, { [path]: value }));
        this.guard.guard(row.entry as HTMLInputElement);
        this.guard.guard(row.reset);
        this.rows.set(`${section} ${parameter.path}`, row);
        const dot = parameter.path.indexOf(".");
        const name = section === "realism" ? section : dot < 0 ? "league" : parameter.path.slice(0, dot);
        groups.set(name, [...(groups.get(name) ?? []), row]);
      }
      for (const [name, rows] of groups) {
        const depth = section === "realism" || name === "league" ? 0 : 1;
        this.groups.push(new Group(name, rows, depth, name === OPEN_AT_FIRST));
      }
    }
    this.list.replaceChildren(...this.groups.map((group) => group.root));
  }

  private async change(section: Section, values: Record<string, unknown>): Promise<void> {
    await this.page.backend.ask("change", section === "league" ? { set: values } : { noise: values });
    this.ask();
  }

  private filter(): void {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const only = this.only.getAttribute("aria-pressed") === "true";
    const wanted = (row: Row) => row.matches(words) && (!only || changed(row.parameter));
    let count = 0;
    for (const group of this.groups) count += group.filter(wanted, only || words.length > 0);
    this.tell(count);
  }

  private tell(shown = this.rows.size): void {
    if (this.rows.size === 0) return;
    const changes = this.changes("league").length + this.changes("realism").length;
    const why = controlRefusal(this.page);
    const found = shown === 0 ? "No parameter matches" : `${shown} of ${counted(this.rows.size, "parameter")}`;
    const whose = this.page.watching.source === LIVE ? "" : "These belong to the live match. ";
    write(this.remark, `${found}, ${changes === 0 ? "none" : changes} changed. ${whose}${why ?? ""}`);
    for (const button of this.takeAlong) button.disabled = changes === 0;
    this.resetAll.hidden = changes === 0;
  }

  private changes(section: Section): Parameter[] {
    const rows = [...this.rows].filter(([key]) => key.startsWith(`${section} `));
    return rows.map(([, row]) => row.parameter).filter(changed);
  }

  private async goBack(): Promise<void> {
    const firsts = (section: Section) => Object.fromEntries(this.changes(section).map(firstOf));
    await this.page.request("change", { set: firsts("league"), noise: firsts("realism") });
    this.ask();
  }

  private copyAs(form: string, write: (league: Change[], realism: Change[]) => string): void {
    const [league, realism] = [whole(this.changes("league")), whole(this.changes("realism"))];
    const what = `${counted(league.length + realism.length, "change")} as ${form}`;
    void copy(this.page, write(league, realism), what);
  }
}
