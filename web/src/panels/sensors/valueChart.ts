/** A small plot of values that have the same unit. */
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { Page } from "../../model/page";
import type { Trace } from "../../wire/schema";
import { make } from "../elements";
import { dash, stroke, token } from "../plots/colours";

const HEIGHT = 130; // px

export class ValueChart {
  private readonly legend = make("p", { class: "sensor-legend small" });
  private readonly chart = make("div", { class: "sensor-chart" });
  readonly root: HTMLElement;
  private plot: uPlot | null = null;
  private made = ""; // what the plot was made for

  constructor(
    private readonly page: Page,
    private readonly unit: string,
  ) {
    this.root = make("div", { "data-unit": unit }, this.legend, this.chart);
  }

  draw(traces: Trace[]): void {
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
    const unit = this.unit === "" ? [] : [make("span", { class: "faint" }, this.unit)];
    this.legend.replaceChildren(...found.map(({ name }, place) => this.key(name, place)), ...unit);
  }

  private key(name: string, place: number): HTMLElement {
    const line = make("span", { class: "sensor-key", style: `border-color: ${stroke(place, this.page.theme)}` });
    if (dash(place).length > 0) line.style.borderTopStyle = "dashed";
    return make("span", {}, line, name.split(".").at(-1) ?? name);
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
