/** The form: fields, tables and lists as the server describes them, with what is wrong beside each. */
import type { FormField, RobotProblem } from "../../wire/schema";
import { button, make, write } from "../elements";
import { counted } from "../numbers";
import { type NumberParts, numberParts } from "./number";
import { given, inside, type Table } from "./values";

/** The settings of a kind of sensor; null: they are not known yet, and the form is made anew when they are. */
export type SettingsOf = (kind: string) => FormField[] | null;

interface View {
  message: HTMLElement;
  entry: HTMLElement | null;
  group: HTMLElement | null; // the summary of a group, which counts what is wrong inside
}

export class Form {
  readonly root = make("div", { id: "design-form" });
  private views = new Map<string, View>(); // by path
  private open = new Set<string>(["outline"]); // groups that are unfolded
  private absent = new Map<string, unknown>(); // parts that were switched off, for when they come back
  private problems: RobotProblem[] = [];
  private values: Table = {};

  constructor(
    private readonly fields: () => FormField[],
    private readonly settingsOf: SettingsOf,
    private readonly changed: () => void,
  ) {}

  /** Show another robot. */
  show(values: Table): void {
    this.values = values;
    this.absent.clear();
    this.problems = [];
    this.draw();
  }

  /** Make all elements anew; the focus stays where it was. */
  draw(): void {
    const focused = document.activeElement?.id ?? "";
    this.views.clear();
    const [simple, groups] = [false, true].map((wanted) => this.fields().filter(({ kind }) => structured(kind) === wanted));
    this.root.replaceChildren(...[...simple, ...groups].map((field) => this.field(field, this.values, field.key)));
    if (focused.startsWith("design-")) document.getElementById(focused)?.focus();
    this.complain(this.problems);
  }

  /** Show what is wrong, each at its field or at the table around it; returns what belongs to no field. */
  complain(problems: RobotProblem[]): string[] {
    this.problems = problems;
    const texts = new Map<string, string[]>();
    const rest: string[] = [];
    for (const { path, text } of problems) {
      const parts = path.split(".");
      while (parts.length > 0 && !this.views.has(parts.join("."))) parts.pop();
      const place = parts.join(".");
      if (place === "") rest.push(path === "" ? text : `${path}: ${text}`);
      else texts.set(place, [...(texts.get(place) ?? []), place === path ? text : `${path.slice(place.length + 1)}: ${text}`]);
    }
    for (const [path, { message, entry, group }] of this.views) {
      const wrong = texts.get(path) ?? [];
      write(message, wrong.join("; "));
      message.hidden = wrong.length === 0;
      if (wrong.length > 0) entry?.setAttribute("aria-invalid", "true");
      else entry?.removeAttribute("aria-invalid");
      const count = problems.filter((one) => one.path === path || one.path.startsWith(`${path}.`)).length;
      if (group !== null) write(group, count === 0 ? "" : counted(count, "problem"));
    }
    return rest;
  }

  // ---- one field ------------------------------------------------------------------------------------------------

  private field(field: FormField, table: Table, path: string): HTMLElement {
    if (field.optional && structured(field.kind)) return this.optionalPart(field, table, path);
    switch (field.kind) {
      case "table":
        return this.group(field, path, ...this.tableFields(field, inside(table, field.key, field.kind), path));
      case "variants":
        return this.group(field, path, ...this.variants(field, inside(table, field.key, field.kind), path));
      case "list":
        return this.group(field, path, ...this.list(field, table, path));
      case "row":
        return this.row(field, inside(table, field.key, field.kind), path);
      case "settings":
        return this.settings(inside(table, field.key, field.kind), String(table.kind ?? ""), path);
      case "number":
        return this.number(field, table, path);
      default:
        return this.plain(field, table, path);
    }
  }

  private number(field: FormField, table: Table, path: string): HTMLElement {
    const { entry, name, ...more } = numberParts(field, table, path, this.changed);
    entry.setAttribute("aria-label", field.unit === "" ? path : `${path}, a number with unit`);
    return this.line(field, path, name, entry, more);
  }

