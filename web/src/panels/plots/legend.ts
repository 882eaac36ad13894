/** The traces of a plot by name, with their values at the cursor, and what is wrong with them. */
import { icon } from "../icons";
import { make, write } from "../elements";
import type { Line } from "./lines";
import type { Stretch } from "./timewindow";
import { figure, written } from "./units";

const SVG = "http://www.w3.org/2000/svg";

interface Row {
  root: HTMLElement;
  sample: SVGLineElement;
  value: HTMLElement;
  unit: HTMLElement;
  statistics: HTMLElement;
  note: HTMLElement;
}

export class Legend {
  readonly root = make("ul", { class: "plot-legend" });
  private rows = new Map<string, Row>();

  constructor(private readonly remove: (expression: string) => void) {}

  /** Names, colours, units and errors. */
  show(lines: Line[]): void {
    const rows = new Map<string, Row>();
    for (const line of lines) rows.set(line.expression, this.rows.get(line.expression) ?? this.row(line.expression));
    if ([...rows.keys()].join("\n") !== [...this.rows.keys()].join("\n")) {
      this.root.replaceChildren(...[...rows.values()].map(({ root }) => root));
    }
    this.rows = rows;
    for (const line of lines) this.dress(rows.get(line.expression) as Row, line);
  }

  /** The values at a moment. */
  tell(lines: Line[], time: number): void {
    for (const { expression, samples } of lines) {
      const row = this.rows.get(expression);
      if (row !== undefined) write(row.value, samples.error === "" ? figure(samples.at(time)) : "");
    }
  }

  /** Least, mean, most and deviation of what is shown; null: they are not wanted. */
  summarise(lines: Line[], stretch: Stretch | null): void {
    for (const { expression, samples } of lines) {
      const row = this.rows.get(expression);
      if (row === undefined) continue;
      const found = stretch === null || samples.error !== "" ? null : samples.statistics(stretch.from, stretch.to);
      row.statistics.hidden = found === null;
      if (found === null) continue;
      const { least, mean, most, deviation } = found;
      write(
        row.statistics,
        `min ${figure(least)} · mean ${figure(mean)} · max ${figure(most)} · σ ${figure(deviation)}`,
      );
    }
  }

  private row(expression: string): Row {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("class", "plot-swatch");
    svg.setAttribute("viewBox", "0 0 22 8");
    svg.setAttribute("aria-hidden", "true");
    const sample = document.createElementNS(SVG, "line");
    for (const [name, value] of Object.entries({ x1: 0, x2: 22, y1: 4, y2: 4 })) sample.setAttribute(name, `${value}`);
    svg.append(sample);
    const value = make("span", { class: "plot-value mono" });
    const unit = make("span", { class: "plot-unit faint" });
    const statistics = make("p", { class: "plot-statistics mono faint", hidden: true });
    const note = make("p", { class: "plot-note" });
    const root = make(
      "li",
      { "data-trace": expression },
      svg,
      make("span", { class: "plot-name mono", title: expression }, expression),
      value,
      unit,
      make(
        "button",
        { class: "plot-small", "data-action": "remove-trace", "aria-label": `Remove ${expression}`, onclick: () => this.remove(expression) },
        icon("close"),
      ),
      statistics,
      note,
    );
    return { root, sample, value, unit, statistics, note };
  }

  private dress({ root, sample, unit, note }: Row, { samples, colour, dash, axis }: Line): void {
    sample.setAttribute("stroke", colour);
    sample.setAttribute("stroke-dasharray", dash.join(" "));
    write(unit, `${written(samples.unit)}${axis === "right" ? " ▸" : ""}`);
    unit.title = axis === "right" ? "its scale is at the right" : "";
    write(note, samples.error || (axis === "none" ? "a third unit: there is no room for its scale" : ""));
    root.toggleAttribute("data-error", samples.error !== "");
    note.hidden = note.textContent === "";
  }
}
