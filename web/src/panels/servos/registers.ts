/** The registers of a servo by name: those that can be written have an input. */
import type { Register } from "../../wire/schema";
import type { ControlGuard } from "../controlGuard";
import { make, write } from "../elements";
import { wide } from "../wide";
import "../table/table.css";

export class Registers {
  readonly root: HTMLElement;
  private readonly body = make("tbody");
  private values = new Map<string, HTMLElement>();
  private made = "";

  constructor(
    private readonly guard: ControlGuard,
    private readonly change: (robot: string, servo: number, name: string, value: number) => Promise<void>,
  ) {
    const titles = ["at", "register", "value", "range"].map((title) =>
      make("th", { scope: "col", class: title === "register" ? "words" : undefined }, title),
    );
    const table = make("table", { class: "data-table servo-registers mono" }, make("thead", {}, make("tr", {}, ...titles)), this.body);
    this.root = wide(make("div", { class: "servo-frame", tabindex: 0, role: "region", "aria-label": "Registers" }, table));
  }

  show(robot: string, servo: number, registers: Register[]): void {
    const made = JSON.stringify([robot, servo, registers.map(({ name }) => name)]);
    if (made !== this.made) this.build(robot, servo, registers);
    this.made = made;
    for (const { name, value } of registers) {
      const place = this.values.get(name) as HTMLElement;
      if (!(place instanceof HTMLInputElement)) write(place, String(value));
      else if (document.activeElement !== place) place.value = String(value);
    }
  }

  /** Another servo was chosen: until its registers come, there are none. */
  clear(): void {
    this.guard.forget();
    this.values.clear();
    this.body.replaceChildren();
    this.made = "";
  }

  private build(robot: string, servo: number, registers: Register[]): void {
    this.clear();
    const rows = registers.map((register) => {
      const { name, address, writable, least, most } = register;
      const value = writable ? this.input(robot, servo, register) : make("span");
      this.values.set(name, value);
      const range = writable ? `${least} … ${most}` : "read only";
      const head = make("th", { scope: "row", class: "words" }, name);
      return make("tr", { "data-register": name }, make("td", {}, String(address)), head, make("td", {}, value), make("td", { class: "faint" }, range));
    });
    this.body.replaceChildren(...rows);
  }

  /** Enter writes; Escape and leaving it do not. */
  private input(robot: string, servo: number, { name, least, most }: Register): HTMLInputElement {
    const input = make("input", { type: "number", min: least, max: most, step: 1, "aria-label": name });
    input.addEventListener("keydown", (event) => {
      if (event.key === "Escape") input.blur();
      if (event.key !== "Enter" || input.value === "") return;
      const value = Number(input.value);
      input.blur();
      void this.change(robot, servo, name, value);
    });
    return this.guard.guard(input);
  }
}
