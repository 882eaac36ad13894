/** Under a pointer that presses nothing: the cursor says what can be done, and after a moment a name appears. */
import type { Page } from "../model/page";
import { BALL } from "../model/body";
import type { Spot, Stage } from "../scene/stage";
import { signed } from "./numbers";
import type { Picked } from "./pick";
import { pick } from "./pick";
import { refusal } from "./refusal";
import { poseOf } from "./things";

const PATIENCE = 300; // ms over one thing before it is named
const PERIOD = 100; // ms between two looks while things move under a resting pointer

export class Hover {
  private readonly tip = document.createElement("div");
  private point: Spot | null = null;
  private name: string | null = null;
  private since = 0;
  private looked = 0;
  private timer = 0;

  constructor(
    private readonly page: Page,
    private readonly stage: Stage,
    private readonly canvas: HTMLElement,
    hud: HTMLElement,
    private readonly measuring: () => boolean,
  ) {
    this.tip.className = "hand-tip";
    this.tip.id = "tip";
    this.tip.setAttribute("aria-hidden", "true");
    this.tip.hidden = true;
    hud.append(this.tip);
    page.on("frame", () => {
      const now = performance.now();
      if (this.point !== null && now - this.looked > PERIOD) this.look(now);
    });
  }

  /** The pointer is there; null: it left, or presses. */
  at(point: Spot | null): void {
    this.point = point;
    if (point !== null) this.look(performance.now());
    else {
      this.name = null;
      this.tip.hidden = true;
    }
  }

  private look(now: number): void {
    if (this.point === null) return;
    this.looked = now;
    const picked = pick(this.page, this.stage, this.point.x, this.point.y);
    this.canvas.style.cursor = this.cursor(picked);
    if (picked?.name !== this.name) {
      this.name = picked?.name ?? null;
      this.since = now;
      clearTimeout(this.timer); // in a pause no frame comes to remind us
      if (this.name !== null) this.timer = window.setTimeout(() => this.look(performance.now()), PATIENCE + 5);
    }
    const ready = this.name !== null && now - this.since >= PATIENCE;
    this.tip.hidden = !ready;
    if (ready) this.show(this.name as string, this.point);
  }

  private cursor(picked: Picked | null): string {
    if (this.measuring()) return "crosshair";
    if (picked === null) return "";
    return refusal(this.page) === null ? "grab" : "pointer";
  }

  private show(name: string, point: Spot): void {
    const pose = poseOf(this.page, name);
    if (pose === null) return;
    const parts = [name, `${signed(Math.hypot(pose.vx, pose.vy), 2)} m/s`];
    if (name === BALL && pose.z - (this.page.pitch?.ball_radius ?? 0) > 0.01) {
      parts.push(`${signed(pose.z - (this.page.pitch?.ball_radius ?? 0), 2)} m up`);
    }
    this.tip.textContent = parts.join(" · ");
    const right = point.x + 14 + this.tip.offsetWidth < this.canvas.clientWidth;
    const x = right ? point.x + 14 : point.x - 14 - this.tip.offsetWidth;
    const below = point.y + 18 + this.tip.offsetHeight < this.canvas.clientHeight;
    const y = below ? point.y + 18 : point.y - 10 - this.tip.offsetHeight;
    this.tip.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  }
}
