/** Values as a plot of the last seconds, and as a table. */
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { Page } from "../../model/page";
import type { Report, SensorEntry, Trace } from "../../wire/schema";
import { make } from "../elements";
import { dash, stroke, token } from "../plots/colours";
import { NumbersView } from "./numbers";

const SECONDS = 10;
const MOST = 6; // lines: so many have different colours
const HEIGHT = 150; // px

export class ValuesView {
  private readonly table = new NumbersView(4);
  private readonly chart = make("div", { class: "sensor-chart" });
  readonly root = make("div", {}, this.chart, this.table.root);
  private plot: uPlot | null = null;
  private made = ""; // what the plot was made for
  private asking = false;

  constructor(private readonly page: Page) {}

  show(report: Report, { signals }: SensorEntry): void {
    this.table.show(report);
    if (signals.length === 0 || this.asking) return;
    this.asking = true;
    this.page.link
      .ask("trace", { expressions: signals.slice(0, MOST), since: null, seconds: SECONDS })
      .then(({ traces }) => this.draw(traces))
      .catch(() => {}) // the table says that something is wrong
      .finally(() => (this.asking = false));
  }

  private draw(traces: Trace[]): void {
    const found = traces.filter(({ error, times }) => error === "" && times.length > 0);
    if (found.length === 0 || this.chart.clientWidth === 0) return;
    const data = uPlot.join(found.map(({ times, values }): uPlot.AlignedData => [times, values]));
    const made = `${this.chart.clientWidth} ${this.page.theme} ${found.map(({ name }) => name).join(" ")}`;
    if (made === this.made) {
      this.plot?.setData(data);
      return;
    }
    this.made = made;
    this.plot?.destroy();
    this.plot = new uPlot(this.options(found), data, this.chart);
  }

  private options(traces: Trace[]): uPlot.Options {
    const axis = { stroke: token("faint"), grid: { stroke: token("edge"), width: 1 }, font: "11px system-ui, sans-serif" };
    return {
      width: this.chart.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false } },
      series: [
        {},
        ...traces.map(({ name }, place) => ({
          label: name,
          stroke: stroke(place, this.page.theme),
          dash: dash(place),
          spanGaps: true,
          points: { show: false },
        })),
      ],
      axes: [{ ...axis, size: 24 }, { ...axis, size: 46 }],
    };
  }
}
