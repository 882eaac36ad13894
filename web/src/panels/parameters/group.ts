/** A group of parameters that can be folded: one table of the league, or the realism. */
import { make, write } from "../elements";
import type { Row } from "./row";

export class Group {
  readonly root: HTMLDetailsElement;
  private count = make("span", { class: "group-count faint small" });
  private headings = new Map<HTMLElement, Row[]>(); // of the tables inside
  private opened: boolean; // as somebody wanted it; a search opens all that has something

  constructor(
    readonly name: string,
    private readonly rows: Row[],
    depth: number, // how many parts of a path this group stands for
    opened: boolean,
  ) {
    this.opened = opened;
    const summary = make("summary", {}, make("span", {}, name), this.count);
    this.root = make("details", { class: "part group", "data-group": name }, summary);
    this.root.open = opened;
    summary.addEventListener("click", () => (this.opened = !this.root.open));
    let table = "";
    let heading: HTMLElement | null = null;
    for (const row of rows) {
      const inside = row.parameter.path.split(".").slice(depth, -1).join(".");
      if (inside !== table) {
        table = inside;
        heading = make("h3", { class: "group-table mono", hidden: inside === "" }, inside);
        this.headings.set(heading, []);
        this.root.append(heading);
      }
      if (heading !== null) this.headings.get(heading)?.push(row);
      this.root.append(row.root);
    }
  }

  /** Show only those rows; how many there are is returned. */
  filter(wanted: (row: Row) => boolean, searching: boolean): number {
    const shown = new Set(this.rows.filter(wanted));
    for (const row of this.rows) row.root.hidden = !shown.has(row);
    for (const [heading, rows] of this.headings) heading.hidden = !rows.some((row) => shown.has(row));
    this.root.hidden = shown.size === 0;
    const open = searching ? shown.size > 0 : this.opened;
    if (this.root.open !== open) this.root.open = open;
    const changes = this.rows.filter((row) => row.root.classList.contains("changed")).length;
    write(this.count, `${shown.size}${changes > 0 ? ` · ● ${changes} changed` : ""}`);
    return shown.size;
  }
}
