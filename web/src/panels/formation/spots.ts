/** The places of a formation as numbers: for a ball in the middle, and how the ball pulls them. */
import type { Spot } from "../../wire/schema";
import { make } from "../elements";

const FIELDS: { name: keyof Spot; title: string; unit: string; scale: number; most: number; step: number }[] = [
  { name: "x", title: "x", unit: "m", scale: 1, most: 30, step: 0.1 },
  { name: "y", title: "y", unit: "m", scale: 1, most: 30, step: 0.1 },
  { name: "pull_x", title: "pull x", unit: "%", scale: 100, most: 200, step: 5 },
  { name: "pull_y", title: "pull y", unit: "%", scale: 100, most: 200, step: 5 },
];

export class SpotTable {
  readonly root: HTMLElement;
  private readonly body = make("tbody");
  private inputs: HTMLInputElement[][] = [];
  private spots: readonly Spot[] = [];

  /** @param change told what somebody typed */
  constructor(private readonly change: (index: number, spot: Spot) => void) {
    const titles = FIELDS.map(({ title, unit }) => make("th", { scope: "col" }, `${title} `, make("span", { class: "faint" }, unit)));
    const head = make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "place"), ...titles));
    this.root = make("table", { class: "formation-spots small" }, head, this.body);
  }

  show(spots: readonly Spot[]): void {
    this.spots = spots;
    if (spots.length !== this.inputs.length) this.build(spots.length);
    spots.forEach((spot, index) => {
      FIELDS.forEach(({ name, scale }, place) => {
        const input = this.inputs[index][place];
        const text = String(Math.round(100 * scale * spot[name]) / 100);
        if (document.activeElement !== input && input.value !== text) input.value = text;
      });
    });
  }

  /** Mark the place that is being moved. */
  mark(index: number): void {
    [...this.body.rows].forEach((row, place) => row.classList.toggle("selected", place === index));
  }

  private build(count: number): void {
    this.inputs = Array.from({ length: count }, (_, index) => FIELDS.map((field) => this.input(index, field)));
    const rows = this.inputs.map((inputs, index) =>
      make("tr", {}, make("th", { scope: "row" }, String(index + 1)), ...inputs.map((input) => make("td", {}, input))),
    );
    this.body.replaceChildren(...rows);
  }

  private input(index: number, { name, title, scale, most, step }: (typeof FIELDS)[number]): HTMLInputElement {
    const input = make("input", { type: "number", min: -most, max: most, step, "aria-label": `Place ${index + 1}, ${title}` });
    input.addEventListener("change", () => {
      const value = input.valueAsNumber;
      if (Number.isFinite(value) && Math.abs(value) <= most) this.change(index, { ...this.spots[index], [name]: value / scale });
      else this.show(this.spots);
    });
    return input;
  }
}
