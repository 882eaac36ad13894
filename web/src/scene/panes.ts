/** Where the panes are, and their frames and names over the picture. */

export type ViewName = "top" | "ball" | "robot" | "free";

export interface Pane {
  view: ViewName;
  x: number; // css px in the canvas, from its upper left corner
  y: number;
  width: number;
  height: number;
}

export const GAP = 2; // px between panes
export const VIEWS: Readonly<Record<1 | 2 | 4, readonly ViewName[]>> = {
  1: ["free"],
  2: ["top", "free"],
  4: ["top", "ball", "robot", "free"],
};

/** Cut the canvas up: two panes lie beside or above each other, whichever makes them less narrow. */
export function lay(panes: readonly Pane[], width: number, height: number): void {
  const count = panes.length;
  const columns = count === 4 || (count === 2 && width >= height) ? 2 : 1;
  const rows = Math.ceil(count / columns);
  const wide = Math.max(1, Math.floor((width - GAP * (columns - 1)) / columns));
  const high = Math.max(1, Math.floor((height - GAP * (rows - 1)) / rows));
  panes.forEach((pane, i) => {
    const column = i % columns;
    const row = Math.floor(i / columns);
    pane.x = column * (wide + GAP);
    pane.y = row * (high + GAP);
    pane.width = column === columns - 1 ? Math.max(1, width - pane.x) : wide;
    pane.height = row === rows - 1 ? Math.max(1, height - pane.y) : high;
  });
}

export class Frames {
  private readonly frames: HTMLElement[] = [];
  private shown = "";

  constructor(private readonly root: HTMLElement) {}

  show(panes: readonly Pane[], names: readonly string[], active: number): void {
    const places = panes.map(({ view, x, y, width, height }) => [view, x, y, width, height]);
    const now = `${active} ${names.join()} ${places.join()}`;
    if (now === this.shown) return; // the browser would lay everything out anew
    this.shown = now;
    while (this.frames.length > panes.length) this.frames.pop()?.remove();
    while (this.frames.length < panes.length) {
      const frame = document.createElement("div");
      frame.className = "pane-frame";
      frame.append(document.createElement("span"));
      this.frames.push(frame);
      this.root.prepend(frame);
    }
    panes.forEach((pane, i) => {
      const frame = this.frames[i] as HTMLElement;
      frame.dataset.pane = String(i);
      frame.dataset.view = pane.view;
      frame.dataset.active = String(panes.length > 1 && i === active);
      frame.style.cssText = `left:${pane.x}px;top:${pane.y}px;width:${pane.width}px;height:${pane.height}px`;
      const name = names[i] ?? pane.view;
      (frame.firstChild as HTMLElement).textContent = name;
    });
  }
}
