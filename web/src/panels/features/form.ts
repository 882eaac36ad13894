/** The form of a feature: a field for each option, as its model declares it. */
import type { ControlGuard } from "../controlGuard";
import { button, make } from "../elements";
import type { FeatureOption, FeatureRow } from "../../wire/schema";
import { type OptionValue, readOption, showOption } from "./option";

export class FeatureForm {
  readonly root: HTMLElement;
  private fields = new Map<FeatureOption, HTMLInputElement>();

  constructor(
    readonly feature: FeatureRow,
    guard: ControlGuard,
    use: (options: Record<string, OptionValue>) => void,
  ) {
    const { name, summary, live, on, about, options } = feature;
    const state = make("span", { class: "faint small" }, on ? "on" : "off");
    const form = make("form", { "data-feature": name }, make("h3", {}, summary, " ", state));
    if (about !== "") form.append(make("p", { class: "small mono" }, about));
    for (const option of options) form.append(this.field(name, option, live, guard));
    if (live) {
      form.append(guard.guard(button({ class: "slim", title: `${summary}, with these options`, type: "submit" }, "Apply")));
    } else {
      form.append(make("p", { class: "faint small" }, "Holds from the start: restart the server with the option to change it."));
    }
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      use(this.values());
    });
    this.root = form;
  }

  /** What differs from the usual, by name. */
  private values(): Record<string, OptionValue> {
    const values: Record<string, OptionValue> = {};
    for (const [option, field] of this.fields) {
      const value = readOption(option, field.value, field.checked);
      if (value !== undefined) values[option.name] = value;
    }
    return values;
  }

  private field(feature: string, option: FeatureOption, live: boolean, guard: ControlGuard): HTMLElement {
    const id = `feature-${feature}-${option.name}`;
    const type = option.kind === "switch" ? "checkbox" : option.kind === "number" ? "number" : "text";
    const field = make("input", { id, type, placeholder: option.hint, title: option.doc, step: "any" });
    field.value = showOption(option.value);
    field.checked = option.value === true;
    if (live) guard.guard(field);
    else field.disabled = true;
    this.fields.set(option, field);
    const label = make("label", { for: id, class: "mono" }, option.flag);
    return make("div", {}, make("div", { class: "bar" }, label, field), make("p", { class: "faint small" }, option.doc));
  }
}
