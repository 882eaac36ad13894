/** One parameter: name, value to change, unit, range, what it means, where it comes from. */
import type { Parameter } from "../../wire/schema";
import { button, make, write } from "../elements";
import { icon } from "../icons";
import { changed, firstOf, meant, prettyUnit, stepped, text, withUnit } from "./value";

type Entry = HTMLInputElement | HTMLSelectElement;

/** Ask for another value; the promise fails with the server's words if it does not want it. */
export type Ask = (path: string, value: unknown) => Promise<void>;

export class Row {
  readonly root: HTMLElement;
  readonly entry: Entry;
  readonly reset: HTMLButtonElement;
  private name: HTMLButtonElement;
  private mark = make("span", { class: "parameter-mark", "aria-hidden": "true" });
  private source = make("p", { class: "parameter-source small faint", hidden: true });
  private refusal = make("p", { class: "parameter-refusal small bad", role: "alert", hidden: true });
  private readonly haystack: string;
  private taken: string | null = null; // the server has taken this: what it makes of it is shown, unless more was typed

  constructor(
    public parameter: Parameter,
    private readonly ask: Ask,
  ) {
    const { path, unit, doc, range } = parameter;
    const name = path.slice(path.lastIndexOf(".") + 1);
    this.haystack = `${path} ${doc}`.toLowerCase();
    this.entry = this.makeEntry();
    this.entry.setAttribute("aria-label", unit === "" ? path : `${path} in ${unit}`);
    this.entry.dataset.path = path;
    this.name = button(
      { class: "parameter-name", "aria-expanded": "false", onclick: () => this.unfold() },
      ...name.split(/(?<=_)/).flatMap((part) => [part, make("wbr")]), // long names break at their seams
    );
    this.reset = button({ class: "parameter-reset square", onclick: () => this.goBack() }, icon("back"));
    const limits = range !== "" && parameter.choices.length === 0 && typeof parameter.first !== "boolean" ? range : "";
    const about = make("p", { class: "parameter-doc small" }, doc === name ? "" : doc); // "mass: mass" says nothing
    if (limits !== "") about.append(" ", make("span", { class: "parameter-range mono" }, limits));
    const unitElement = make("span", { class: "parameter-unit faint" }, prettyUnit(unit));
    this.root = make(
      "div",
      { class: "parameter", "data-parameter": path },
      this.mark,
      this.name,
      make("span", { class: "parameter-value" }, this.entry, unitElement),
      this.reset,
      about,
      this.source,
      this.refusal,
    );
    this.showValue();
    this.update(parameter, true);
  }

  /** Show what the server says; what somebody is typing stays. */
  update(parameter: Parameter, always = false): void {
    const same = parameter.value === this.parameter.value && parameter.first === this.parameter.first;
    const typing = document.activeElement === this.entry && this.typed !== text(this.parameter.value);
    this.parameter = parameter;
    if (this.typed === this.taken || (!typing && !same)) this.showValue();
    this.taken = null;
    if (same && !always) return;
    const { path, unit, first, range, doc, source } = parameter;
    const other = changed(parameter);
    this.root.classList.toggle("changed", other);
    write(this.mark, other ? "●" : "");
    this.reset.hidden = !other;
    this.reset.title = `Back to ${withUnit(first, unit)}`;
    this.reset.setAttribute("aria-label", `Reset ${path} to ${withUnit(first, unit)}`);
    this.name.title = [path, doc, range && `range ${range}`, source && `source: ${source}`].filter(Boolean).join("\n");
    this.entry.title = range === "" ? path : `${path}: ${range} ${unit}`.trim();
    const from = source === "" ? "" : ` · ${source}`;
    write(this.source, `${path}${from}${other ? ` · initially ${withUnit(first, unit)}` : ""}`);
  }

  matches(words: string[]): boolean {
    return words.every((word) => this.haystack.includes(word));
  }

  private get typed(): string {
    const { entry } = this;
    return entry instanceof HTMLInputElement && entry.type === "checkbox" ? String(entry.checked) : entry.value;
  }

  private showValue(): void {
    const { entry, parameter } = this;
    if (entry instanceof HTMLInputElement && entry.type === "checkbox") entry.checked = parameter.value === true;
    else entry.value = text(parameter.value);
  }

  private makeEntry(): Entry {
    const { first, choices } = this.parameter;
    const apply = () => void this.apply();
    if (typeof first === "boolean") return make("input", { type: "checkbox", onchange: apply });
    if (choices.length > 0) {
      return make("select", { class: "slim", onchange: apply }, ...choices.map((name) => make("option", {}, name)));
    }
    const input = make("input", { type: "text", class: "slim mono", spellcheck: "false", autocomplete: "off" });
    if (typeof first === "number") input.inputMode = "decimal";
    input.addEventListener("change", apply);
    input.addEventListener("keydown", (event) => this.key(event));
    return input;
  }

  private key(event: KeyboardEvent): void {
    const { value } = this.parameter;
    const steps = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (event.key === "Escape") this.showValue();
    else if (steps !== undefined && typeof value === "number") {
      event.preventDefault();
      const from = Number(this.entry.value);
      const next = stepped(Number.isFinite(from) ? from : value, this.parameter, event.shiftKey ? 10 * steps : steps);
      this.entry.value = text(next);
      void this.apply();
    } else return;
    event.stopPropagation();
  }

  private async apply(): Promise<void> {
    const { typed, parameter } = this;
    if (typed === text(parameter.value)) return this.refuse("");
    try {
      await this.want(parameter.path, typeof parameter.first === "boolean" ? typed === "true" : meant(typed));
    } catch (error) {
      this.refuse((error as Error).message);
    }
  }

  private goBack(): void {
    this.want(...firstOf(this.parameter)).catch((error: Error) => this.refuse(error.message));
  }

  private async want(path: string, value: unknown): Promise<void> {
    const { typed } = this;
    this.root.classList.add("waiting");
    try {
      await this.ask(path, value);
      this.taken = typed;
      this.refuse("");
    } finally {
      this.root.classList.remove("waiting");
    }
  }

  /** In the server's words; the old value comes back. */
  private refuse(why: string): void {
    write(this.refusal, why);
    this.refusal.hidden = why === "";
    if (why !== "") this.showValue();
  }

  private unfold(): void {
    this.source.hidden = !this.source.hidden;
    this.name.setAttribute("aria-expanded", String(!this.source.hidden));
  }
}
