/** The robot from above: x forward is up, y left is left. */
import type { DrawnDevice, DrawnWheel, RobotDrawing } from "../../wire/schema";
import { make, write } from "../elements";
import { counted, fixed } from "../numbers";

const SVG = "http://www.w3.org/2000/svg";
const MARGIN = 1.12; // of what is drawn, to the edge of the picture
const TREAD = 0.4; // width of a wheel by its radius: files do not have it

export class Drawing {
  readonly root: HTMLElement;
  private svg = document.createElementNS(SVG, "svg");
  private caption = make("figcaption", { class: "small faint", id: "design-caption" });

  constructor() {
    this.svg.setAttribute("role", "img");
    this.svg.setAttribute("aria-labelledby", this.caption.id);
    this.svg.setAttribute("id", "design-drawing");
    this.root = make("figure", { class: "design-figure" });
    this.root.append(this.svg, this.caption);
  }

  show(drawing: RobotDrawing): void {
    const { outline, wheels, front, ball, kicker, holder } = drawing;
    const reach = farthest(drawing);
    this.svg.setAttribute("viewBox", `${-reach} ${-reach} ${2 * reach} ${2 * reach}`);
    const parts: SVGElement[] = [];
    if (outline.length > 0) {
      parts.push(element("polygon", { class: "design-outline", points: outline.map(([x, y]) => `${-y},${-x}`).join(" ") }));
      parts.push(element("path", { class: "design-ahead", d: arrow(0.12 * reach) }));
      if (holder !== null) parts.push(device(holder, front, "design-holder"));
      if (kicker !== null) parts.push(device(kicker, front, "design-kicker"));
      if (ball > 0) parts.push(element("circle", { class: "design-ball", cx: 0, cy: -(front + ball), r: ball }));
    }
    parts.push(...wheels.flatMap(wheelParts));
    this.svg.replaceChildren(...parts);
    write(this.caption, described(drawing));
  }
}

/** What the picture shows, in words. */
function described({ outline, wheels, kicker, holder }: RobotDrawing): string {
  if (outline.length === 0) return "The outline is not valid yet.";
  const span = (axis: 0 | 1) => Math.max(...outline.map((point) => point[axis])) - Math.min(...outline.map((point) => point[axis]));
  const devices = [kicker === null ? "" : "kicker", holder === null ? "" : "holder"].filter((name) => name !== "");
  const parts = [wheels.length === 0 ? "no wheels" : counted(wheels.length, "wheel"), ...devices];
  return `From above, front is up: ${fixed(span(0), 3)} m long, ${fixed(span(1), 3)} m wide; ${parts.join(", ")}.`;
}

function farthest({ outline, wheels, front, ball }: RobotDrawing): number {
  const corners = outline.map(([x, y]) => Math.max(Math.abs(x), Math.abs(y)));
  const rims = wheels.map(({ x, y, radius }) => Math.max(Math.abs(x), Math.abs(y)) + radius);
  return MARGIN * Math.max(0.02, ...corners, ...rims, outline.length > 0 ? front + 2 * ball : 0);
}

/** A wheel from above, an arrow where a positive speed drives, and how far it is steered. */
function wheelParts({ x, y, direction, radius, roller, steered }: DrawnWheel): SVGElement[] {
  const width = TREAD * radius;
  const turn = `translate(${-y} ${-x}) rotate(${(-direction * 180) / Math.PI})`;
  const box = { x: -width / 2, y: -radius, width, height: 2 * radius, rx: width / 6 };
  const parts: SVGElement[] = [
    element("rect", { class: roller ? "design-wheel roller" : "design-wheel", transform: turn, ...box }),
    element("path", { class: "design-ahead", transform: turn, d: arrow(0.45 * radius) }),
  ];
  for (const side of steered > 0 ? [-1, 1] : []) {
    const angle = side * Math.min(steered, Math.PI);
    const end = { x2: 1.3 * radius * Math.sin(angle), y2: -1.3 * radius * Math.cos(angle) };
    parts.push(element("line", { class: "design-steered", transform: turn, x1: 0, y1: 0, ...end }));
  }
  return parts;
}

/** A device across the front, and the space in which it reaches the ball. */
function device({ width, reach }: DrawnDevice, front: number, name: string): SVGElement {
  return element("rect", { class: name, x: -width / 2, y: -(front + reach), width, height: reach });
}

function arrow(size: number): string {
  return `M0 ${-size}L${0.6 * size} ${0.6 * size}L${-0.6 * size} ${0.6 * size}z`;
}

function element(tag: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}
