/** The rows of a table that the league offers, under headings of their groups; a row opens to show its whole value. */
import type { ViewColumn, ViewRow, ViewTable } from "../../wire/schema";
import { button, make, write } from "../elements";
import { wide } from "../wide";
import { fixed, NONE } from "../numbers";
import "../table/table.css";

interface Line {
  root: HTMLTableRowElement;
  cells: HTMLElement[];
  text: string; // what is searched
}

export class ViewRows {
  readonly root: HTMLElement;
  /** The key of the row that is open. */
  open: string | null = null;
  private readonly head = make("thead");
  private readonly body = make("tbody");
  private readonly value = make("pre", { class: "view-value mono" });
  private readonly valueLine: HTMLTableRowElement;
  private lines = new Map<string, Line>();
  private groups = new Map<string, HTMLElement>();
  private made = ""; // what the lines were made for
  private wanted = ""; // what is searched for

  /** @param name what the table shows @param opened told when another row is open */
  constructor(
    name: string,
    private readonly opened: () => void,
  ) {
    const table = make("table", { class: "data-table view-table mono" }, this.head, this.body);
    this.root = wide(make("div", { class: "view-frame", tabindex: 0, role: "region", "aria-label": name }, table));
    this.valueLine = make("tr", { class: "view-detail" }, make("td", {}, this.value));
  }

  show({ columns, rows, details, detail }: ViewTable): void {
    this.root.hidden = rows.length === 0;
    const made = JSON.stringify([columns, details, rows.map(({ key, group }) => [key, group])]);
    if (made !== this.made) this.build(columns, rows, details);
    this.made = made;
    for (const { key, cells, tone } of rows) {
      const line = this.lines.get(key) as Line;
      line.root.className = tone;
      cells.forEach((cell, index) => write(line.cells[index], text(cell, columns[index])));
      line.text = cells.join(" ").toLowerCase();
    }
    if (detail !== null) write(this.value, detail);
    else if (this.open !== null && !this.lines.has(this.open)) this.toggle(this.open);
    this.filter(this.wanted);
  }

  /** Show only rows that contain a text, or whose group does. */
  filter(wanted: string): void {
    this.wanted = wanted;
    const phrase = wanted.trim().toLowerCase();
    const shown = new Set<string>();
    for (const { root, text } of this.lines.values()) {
      const group = root.dataset.group ?? "";
      root.hidden = !`${group} ${text}`.includes(phrase);
      if (!root.hidden) shown.add(group);
    }
    for (const [group, heading] of this.groups) heading.hidden = !shown.has(group);
    this.valueLine.hidden = this.lines.get(this.open ?? "")?.root.hidden ?? true;
  }

  private build(columns: ViewColumn[], rows: ViewRow[], details: boolean): void {
    this.lines.clear();
    this.groups.clear();
    const titles = columns.map(({ title, unit, about }, index) => {
      const words = rows.some(({ cells }) => typeof cells[index] === "string") ? "words" : undefined;
      return make("th", { scope: "col", class: words, title: about || undefined }, title, make("span", { class: "unit faint" }, unit));
    });
    this.head.replaceChildren(make("tr", {}, ...titles));
    this.valueLine.cells[0].colSpan = columns.length;
    this.body.replaceChildren();
    for (const { key, group, cells } of rows) {
      if (!this.groups.has(group)) {
        const heading = make("th", { colspan: columns.length, scope: "rowgroup" }, make("span", { class: swatch(group) }, group));
        this.groups.set(group, make("tr", { class: "team-line" }, heading));
        this.body.append(this.groups.get(group) as HTMLElement);
      }
      const places = cells.map((cell, index) => {
        const name = make(index === 0 ? "th" : "td", { class: typeof cell === "string" ? "words" : undefined });
        if (index === 0) name.setAttribute("scope", "row");
        return name as HTMLElement;
      });
      const root = make("tr", { "data-row": key, "data-group": group }, ...places);
      this.body.append(root);
      if (details) places[0] = places[0].appendChild(this.opener(key, group));
      this.lines.set(key, { root, cells: places, text: "" });
    }
    if (this.open !== null) this.lines.get(this.open)?.root.after(this.valueLine);
  }

  private opener(key: string, group: string): HTMLElement {
    const onclick = () => this.toggle(key);
    return button({ class: "view-open", "aria-expanded": String(key === this.open), title: `Its value, ${group}`, onclick });
  }

  private toggle(key: string): void {
    const before = this.open;
    this.open = before === key ? null : key;
    this.value.textContent = "";
    this.valueLine.remove();
    this.lines.get(this.open ?? "")?.root.after(this.valueLine);
    this.valueLine.hidden = this.open === null;
    for (const [name, { root }] of this.lines) {
      root.querySelector(".view-open")?.setAttribute("aria-expanded", String(name === this.open));
    }
    if (this.open !== null) this.opened();
  }
}

function swatch(group: string): string {
  const [colour] = group.split(" ");
  return colour === "blue" || colour === "yellow" ? `swatch ${colour}` : "";
}

function text(cell: ViewRow["cells"][number], { digits }: ViewColumn): string {
  if (cell === null) return NONE;
  if (typeof cell === "boolean") return cell ? "yes" : "no";
  return typeof cell === "number" ? fixed(cell, digits) : cell;
}