  /** A text, a choice or a switch. */
  private plain(field: FormField, table: Table, path: string): HTMLElement {
    const { key, kind } = field;
    const put = (value: unknown) => {
      table[key] = value;
      if (key === "kind" || key === "on") this.draw(); // other keys belong to a kind, and a title says what is off
      this.changed();
    };
    let entry: HTMLInputElement | HTMLSelectElement;
    if (kind === "switch") {
      entry = make("input", { type: "checkbox" });
      entry.checked = (table[key] ?? field.default ?? false) === true;
      entry.addEventListener("change", () => put((entry as HTMLInputElement).checked));
      table[key] ??= field.required ? false : undefined;
    } else if (kind === "choice") {
      entry = this.choice(field, table[key]);
      entry.addEventListener("change", () => put(entry.value));
    } else {
      entry = make("input", { type: "text", class: "slim", autocomplete: "off" });
      entry.value = String(table[key] ?? "");
      entry.addEventListener("input", () => put(entry.value));
    }
    entry.setAttribute("aria-label", path);
    const line = this.line(field, path, make("span", { class: "design-name" }, key), entry);
    line.classList.toggle("wide", kind === "text");
    return line;
  }

  private choice(field: FormField, value: unknown): HTMLSelectElement {
    const now = value === undefined ? "" : String(value);
    const names = field.choices.includes(now) ? field.choices : [now, ...field.choices];
    const select = make("select", { class: "slim" }, ...names.map((name) => make("option", { value: name }, name || "–")));
    select.value = now;
    return select;
  }

  private line(field: FormField, path: string, name: HTMLElement, entry: HTMLElement, more: Partial<NumberParts> = {}): HTMLElement {
    const { beside = "", below = "", range = "" } = more;
    entry.id = idOf(path);
    const doc = make("p", { class: "design-doc small faint", id: `${entry.id}-doc` }, field.doc === field.key ? "" : field.doc, " ", range);
    const message = this.message(path, entry);
    entry.setAttribute("aria-describedby", `${doc.id} ${message.id}`);
    const value = make("span", { class: "design-value" }, entry, beside);
    return make("div", { class: "design-field", "data-field": path }, name, value, doc, message, below);
  }

  private message(path: string, entry: HTMLElement | null, group: HTMLElement | null = null): HTMLElement {
    const message = make("p", { class: "design-problem small bad", id: `${idOf(path)}-problem`, hidden: true });
    this.views.set(path, { message, entry, group });
    return message;
  }

  // ---- tables and lists -----------------------------------------------------------------------------------------

  private group(field: FormField, path: string, ...rows: HTMLElement[]): HTMLElement {
    const count = make("span", { class: "bad small" });
    const message = this.message(path, null, count);
    const summary = make("summary", {}, make("span", {}, field.key), count);
    const doc = make("p", { class: "small faint" }, field.doc);
    const group = make("details", { class: "part design-group", "data-field": path }, summary, doc, message, ...rows);
    group.open = this.open.has(path);
    group.addEventListener("toggle", () => (group.open ? this.open.add(path) : this.open.delete(path)));
    return group;
  }

  /** A part that a robot may lack. */
  private optionalPart(field: FormField, table: Table, path: string): HTMLElement {
    const there = given(table, field.key);
    const tick = make("input", { type: "checkbox", id: idOf(`${path}-there`) });
    tick.checked = there;
    tick.addEventListener("change", () => {
      if (tick.checked) table[field.key] = this.absent.get(path) ?? (field.kind === "row" || field.kind === "list" ? [] : {});
      else {
        this.absent.set(path, table[field.key]);
        delete table[field.key];
      }
      this.open.add(path);
      this.draw();
      this.changed();
    });
    const rows = there ? this.tableFields(field, inside(table, field.key, field.kind), path) : [];
    return this.group(field, path, make("label", { class: "tick" }, tick, `with ${field.key}`), ...rows);
  }

