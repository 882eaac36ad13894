/** A sole from above, its front up: what the four corners carry, and the centre of pressure with its trail. */
import { make, write } from "../elements";
import { fixed } from "../numbers";
import { svg } from "../svg";
import type { FootReport } from "./reports";

const CORNERS = [
  { x: -30, y: -48 },
  { x: 30, y: -48 },
  { x: -30, y: 48 },
  { x: 30, y: 48 },
]; // front left, front right, back left, back right; of the sensors on the drawing
const LARGEST = 13; // radius of a corner that carries the whole robot
const LEAST = 2.5;
const LIGHT = 10; // N: below that, nobody stands on these feet, and shares of it tell nothing

export class Sole {
  readonly root = make("figure", { class: "sole" });
  private readonly title = make("figcaption");
  private readonly about = make("p", { class: "small mono" });
  private readonly drawing = svg("svg", { viewBox: "-52 -84 104 168", role: "img" });
  private readonly corners = CORNERS.map(({ x, y }) => svg("circle", { class: "sole-corner", cx: x, cy: y, r: LEAST }));
  private readonly numbers = CORNERS.map(({ x, y }) => svg("text", { x, y: y + (y < 0 ? -17 : 23), class: "sole-number" }));
  private readonly trail = svg("path", { class: "sole-trail" });
  private readonly centre = svg("circle", { class: "sole-centre", r: 4 });

  constructor() {
    this.drawing.append(
      svg("rect", { class: "sole-outline", x: -44, y: -80, width: 88, height: 160, rx: 18 }),
      svg("path", { class: "sole-axes", d: "M0 -48V48M-30 0H30" }),
      ...this.corners,
      ...this.numbers,
      this.trail,
      this.centre,
    );
    this.root.append(this.title, this.drawing, this.about);
  }

  /** `whole`: N, what all feet carry together. */
  show({ title, cells, switches, trail, centre }: FootReport, whole: number): void {
    write(this.title, title);
    const total = cells.reduce((sum, force) => sum + force, 0);
    cells.forEach((force, corner) => {
      const share = force / Math.max(whole, LIGHT);
      this.corners[corner].setAttribute("r", String(LEAST + (LARGEST - LEAST) * Math.sqrt(Math.min(share, 1))));
      write(this.numbers[corner], fixed(force, 1));
    });
    switches.forEach((closed, corner) => {
      this.corners[corner].setAttribute("r", String(closed ? 8 : LEAST));
      write(this.numbers[corner], closed ? "on" : "off");
    });
    const path = trail.map((place, at) => (place === null ? "" : `${trail[at - 1] ? "L" : "M"}${drawn(place).join(" ")}`));
    this.trail.setAttribute("d", path.join(""));
    const last = trail[trail.length - 1] ?? null;
    this.centre.setAttribute("visibility", last === null ? "hidden" : "visible");
    if (last !== null) {
      const [x, y] = drawn(last);
      this.centre.setAttribute("cx", x);
      this.centre.setAttribute("cy", y);
    }
    const about = cells.length > 0 ? carried(total, whole, centre) : `${switches.filter(Boolean).length} of 4 switches on`;
    write(this.about, about);
    this.drawing.setAttribute("aria-label", `${title}: ${about}`);
  }
}

/** Where a centre of pressure is on the drawing. */
function drawn([ahead, left]: readonly [number, number]): [string, string] {
  return [(-30 * left).toFixed(1), (-48 * ahead).toFixed(1)];
}

function carried(total: number, whole: number, centre: readonly [number, number] | null): string {
  const share = whole > LIGHT ? `, ${fixed((100 * total) / whole, 0)} %` : "";
  const place = centre === null ? "" : `\nx ${fixed(1000 * centre[0], 0)}, y ${fixed(1000 * centre[1], 0)} mm`;
  return `${fixed(total, 1)} N${share}${place}`;
}
