/** Lines, arrows and numbers over the pitch, drawn anew with every picture for as long as there are any. */
import type { Spot } from "../scene/stage";

const SPACE = "http://www.w3.org/2000/svg";
const LETTER = 7.3; // css px: a letter of the mono font at 12 px, a little generously
const LINE = 16;
const AWAY = 16; // from the pointer to the numbers beside it

/** Draws one thing, in css px of the canvas. */
export type Drawing = (pen: Pen) => void;

export class Overlay {
  private drawings = new Map<string, Drawing>();
  private scheduled = 0;

  constructor(private readonly svg: SVGSVGElement) {}

  /** Draw this under a name until told otherwise (null). */
  show(name: string, drawing: Drawing | null): void {
    if (drawing === null) this.drawings.delete(name);
    else this.drawings.set(name, drawing);
    if (this.scheduled === 0) this.scheduled = requestAnimationFrame(() => this.draw());
  }

  private draw(): void {
    const pen = new Pen(this.svg.clientWidth, this.svg.clientHeight);
    for (const drawing of this.drawings.values()) drawing(pen);
    this.svg.replaceChildren(...pen.elements);
    this.scheduled = this.drawings.size > 0 ? requestAnimationFrame(() => this.draw()) : 0;
  }
}

export class Pen {
  readonly elements: SVGElement[] = [];

  constructor(
    private readonly width: number,
    private readonly height: number,
  ) {}

  line(from: Spot | null, to: Spot | null, style = "line"): void {
    if (from === null || to === null) return;
    for (const under of [`${style} under`, style]) {
      this.add("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: under });
    }
  }

  arrow(from: Spot | null, to: Spot | null): void {
    if (from === null || to === null) return;
    this.line(from, to, "line");
    const angle = Math.atan2(to.y - from.y, to.x - from.x);
    const corner = (turn: number) => `${to.x - 12 * Math.cos(angle + turn)},${to.y - 12 * Math.sin(angle + turn)}`;
    this.add("polygon", { points: `${to.x},${to.y} ${corner(0.45)} ${corner(-0.45)}`, class: "tip" });
  }

  ring(middle: Spot | null, radius: number, style = "ring"): void {
    if (middle === null) return;
    for (const under of [`${style} under`, style]) {
      this.add("circle", { cx: middle.x, cy: middle.y, r: Math.max(radius, 3), class: under });
    }
  }

  box(from: Spot, to: Spot): void {
    this.add("rect", {
      x: Math.min(from.x, to.x),
      y: Math.min(from.y, to.y),
      width: Math.abs(to.x - from.x),
      height: Math.abs(to.y - from.y),
      class: "box",
    });
  }

  /** Lines of numbers beside a place, on the side where they can be read. */
  numbers(at: Spot | null, lines: string[]): void {
    if (at === null || lines.length === 0) return;
    const wide = LETTER * Math.max(...lines.map((line) => line.length)) + 14;
    const tall = LINE * lines.length + 8;
    const right = at.x + AWAY + wide < this.width;
    const below = at.y + AWAY + tall < this.height;
    const x = Math.max(right ? at.x + AWAY : at.x - AWAY - wide, 2);
    const y = Math.max(below ? at.y + AWAY : at.y - AWAY - tall, 2);
    this.add("rect", { x, y, width: wide, height: tall, rx: 5, class: "plate" });
    const text = this.add("text", { class: "numbers" });
    lines.forEach((line, index) => {
      const row = document.createElementNS(SPACE, "tspan");
      row.setAttribute("x", String(x + 7));
      row.setAttribute("y", String(y + 15 + LINE * index));
      row.textContent = line;
      text.append(row);
    });
  }

  private add(kind: string, attributes: Record<string, number | string>): SVGElement {
    const element = document.createElementNS(SPACE, kind);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
    this.elements.push(element);
    return element;
  }
}
