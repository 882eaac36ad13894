/** What lies over the image of a camera: what vision found, and the points of the field, which can be moved. */
import type { FieldPoint, Found } from "../../wire/schema";

const SVG = "http://www.w3.org/2000/svg";
const STEPS = { fine: 0.5, coarse: 5 }; // px of an arrow key, and with Shift
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const CROSS = "M -7 0 H 7 M 0 -7 V 7";

export class Overlay {
  readonly root = svg("svg", { class: "calibration-overlay", role: "group", "aria-label": "Field points" });
  private readonly found = svg("g", { "aria-hidden": "true" });
  private readonly handles = svg("g", {});
  private groups = new Map<string, SVGGElement>();
  private points: FieldPoint[] = [];
  private drawn = ""; // what was found
  private dragged = ""; // the name of a point that somebody is moving: answers of the server do not move it meanwhile

  /** @param moved told where a point shall be @param picked told where somebody clicked */
  constructor(
    private readonly moved: (name: string, at: [number, number]) => void,
    picked: (at: [number, number]) => void,
  ) {
    this.root.append(this.found, this.handles);
    this.root.addEventListener("click", (event) => picked(this.place(event)));
  }

  size(width: number, height: number): void {
    this.root.setAttribute("viewBox", `0 0 ${width} ${height}`);
  }

  showFound(found: Found[]): void {
    const drawn = JSON.stringify(found);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.found.replaceChildren(...found.flatMap(({ name, column, row, ahead, certainty }) => {
      const [team] = name.split(" ");
      const group = svg("g", { class: `calibration-found ${team}${certainty < 1 && team !== "ball" ? " unsure" : ""}`, "data-found": name });
      group.append(svg("circle", { cx: column, cy: row, r: team === "ball" ? 8 : 13 }));
      if (ahead.length === 2) group.append(svg("line", { x1: column, y1: row, x2: ahead[0], y2: ahead[1] }));
      const text = svg("text", { x: column + 15, y: row - 8 });
      text.textContent = team === "ball" ? "ball" : name.slice(team.length + 1);
      group.append(text);
      return group;
    }));
  }

  /** @param movable they are shown, and can be moved */
  showPoints(points: FieldPoint[], movable: boolean): void {
    this.handles.style.display = movable ? "" : "none";
    if (points.map(({ name }) => name).join() !== [...this.groups.keys()].join()) {
      this.groups = new Map(points.map(({ name }) => [name, this.handle(name)]));
      this.handles.replaceChildren(...this.groups.values());
    }
    this.points = points;
    for (const { name, column, row, error } of points) {
      const group = this.groups.get(name) as SVGGElement;
      if (name !== this.dragged) put(group, [column, row]);
      const missed = error === null ? "" : `, ${error.toFixed(2)} px off`;
      group.setAttribute("aria-label", `${name}${missed}. Arrow keys move it.`);
      group.classList.toggle("far", error !== null && error > 2);
    }
  }

  private handle(name: string): SVGGElement {
    const group = svg("g", { class: "calibration-point", tabindex: 0, role: "button", "data-point": name });
    const title = svg("title", {});
    title.textContent = name;
    group.append(title, svg("circle", { r: 9 }), svg("path", { d: CROSS }));
    group.addEventListener("keydown", (event) => this.key(event, name));
    group.addEventListener("pointerdown", (event) => this.drag(event, name));
    group.addEventListener("click", (event) => event.stopPropagation());
    return group;
  }

  private key(event: KeyboardEvent, name: string): void {
    const way = ARROWS[event.key];
    const point = this.points.find((one) => one.name === name);
    if (way === undefined || point === undefined) return;
    event.preventDefault();
    const step = event.shiftKey ? STEPS.coarse : STEPS.fine;
    this.moved(name, [point.column + step * way[0], point.row + step * way[1]]);
  }

  private drag(event: PointerEvent, name: string): void {
    if (event.button !== 0) return;
    event.preventDefault();
    const group = this.groups.get(name) as SVGGElement;
    group.focus();
    group.setPointerCapture(event.pointerId);
    this.dragged = name;
    let last: [number, number] | null = null;
    const move = (now: PointerEvent) => {
      last = this.place(now);
      put(group, last);
    };
    const end = () => {
      for (const [kind, listener] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]] as const) {
        group.removeEventListener(kind, listener as EventListener);
      }
      this.dragged = "";
      if (last !== null) this.moved(name, last);
    };
    group.addEventListener("pointermove", move);
    group.addEventListener("pointerup", end);
    group.addEventListener("pointercancel", end);
  }

  /** Column and row of the pixel under the pointer. */
  private place(event: MouseEvent): [number, number] {
    const { left, top, width, height } = this.root.getBoundingClientRect();
    const { width: wide, height: high } = this.root.viewBox.baseVal;
    return [((event.clientX - left) / width) * wide, ((event.clientY - top) / height) * high];
  }
}

function put(group: SVGGElement, [column, row]: [number, number]): void {
  group.setAttribute("transform", `translate(${column} ${row})`);
}

function svg<Tag extends keyof SVGElementTagNameMap>(tag: Tag, attributes: Record<string, string | number>): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
