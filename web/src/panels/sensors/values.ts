/** Values as plots of the last seconds, one for each unit, and as a table. */
import type { Page } from "../../model/page";
import type { Number as Named, Report, SensorEntry, Trace } from "../../wire/schema";
import { make } from "../elements";
import { NumbersView } from "./numbers";
import { ValueChart } from "./valueChart";

const SECONDS = 10;
const MOST = 6; // lines of one unit: so many have different colours

export class ValuesView {
  private readonly table = new NumbersView(4);
  private readonly space = make("div");
  readonly root = make("div", {}, this.space, this.table.root);
  private charts = new Map<string, ValueChart>(); // by unit
  private asking = false;

  constructor(private readonly page: Page) {}

  show(report: Report, { signals }: SensorEntry): void {
    this.table.show(report);
    const byUnit = grouped(report.numbers, signals);
    const wanted = [...byUnit.values()].flat();
    if (wanted.length === 0 || this.asking) return;
    this.asking = true;
    this.page.backend
      .ask("trace", { expressions: wanted, since: null, seconds: SECONDS })
      .then(({ traces }) => this.draw(traces, byUnit))
      .catch(() => {}) // the table says that something is wrong
      .finally(() => (this.asking = false));
  }

  private draw(traces: Trace[], byUnit: Map<string, string[]>): void {
    if (byUnit.size !== this.charts.size || [...byUnit.keys()].some((unit) => !this.charts.has(unit))) {
      this.charts = new Map([...byUnit.keys()].map((unit) => [unit, new ValueChart(this.page, unit)]));
      this.space.replaceChildren(...[...this.charts.values()].map(({ root }) => root));
    }
    for (const [unit, names] of byUnit) this.charts.get(unit)?.draw(traces.filter(({ name }) => names.includes(name)));
  }
}

/** The signals of each unit: numbers of different units have no common axis. */
function grouped(numbers: Named[], signals: string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { name, unit } of numbers) {
    const signal = signals.find((one) => one.endsWith(`.${name.trim().replace(/\W+/g, "_")}`));
    const others = found.get(unit) ?? [];
    if (signal !== undefined && others.length < MOST) found.set(unit, [...others, signal]);
  }
  return found;
}
