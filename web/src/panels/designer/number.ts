/** A number of a robot file: value, unit, and where the number comes from. */
import type { FormField } from "../../wire/schema";
import { button, make } from "../elements";
import { prettyUnit } from "../parameters/value";
import { inUnit, stated, type Stated, type Table, typed } from "./values";

export interface NumberParts {
  entry: HTMLInputElement;
  beside: HTMLElement; // the unit
  name: HTMLElement; // unfolds the source
  below: HTMLElement; // the source
}

/** The elements of a number under a key of a table; *changed* is called after every change. */
export function numberParts(field: FormField, table: Table, path: string, changed: () => void): NumberParts {
  const now = () => stated(table[field.key]);
  const entry = make("input", {
    type: "text",
    class: "slim mono",
    inputmode: "decimal",
    spellcheck: "false",
    autocomplete: "off",
    placeholder: typeof field.default === "number" ? String(Number(field.default.toPrecision(7))) : "",
  });
  const source = make("input", { type: "text", class: "slim", "aria-label": `Source of ${path}`, autocomplete: "off" });
  const units = unitNames(field, now().unit);
  const unit = make("select", { class: "slim", "aria-label": `Unit of ${path}` });
  unit.append(...units.map((name) => make("option", { value: name }, prettyUnit(name))));
  const show = () => {
    const { value, unit: chosen, source: from } = now();
    if (document.activeElement !== entry) entry.value = value === undefined ? "" : String(value);
    unit.value = chosen ?? field.unit;
    source.value = from ?? "";
  };
  const put = (number: Stated | null) => {
    if (number === null) delete table[field.key];
    else table[field.key] = number;
    show();
    changed();
  };
  entry.addEventListener("input", () => put(typed(now(), entry.value, field)));
  entry.addEventListener("blur", show);
  unit.addEventListener("change", () => put(inUnit(now(), unit.value, field)));
  source.addEventListener("change", () => put({ ...now(), source: source.value }));
  show();
  const below = make("p", { class: "design-source", hidden: true }, make("span", { class: "faint small" }, "source"), source);
  const name = button({ class: "design-name", "aria-expanded": "false", title: "Show where the number comes from" }, field.key);
  name.addEventListener("click", () => {
    below.hidden = !below.hidden;
    name.setAttribute("aria-expanded", String(!below.hidden));
  });
  const beside = units.length > 1 ? unit : make("span", { class: "faint" }, prettyUnit(units[0] ?? ""));
  return { entry, beside, name, below };
}

/** Those of the field, and another one that the file has. */
function unitNames(field: FormField, other: string | undefined): string[] {
  const names = field.units.map(({ name }) => name);
  return other === undefined || names.includes(other) ? names : [...names, other];
}
