/** One sensor: a line with its rate, delay and loss, a switch, its settings, and its window. */
import type { Page } from "../../model/page";
import type { Report, SensorEntry, Setting } from "../../wire/schema";
import { Calibration } from "../calibration/calibration";
import { button, make, write } from "../elements";
import { wide } from "../wide";
import { fixed, milliseconds } from "../numbers";
import type { Changing } from "./group";
import { Row } from "../parameters/row";
import { ON_FIELD, type SensorView, viewOf } from "./view";

const SWITCH = "on"; // the setting that switches a sensor off

export class SensorCard {
  readonly root: HTMLElement;
  private readonly rows = new Map<string, Row>();
  private readonly firsts = new Map<string, Setting["value"]>();
  private readonly figures = make("span", { class: "sensor-figures mono faint" });
  private readonly power = make("input", { type: "checkbox", title: "On" });
  private readonly details: HTMLDetailsElement;
  private readonly settings = make("details", { class: "sensor-settings" }, make("summary", {}, "Settings"));
  private readonly age = make("p", { class: "small faint" });
  private readonly onField = make("input", { type: "checkbox" });
  private readonly view: SensorView;
  private asking = false;
  private hidden = 0; // how often nobody looked any longer

  constructor(
    private readonly page: Page,
    public entry: SensorEntry,
    private readonly changing: Changing,
  ) {
    this.view = viewOf(page, entry);
    this.power.setAttribute("aria-label", `${entry.name} on`);
    this.power.addEventListener("change", () => void this.toggle());
    this.onField.addEventListener("change", () => this.onField.checked || page.showSensed(entry.name, null));
    const title = make("span", { class: "sensor-name" }, short(entry.name, entry));
    const about = make("span", { class: "faint small" }, entry.view);
    const heard = entry.hears.map((name) => short(name, entry)).join(", ");
    const hears = heard === "" ? [] : [make("p", { class: "small faint" }, `It hears ${heard}.`)];
    const shown = ON_FIELD.includes(entry.view)
      ? [make("label", { class: "sensor-tick" }, this.onField, "show on the pitch")]
      : [];
    const calibrate = button({ class: "sensor-calibrate", onclick: () => new Calibration(page, entry.name).show() }, "Calibrate …");
    this.details = make(
      "details",
      {},
      make("summary", {}, title, about, this.figures),
      wide(make("div", { class: "sensor-window" }, ...hears, this.age, ...shown, ...(entry.calibrates ? [calibrate] : []), this.view.root)),
      this.settings,
    );
    this.details.addEventListener("toggle", () => this.details.open || this.hide());
    this.root = make("li", { class: "sensor", "data-sensor": entry.name }, this.power, this.details);
    this.update(entry);
  }

  /** Whether its window is open. */
  get open(): boolean {
    return this.details.open;
  }

  update(entry: SensorEntry): void {
    this.entry = entry;
    const values = new Map(entry.settings.map(({ name, value }) => [name, value]));
    this.power.hidden = !values.has(SWITCH);
    this.power.checked = entry.on;
    this.root.classList.toggle("off", !entry.on);
    const [rate, delay, loss] = ["rate", "delay", "loss"].map((name) => values.get(name));
    const parts = [];
    if (typeof rate === "number") parts.push(`${fixed(rate, 0)} Hz`);
    if (typeof delay === "number" && delay > 0) parts.push(milliseconds(delay));
    if (typeof loss === "number" && loss > 0) parts.push(`${fixed(100 * loss, 1)} % lost`);
    write(this.figures, parts.join(" · "));
    for (const setting of entry.settings) if (setting.name !== SWITCH) this.row(setting);
  }

  guard(why: string | null): void {
    for (const element of [this.power, ...[...this.rows.values()].flatMap(({ entry, reset }) => [entry, reset])]) {
      element.disabled = why !== null;
    }
    this.power.title = why ?? "On";
  }

  /** Ask what it reported last, if somebody looks. */
  poll(): void {
    if (!this.details.open || this.asking) return;
    this.asking = true;
    const { name } = this.entry;
    const { hidden } = this;
    this.page.backend
      .ask("report", { name })
      .then((report) => {
        write(this.age, this.remark(report));
        this.view.root.hidden = report.age === null;
        this.view.show(report, this.entry);
        const seen = this.onField.checked && hidden === this.hidden; // a late answer shows nothing again
        if (seen) this.page.showSensed(name, { report, owner: this.entry.owner });
      })
      .catch((error: Error) => this.page.backend.connected && write(this.age, error.message))
      .finally(() => (this.asking = false));
  }

  /** Nobody looks any longer. */
  hide(): void {
    this.hidden++;
    this.page.showSensed(this.entry.name, null);
  }

  private remark({ age }: Report): string {
    const off = this.entry.on ? "" : "It is off. ";
    if (age === null) return off === "" ? "It has reported nothing yet." : `${off}Switch it on to see what it reports.`;
    return `${off}${milliseconds(age)} old`;
  }

  private row(setting: Setting): void {
    const { name, value, unit, least, most, choices, doc } = setting;
    if (!this.firsts.has(name)) this.firsts.set(name, value);
    const range = least === null && most === null ? "" : `${least ?? "−∞"} … ${most ?? "∞"}`;
    const first = this.firsts.get(name) ?? null;
    const parameter = { path: name, value, first, unit, range, least, most, choices, doc, source: "" };
    const row = this.rows.get(name);
    if (row !== undefined) {
      row.update(parameter);
      return;
    }
    const made = new Row(parameter, (path, wanted) => this.change({ [path]: wanted }));
    this.rows.set(name, made);
    this.settings.append(made.root);
  }

  private async change(set: Record<string, unknown>): Promise<void> {
    await this.changing(this.page.backend.ask("change_sensor", { name: this.entry.name, set }));
  }

  private async toggle(): Promise<void> {
    const on = this.power.checked;
    const asked = this.page.request("change_sensor", { name: this.entry.name, set: { [SWITCH]: on } });
    if ((await this.changing(asked)) === null) this.power.checked = !on;
  }
}

/** The name of a sensor of the same robot, without that of the robot. */
function short(name: string, { owner }: SensorEntry): string {
  return owner !== null && name.startsWith(`${owner} `) ? name.slice(owner.length + 1) : name;
}