  /** The fields of a table; of alternative sets of keys only those of the chosen set. */
  private tableFields({ fields, alternatives }: FormField, table: Table, path: string): HTMLElement[] {
    if (alternatives.length === 0) return fields.map((field) => this.field(field, table, `${path}.${field.key}`));
    const chosen = alternatives.find((keys) => keys.some((key) => key in table)) ?? alternatives[alternatives.length - 1];
    const others = alternatives.filter((keys) => keys !== chosen).flat();
    const names = alternatives.map((keys) => keys.join(", "));
    const select = make("select", { class: "slim", id: idOf(`${path}-by`) }, ...names.map((name) => make("option", {}, name)));
    select.value = chosen.join(", ");
    select.addEventListener("change", () => {
      for (const key of chosen) {
        this.absent.set(`${path}.${key}`, table[key]);
        delete table[key];
      }
      for (const key of alternatives[select.selectedIndex]) table[key] = this.absent.get(`${path}.${key}`) ?? {};
      this.draw();
      this.changed();
    });
    const by = make("label", { class: "design-by small" }, "given by ", select);
    const shown = fields.filter(({ key }) => !others.includes(key));
    const first = shown.filter(({ key }) => chosen.includes(key));
    return [by, ...[...first, ...shown.filter((field) => !first.includes(field))].map((field) => this.field(field, table, `${path}.${field.key}`))];
  }

  private variants(field: FormField, table: Table, path: string): HTMLElement[] {
    const kind: FormField = { ...field, key: "kind", kind: "choice", fields: [], doc: "" };
    const variant = field.fields.find(({ key }) => key === table.kind);
    const keys = variant?.fields.map(({ key }) => key) ?? [];
    for (const key of Object.keys(table)) {
      // Keys of another kind are kept for when it is chosen again.
      if (key === "kind" || keys.includes(key)) continue;
      this.absent.set(`${path}.${key}`, table[key]);
      delete table[key];
    }
    for (const key of keys) if (!(key in table)) table[key] = this.absent.get(`${path}.${key}`);
    kind.doc = variant?.doc ?? "";
    return [this.field(kind, table, `${path}.kind`), ...(variant === undefined ? [] : this.tableFields(variant, table, path))];
  }

  private list(field: FormField, table: Table, path: string): HTMLElement[] {
    const entries = inside(table, field.key, "list") as unknown as unknown[];
    const [entry] = field.fields;
    const redraw = () => {
      this.open.add(path);
      this.draw();
      this.changed();
    };
    const rows = entries.map((value, index) => {
      const here = `${path}.${index}`;
      const remove = button({ class: "slim", id: idOf(`${here}-remove`), title: `Remove ${here}` }, "Remove");
      remove.setAttribute("aria-label", `Remove ${here}`);
      remove.addEventListener("click", () => {
        entries.splice(index, 1);
        redraw();
      });
      const titled: FormField = { ...entry, key: String(index), doc: "" };
      const element = this.field(titled, entries as unknown as Table, here);
      const title = element.querySelector("summary > span");
      if (title !== null) write(title, titleOf(value as Table | null) || `${field.key} ${index + 1}`);
      element.append(remove);
      return element;
    });
    const add = button({ class: "slim", id: idOf(`${path}-add`) }, `Add to ${field.key}`);
    add.disabled = field.most !== null && entries.length >= field.most;
    add.addEventListener("click", () => {
      const last = entries[entries.length - 1];
      entries.push(last === undefined ? (entry.kind === "row" ? [] : {}) : structuredClone(last));
      this.open.add(`${path}.${entries.length - 1}`);
      redraw();
    });
    return [...rows, make("div", { class: "bar" }, add)];
  }

  private row({ fields }: FormField, table: Table, path: string): HTMLElement {
    return make("div", { class: "design-row" }, ...fields.map((field) => this.field(field, table, `${path}.${field.key}`)));
  }

  /** Settings of a sensor; those that the form does not know stay as the file has them. */
  private settings(table: Table, kind: string, path: string): HTMLElement {
    const fields = this.settingsOf(kind) ?? [];
    const known = fields.map(({ key }) => key);
    const kept = Object.keys(table).filter((key) => !known.includes(key));
    const rows = fields.map((field) => this.field(field, table, `${path}.${field.key}`));
    if (kept.length > 0) rows.push(make("p", { class: "small faint" }, `As in the file: ${kept.join(", ")}`));
    return make("div", { "data-field": path }, this.message(path, null), ...rows);
  }
}

/** The name of an entry that has one, such as a sensor, and whether it is off. */
function titleOf(entry: Table | null): string {
  if (typeof entry?.name !== "string" || entry.name === "") return "";
  return (entry.settings as Table | undefined)?.on === false ? `${entry.name} (off)` : entry.name;
}

function structured(kind: FormField["kind"]): boolean {
  return ["table", "variants", "list", "row", "settings"].includes(kind);
}

function idOf(path: string): string {
  return `design-${path.replaceAll(".", "-")}`;
}
