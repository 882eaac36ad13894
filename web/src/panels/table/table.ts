/** The table of robots and ball: commanded, true and seen values. */
import { LIVE, type Page } from "../../model/page";
import type { Table as Answer, Row } from "../../wire/schema";
import { copy } from "../clipboard";
import { button, make, press, write } from "../elements";
import { wide } from "../wide";
import { store, stored } from "../../model/storage";
import { clock, fixed } from "../numbers";
import { type Panel, Poller } from "../panel";
import { csv, GROUPS } from "./columns";
import { tableOf } from "./rows";
import "./table.css";

const OFTEN = 200; // ms between two questions

interface Line {
  root: HTMLTableRowElement;
  choose: HTMLButtonElement;
  cells: HTMLElement[];
}

export class Table implements Panel {
  private table = make("table", { class: "data-table mono" });
  private body = make("tbody");
  private when = make("span", { class: "faint small mono", "data-fact": "table-time" });
  private remark = make("p", { class: "faint" }, "Waiting for the server …");
  private lines = new Map<string, Line>(); // by name
  private answer: Answer | null = null;
  private asking = false;
  private poller = new Poller(OFTEN, () => this.ask());
  private hidden = new Set((stored("table.hidden") ?? "").split(",").filter(Boolean));

  constructor(
    private readonly page: Page,
    root: HTMLElement,
  ) {
    const choices = make("span", { class: "column-choices", role: "group", "aria-label": "Columns" });
    for (const { name, about } of GROUPS) {
      const chip = button({ class: "slim chip", "data-columns": name, title: about }, name);
      chip.addEventListener("click", () => this.toggle(name, chip));
      press(chip, !this.hidden.has(name));
      choices.append(chip);
    }
    const copyAll = () => this.answer && void copy(page, csv(this.answer.time, this.answer.rows), "the table as CSV");
    root.append(
      make("div", { class: "bar" }, choices),
      make(
        "div",
        { class: "bar" },
        button({ class: "slim", id: "copy-csv", onclick: copyAll }, "Copy as CSV"),
        this.when,
      ),
      this.remark,
      wide(make("div", { class: "data-frame", tabindex: 0, role: "region", "aria-label": "Robots and ball" }, this.table)),
    );
    this.head();
    page.on("selection", () => this.markSelected());
  }

  visible(on: boolean): void {
    this.poller.run(on);
  }

  private ask(): void {
    const { frame, watching, backend } = this.page;
    if (this.asking || !backend.connected) return;
    const { at, source } = watching;
    if (source !== LIVE) {
      if (frame !== null) this.show(tableOf(frame));
      return;
    }
    this.asking = true;
    backend
      .ask("table", at === null ? {} : { at })
      .then((answer) => this.show(answer))
      .catch((error: Error) => backend.connected && this.say(error.message))
      .finally(() => (this.asking = false));
  }

  private say(text: string): void {
    write(this.remark, text);
    this.remark.hidden = text === "";
  }

  private show(answer: Answer): void {
    this.answer = answer;
    const names = answer.rows.map((row) => row.name);
    if (names.join() !== [...this.lines.keys()].join()) this.build(answer.rows);
    this.say(names.length === 0 ? "The pitch is empty." : "");
    const { source } = this.page.watching;
    write(this.when, `${source === LIVE ? "" : `${source}, `}${clock(answer.time)}`);
    for (const row of answer.rows) {
      const line = this.lines.get(row.name);
      let index = 0;
      for (const { columns } of GROUPS) {
        for (const { value, digits } of columns) {
          if (line !== undefined) write(line.cells[index], fixed(value(row), digits));
          index++;
        }
      }
    }
  }

  private head(): void {
    const groups = make("tr", {}, make("th", { rowspan: 2, scope: "col", class: "who" }, "name"));
    const titles = make("tr");
    for (const { name, about, columns } of GROUPS) {
      groups.append(make("th", { colspan: columns.length, scope: "colgroup", title: about, "data-of": name }, name));
      columns.forEach(({ title, unit }, index) => {
        const small = make("span", { class: "unit faint" }, unit);
        titles.append(make("th", { scope: "col", ...cellOf(name, index) }, title, small));
      });
    }
    this.table.replaceChildren(make("thead", {}, groups, titles), this.body);
    this.hideColumns();
  }

  /** A line for each of them, under a heading for each team. */
  private build(rows: Row[]): void {
    this.lines.clear();
    this.body.replaceChildren();
    const width = 1 + GROUPS.reduce((sum, { columns }) => sum + columns.length, 0);
    let team = "";
    for (const { name } of rows) {
      const owner = name.split(" ")[0];
      if (owner !== team && owner !== "ball") {
        const player = this.page.pitch?.teams[owner as "blue" | "yellow"];
        const says = player === undefined ? owner : `${owner} · ${player}`;
        const title = make("span", { class: `swatch ${owner}` }, says);
        const heading = make("th", { colspan: width, scope: "rowgroup" }, title);
        this.body.append(make("tr", { class: "team-line" }, heading));
      }
      team = owner;
      const cells = GROUPS.flatMap((group) => group.columns.map((_, index) => make("td", cellOf(group.name, index))));
      const choose = button({ title: `Select ${name}` }, name === "ball" ? name : name.split(" ")[1]);
      choose.setAttribute("aria-label", name);
      const line = make("tr", { "data-row": name }, make("th", { scope: "row", class: "who" }, choose), ...cells);
      line.addEventListener("click", (event) => this.choose(name, event.ctrlKey || event.metaKey));
      this.lines.set(name, { root: line, choose, cells });
      this.body.append(line);
    }
    this.hideColumns();
    this.markSelected();
  }

  private choose(name: string, also: boolean): void {
    const selection = new Set(also ? this.page.selection : []);
    if (also && selection.has(name)) selection.delete(name);
    else selection.add(name);
    this.page.select(selection);
  }

  private markSelected(): void {
    const names = this.page.selection;
    for (const [name, { root, choose }] of this.lines) {
      root.classList.toggle("selected", names.has(name));
      press(choose, names.has(name));
    }
  }

  private toggle(name: string, button: HTMLElement): void {
    if (!this.hidden.delete(name)) this.hidden.add(name);
    press(button, !this.hidden.has(name));
    store("table.hidden", [...this.hidden].join());
    this.hideColumns();
  }

  private hideColumns(): void {
    for (const cell of this.table.querySelectorAll<HTMLElement>("[data-of]")) {
      cell.hidden = this.hidden.has(cell.dataset.of ?? "");
    }
  }
}

/** A line stands before each group of columns. */
function cellOf(group: string, index: number): Record<string, string | undefined> {
  return { "data-of": group, class: index === 0 ? "first" : undefined };
}
