/** A small pitch with points that are moved with the pointer or the arrow keys. Metres, x to the right, y up. */
import type { Field } from "../../wire/schema";

export interface Point {
  x: number;
  y: number;
}

export interface Movable extends Point {
  name: string; // "Ball", "Place 1": what a screen reader says
  kind: "ball" | "spot";
  label: string; // that is written into it
}

const SVG = "http://www.w3.org/2000/svg";
const BORDER = 0.6; // m around the field
const STEPS = { fine: 0.1, coarse: 0.5 }; // m of an arrow key, and with Shift
const ARROWS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
};

export class FormationPitch {
  readonly root = svg("svg", { class: "formation-pitch", role: "group", "aria-label": "Pitch with the places of the formation" });
  private readonly lines = svg("g", { class: "formation-lines", "aria-hidden": "true" });
  private readonly points = svg("g", {});
  private groups: SVGElement[] = [];
  private shown: Movable[] = [];
  private field: Field | null = null;

  /** @param move told where a point shall be @param chosen told which point has the focus */
  constructor(
    private readonly move: (index: number, to: Point) => void,
    private readonly chosen: (index: number) => void,
  ) {
    this.root.append(this.lines, this.points);
  }

  /** Draw the markings of a field. */
  draw(field: Field): void {
    if (field === this.field) return;
    this.field = field;
    const [width, height] = [field.length + 2 * BORDER, field.width + 2 * BORDER];
    this.root.setAttribute("viewBox", `${-width / 2} ${-height / 2} ${width} ${height}`);
    const { segments, arcs, spots } = field.markings;
    this.lines.replaceChildren(
      svg("rect", { x: -width / 2, y: -height / 2, width, height, class: "formation-grass" }),
      ...segments.map(([x1, y1, x2, y2]) => svg("line", { x1, y1: -y1, x2, y2: -y2 })),
      ...arcs.map(([x, y, radius, from, angle]) => svg("path", { d: arc(x, y, radius, from, angle) })),
      ...spots.map(([cx, cy, r]) => svg("circle", { cx, cy: -cy, r, class: "formation-mark" })),
      // The goal that the team attacks.
      svg("rect", { x: field.length / 2, y: -field.goal.width / 2, width: 0.3, height: field.goal.width, class: "formation-goal" }),
    );
  }

  show(points: Movable[]): void {
    if (points.map(({ name }) => name).join() !== this.shown.map(({ name }) => name).join()) this.build(points);
    this.shown = points;
    points.forEach(({ x, y, name }, index) => {
      const group = this.groups[index];
      group.setAttribute("transform", `translate(${x} ${-y})`);
      group.setAttribute("aria-label", `${name}: x ${x.toFixed(2)} m, y ${y.toFixed(2)} m. Arrow keys move it.`);
    });
  }

  private build(points: Movable[]): void {
    this.groups = points.map(({ kind, label }, index) => {
      const group = svg("g", { class: `formation-${kind}`, tabindex: 0, role: "button" });
      const text = svg("text", { "text-anchor": "middle", dy: "0.36em", "font-size": 0.62 });
      text.textContent = label;
      group.append(svg("circle", { r: kind === "ball" ? 0.32 : 0.55 }), text);
      group.addEventListener("keydown", (event) => this.key(event, index));
      group.addEventListener("pointerdown", (event) => this.drag(event, index));
      group.addEventListener("focus", () => this.chosen(index));
      return group;
    });
    this.points.replaceChildren(...this.groups);
  }

  private key(event: KeyboardEvent, index: number): void {
    const way = ARROWS[event.key];
    if (way === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation(); // the keys of the pitch
    const step = event.shiftKey ? STEPS.coarse : STEPS.fine;
    const { x, y } = this.shown[index];
    this.move(index, this.inside({ x: x + step * way.x, y: y + step * way.y }));
  }

  private drag(event: PointerEvent, index: number): void {
    if (event.button !== 0) return;
    event.preventDefault();
    const group = this.groups[index];
    group.focus();
    group.setPointerCapture(event.pointerId);
    const moved = (now: PointerEvent) => this.move(index, this.inside(this.place(now)));
    const end = () => {
      group.removeEventListener("pointermove", moved);
      group.removeEventListener("pointerup", end);
      group.removeEventListener("pointercancel", end);
    };
    group.addEventListener("pointermove", moved);
    group.addEventListener("pointerup", end);
    group.addEventListener("pointercancel", end);
  }

  /** Where the pointer is on the field. */
  private place(event: PointerEvent): Point {
    const { left, top, width, height } = this.root.getBoundingClientRect();
    const { x, y, width: wide, height: high } = this.root.viewBox.baseVal;
    const scale = Math.min(width / wide, height / high);
    return {
      x: x + wide / 2 + (event.clientX - left - width / 2) / scale,
      y: -(y + high / 2 + (event.clientY - top - height / 2) / scale),
    };
  }

  private inside({ x, y }: Point): Point {
    const { length, width } = this.field ?? { length: 0, width: 0 };
    return { x: within(x, length / 2), y: within(y, width / 2) };
  }
}

function within(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value));
}

function svg<Tag extends keyof SVGElementTagNameMap>(tag: Tag, attributes: Record<string, string | number>): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

/** An arc of a circle; a whole circle is two halves. */
function arc(x: number, y: number, radius: number, from: number, angle: number): string {
  const at = (turn: number) => `${x + radius * Math.cos(turn)} ${-(y + radius * Math.sin(turn))}`;
  const part = (to: number) => `A ${radius} ${radius} 0 0 ${angle > 0 ? 0 : 1} ${at(to)}`;
  return `M ${at(from)} ${part(from + angle / 2)} ${part(from + angle)}`;
}
