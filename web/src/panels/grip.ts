/** The edge of the dock: drag it, or use the arrow keys, to make the dock wider. */
import { make } from "./elements";
import { store, stored } from "../model/storage";

const LEAST = 240;
const MOST = 640;
const USUAL = 340;
const STEP = 20; // px per press of a key

export class Grip {
  readonly root = make("div", {
    id: "dock-grip",
    class: "grip",
    role: "separator",
    tabindex: 0,
    "aria-orientation": "vertical",
    "aria-label": "Width of the panels",
    "aria-valuemin": LEAST,
    "aria-valuemax": MOST,
    title: "Drag to resize the panels; double-click for the default width",
  });
  private width = USUAL;

  constructor() {
    this.set(Number(stored("dock.width")) || USUAL);
    this.root.addEventListener("pointerdown", (event) => this.take(event));
    this.root.addEventListener("dblclick", () => this.set(USUAL));
    this.root.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: STEP, ArrowRight: -STEP }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      this.set(this.width + step);
    });
  }

  private take(event: PointerEvent): void {
    event.preventDefault();
    this.root.setPointerCapture(event.pointerId);
    const [from, width] = [event.clientX, this.width];
    const drag = (moved: PointerEvent) => this.set(width + from - moved.clientX);
    const drop = () => {
      this.root.removeEventListener("pointermove", drag);
      this.root.removeEventListener("lostpointercapture", drop);
    };
    this.root.addEventListener("pointermove", drag);
    this.root.addEventListener("lostpointercapture", drop);
  }

  private set(width: number): void {
    // Some of the pitch stays to be seen, however narrow the window is.
    this.width = Math.round(Math.max(LEAST, Math.min(MOST, width, 0.8 * innerWidth)));
    document.documentElement.style.setProperty("--dock", `${this.width}px`);
    this.root.setAttribute("aria-valuenow", String(this.width));
    store("dock.width", String(this.width));
  }
}
