/** One plot: its traces by name, their drawing, and what can be done with it. */
import type { Page } from "../../model/page";
import { make, write } from "../elements";
import { icon } from "../icons";
import { Chart } from "./chart";
import { receive } from "./dragging";
import type { Feed } from "./feed";
import { Legend } from "./legend";
import { type Line, linesOf } from "./lines";
import { download, picture, table } from "./saving";
import type { TimeWindow } from "./timewindow";

export interface PlotEvents {
  add(expression: string): void;
  remove(expression: string): void;
  close(): void;
  aim(): void; // the next expression is for this plot
  zoomed(): void;
}

export class Plot {
  readonly root: HTMLElement;
  private readonly title = make("h2");
  private readonly legend: Legend;
  private readonly chart: Chart;
  private readonly measured = make("p", { class: "plot-slope mono", role: "status", hidden: true });
  private lines: Line[] = [];
  private number = 0;
  private readonly statistics: HTMLElement;

  constructor(
    private readonly page: Page,
    private readonly feed: Feed,
    private readonly window: TimeWindow,
    private readonly expressions: () => string[],
    on: PlotEvents,
  ) {
    this.legend = new Legend((expression) => on.remove(expression));
    this.chart = new Chart(window, {
      hovered: () => this.tell(),
      clicked: (time) => this.look(time),
      zoomed: () => on.zoomed(),
      measured: (text) => {
        write(this.measured, text);
        this.measured.hidden = text === "";
      },
    });
    const button = (action: string, label: string, inside: Node | string, press: () => void) =>
      make("button", { class: "plot-small", "data-action": action, "aria-label": label, title: label, onclick: press }, inside);
    this.statistics = button("statistics", "Statistics of the time that is shown", "σ", () => this.toggleStatistics());
    this.statistics.setAttribute("aria-pressed", "false");
    const tools = make(
      "div",
      { class: "plot-tools" },
      button("aim", "Add a trace to this plot", "+", () => on.aim()),
      this.statistics,
      button("png", "PNG: save as a picture", "PNG", () => this.savePicture()),
      button("csv", "CSV: save as a table", "CSV", () => this.saveTable()),
      button("close", "Remove this plot", icon("close"), () => on.close()),
    );
    this.root = make("section", { class: "plot" }, this.title, tools, this.legend.root, this.chart.root, this.measured);
    receive(this.root, (expression) => on.add(expression));
  }

  /** Its place among the others. */
  place(number: number): void {
    this.number = number;
    this.root.dataset.plot = String(number);
    this.root.setAttribute("aria-label", `Plot ${number}`);
    write(this.title, `Plot ${number}`);
  }

  /** The lines anew, from what is known of them. */
  prepare(): Line[] {
    this.lines = linesOf(this.expressions(), (expression) => this.feed.of(expression), this.page.theme);
    return this.lines;
  }

  /** Draw them; `right` if any plot has a scale at the right. */
  draw(right: boolean): void {
    this.legend.show(this.lines);
    this.chart.show(this.lines, right);
    this.tell();
    this.summarise();
    this.chart.root.setAttribute(
      "aria-label",
      `Plot ${this.number} of ${this.expressions().join(", ") || "nothing"}. Arrow keys move the moment, + and − zoom.`,
    );
  }

  /** The moment looked at moved. */
  moment(): void {
    this.chart.moment();
    if (this.chart.hovered === null) this.tell();
  }

  resize(width: number, height: number): void {
    this.chart.resize(width, height);
  }

  destroy(): void {
    this.chart.destroy();
    this.root.remove();
  }

  /** Values at the cursor, or else at the moment looked at. */
  private tell(): void {
    const time = this.window.follows ? this.feed.newest : this.window.moment;
    this.legend.tell(this.lines, this.chart.hovered ?? time);
  }

  private toggleStatistics(): void {
    this.statistics.setAttribute("aria-pressed", String(this.statistics.getAttribute("aria-pressed") !== "true"));
    this.summarise();
  }

  private summarise(): void {
    const wanted = this.statistics.getAttribute("aria-pressed") === "true";
    this.legend.summarise(this.lines, wanted ? this.window.stretch : null);
  }

  private look(time: number): void {
    const { frame } = this.page;
    if (frame === null) return;
    this.page.watch({ at: Math.min(Math.max(time, frame.first), frame.last), playing: false });
  }

  private savePicture(): void {
    const { canvas } = this.chart;
    if (canvas === null) return;
    picture(canvas, this.lines).toBlob((content) => {
      if (content !== null) download(content, `plot-${this.number}.png`);
    });
  }

  private saveTable(): void {
    download(new Blob([table(this.lines, this.window.stretch)], { type: "text/csv" }), `plot-${this.number}.csv`);
  }
}
