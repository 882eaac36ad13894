/** The traces of a plot as lines: what they are called, how they are drawn, which axis they belong to. */
import { dash, stroke } from "./colours";
import { holds, type Samples } from "./samples";

export interface Line {
  expression: string;
  samples: Samples;
  scale: string; // one for each unit
  axis: "left" | "right" | "none"; // where its scale is written: there are two sides, and may be more units
  colour: string;
  dash: number[];
  stepped: boolean;
}

export function linesOf(expressions: string[], of: (expression: string) => Samples, theme: string): Line[] {
  const units: string[] = [];
  return expressions.map((expression, place) => {
    const samples = of(expression);
    let at = units.indexOf(samples.unit);
    // A trace of which nothing is known yet must not take an axis.
    if (at < 0 && samples.times.length > 0) at = units.push(samples.unit) - 1;
    return {
      expression,
      samples,
      scale: `y${Math.max(at, 0)}`,
      axis: at <= 0 ? "left" : at === 1 ? "right" : "none",
      colour: stroke(place, theme),
      dash: dash(place),
      stepped: holds(expression),
    };
  });
}

/** What a chart must be made anew for. */
export function shape(lines: Line[]): string {
  return lines.map(({ expression, scale, colour, samples }) => [expression, scale, colour, samples.unit].join()).join(";");
}
