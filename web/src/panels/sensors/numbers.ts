/** Named numbers as a table: values, or the registers of a device. */
import type { Report } from "../../wire/schema";
import { make, write } from "../elements";
import { fixed } from "../numbers";

export class NumbersView {
  private readonly body = make("tbody");
  private readonly cells = new Map<string, HTMLElement>();
  readonly root = make("table", { class: "sensor-table mono" }, this.body);

  /** `digits`: after the point. */
  constructor(private readonly digits: number) {}

  show({ numbers }: Report): void {
    if (numbers.map(({ name }) => name).join("\n") !== [...this.cells.keys()].join("\n")) {
      this.cells.clear();
      this.body.replaceChildren();
      for (const { name } of numbers) {
        const cell = make("td");
        this.cells.set(name, cell);
        this.body.append(make("tr", {}, make("th", { scope: "row" }, name), cell));
      }
    }
    for (const { name, value } of numbers) write(this.cells.get(name) as HTMLElement, fixed(value, this.digits));
  }
}
