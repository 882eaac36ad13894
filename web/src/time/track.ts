/** The bar itself: the last minute or a whole recording from left to right, with what happened, to move through. */
import type { Page } from "../model/page";
import type { Mark } from "../wire/schema";
import type { Clock } from "./clock";
import { landing } from "./jump";
import type { Ink } from "./marks";
import { drawMark, RANK, shown, titleOf } from "./marks";
import { clockTime } from "./spell";

const HEIGHT = 30; // css px
const NEAR = 6; // css px: so near a mark the pointer means it
const SIDE = 8; // css px left and right, so that the first and last marks are whole
const SLIGHTLY = 0.1; // s, arrow keys
const FAR = 5; // s, page keys
const MOST_NAMED = 4; // marks in one tip

export class Track {
  readonly root = document.createElement("div");
  private readonly canvas = document.createElement("canvas");
  private readonly tip = document.createElement("div");
  private ink: Ink = readInk();
  private drawn = ""; // what the picture shows, so that the same is not drawn again
  private hovered: number | null = null; // css px
  private scrubbing = false;
  private wide = 0;

  constructor(
    private readonly page: Page,
    private readonly clock: Clock,
  ) {
    this.root.className = "track";
    this.root.id = "track";
    this.root.tabIndex = 0;
    this.root.setAttribute("role", "slider");
    this.root.setAttribute("aria-label", "Moment shown");
    this.tip.className = "track-tip";
    this.tip.id = "track-tip";
    this.tip.hidden = true;
    this.root.append(this.canvas, this.tip);
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.root.addEventListener("pointerdown", (event) => this.down(event));
    this.root.addEventListener("pointermove", (event) => this.move(event));
    this.root.addEventListener("pointerup", () => (this.scrubbing = false));
    this.root.addEventListener("pointercancel", () => (this.scrubbing = false));
    this.root.addEventListener("pointerleave", () => this.hover(null));
    new ResizeObserver(() => this.resize()).observe(this.root);
    page.on("theme", () => {
      this.ink = readInk();
      this.draw(true);
    });
    page.on("frame", () => this.draw());
    page.on("marks", () => this.draw(true));
    page.on("rewound", () => this.draw(true));
    page.on("watching", () => this.draw());
  }

  // ---- moving through time --------------------------------------------------------------------------------------

  private down(event: PointerEvent): void {
    if (event.button !== 0 || this.page.frame === null) return;
    const x = this.xOf(event);
    const mark = this.near(x)[0];
    if (mark?.kind === "goal") {
      this.clock.go(landing(mark), true); // and see it fall
      return;
    }
    this.scrubbing = true;
    this.root.setPointerCapture(event.pointerId);
    this.clock.go(this.timeAt(x));
  }

  private move(event: PointerEvent): void {
    const x = this.xOf(event);
    if (this.scrubbing) this.clock.go(this.timeAt(x));
    this.hover(x);
  }

  private key(event: KeyboardEvent): void {
    const { first, last } = this.clock.range;
    const moments: Record<string, () => number> = {
      ArrowLeft: () => this.clock.time - SLIGHTLY,
      ArrowDown: () => this.clock.time - SLIGHTLY,
      ArrowRight: () => this.clock.time + SLIGHTLY,
      ArrowUp: () => this.clock.time + SLIGHTLY,
      PageDown: () => this.clock.time - FAR,
      PageUp: () => this.clock.time + FAR,
      Home: () => first,
      End: () => last,
    };
    const moment = moments[event.key];
    if (moment === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.clock.go(moment());
  }

  // ---- where things are on it -----------------------------------------------------------------------------------

  private xOf(event: PointerEvent): number {
    return event.clientX - this.root.getBoundingClientRect().left;
  }

  private timeAt(x: number): number {
    const { first, last } = this.clock.range;
    const share = (x - SIDE) / Math.max(this.wide - 2 * SIDE, 1);
    return first + Math.min(Math.max(share, 0), 1) * (last - first);
  }

  private xAt(time: number): number {
    const { first, last } = this.clock.range;
    return SIDE + ((time - first) / Math.max(last - first, 1e-9)) * (this.wide - 2 * SIDE);
  }

  private marks(): Mark[] {
    const { first, last } = this.clock.range;
    return this.page.marks.filter((mark) => mark.time >= first && mark.time <= last && shown(mark));
  }

  /** Marks under a place, the most important first. */
  private near(x: number): Mark[] {
    return this.marks()
      .filter((mark) => Math.abs(this.xAt(mark.time) - x) <= NEAR)
      .sort((a, b) => RANK[b.kind] - RANK[a.kind]);
  }

  // ---- showing it -----------------------------------------------------------------------------------------------

  private hover(x: number | null): void {
    this.hovered = x;
    this.tip.hidden = x === null || this.page.frame === null;
    if (x === null || this.page.frame === null) return;
    const marks = this.near(x);
    const rows = marks.slice(0, MOST_NAMED).map((mark) => `${clockTime(mark.time, 2)}  ${titleOf(mark)}`);
    if (marks.length > MOST_NAMED) rows.push(`and ${marks.length - MOST_NAMED} more`);
    this.tip.textContent = rows.length > 0 ? rows.join("\n") : clockTime(this.timeAt(x), 2);
    const half = this.tip.offsetWidth / 2;
    // It may leave the bar, but not the window.
    const { left } = this.root.getBoundingClientRect();
    const middle = Math.min(Math.max(x, half + 4 - left), window.innerWidth - left - half - 4);
    this.tip.style.translate = `${Math.round(middle - half)}px 0`;
  }

  private resize(): void {
    const ratio = Math.min(window.devicePixelRatio, 2);
    this.wide = this.root.clientWidth;
    this.canvas.width = Math.round(this.wide * ratio);
    this.canvas.height = Math.round(HEIGHT * ratio);
    this.canvas.getContext("2d")?.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.draw(true);
  }

  private draw(anew = false): void {
    const { first, last } = this.clock.range;
    // Live, a picture is worth drawing when something moved by a pixel.
    const pixel = Math.max((last - first) / Math.max(this.wide, 1), 1e-3);
    const now = this.xAt(this.clock.time);
    const state = [Math.round(first / pixel), Math.round(last / pixel), Math.round(2 * now), this.clock.past].join();
    if (!anew && state === this.drawn) return;
    this.drawn = state;
    this.describe(first, last);
    const pen = this.canvas.getContext("2d");
    if (pen === null || this.wide === 0) return;
    this.paint(pen, first, last, now);
    if (this.hovered !== null) this.hover(this.hovered);
  }

  private describe(first: number, last: number): void {
    const { time } = this.clock;
    this.root.setAttribute("aria-valuemin", first.toFixed(1));
    this.root.setAttribute("aria-valuemax", last.toFixed(1));
    this.root.setAttribute("aria-valuenow", time.toFixed(1));
    this.root.setAttribute("aria-valuetext", this.clock.past ? clockTime(time, 1) : "live");
  }

  private paint(pen: CanvasRenderingContext2D, first: number, last: number, now: number): void {
    const { ink, wide } = this;
    pen.clearRect(0, 0, wide, HEIGHT);
    pen.fillStyle = ink.edge;
    pen.fillRect(SIDE, HEIGHT / 2 - 2, wide - 2 * SIDE, 4);
    pen.fillStyle = this.clock.past ? ink.accent : ink.faint;
    pen.fillRect(SIDE, HEIGHT / 2 - 2, Math.max(now - SIDE, 0), 4);
    this.paintSeconds(pen, first, last);
    for (const mark of this.marks().sort((a, b) => RANK[a.kind] - RANK[b.kind])) {
      drawMark(pen, mark, this.xAt(mark.time), HEIGHT, ink);
    }
    // The hand: where we are.
    const x = Math.min(Math.max(now, SIDE), wide - SIDE);
    pen.fillStyle = ink.panel;
    pen.fillRect(x - 3.5, 1, 7, HEIGHT - 2);
    pen.fillStyle = this.clock.past ? ink.accent : ink.text;
    pen.fillRect(x - 1.5, 2, 3, HEIGHT - 4);
  }

  /** Small lines at whole tens of seconds, or minutes in long recordings. */
  private paintSeconds(pen: CanvasRenderingContext2D, first: number, last: number): void {
    const room = Math.max(this.wide / 60, 1);
    const step = [1, 5, 10, 30, 60, 300, 600, 1800, 3600].find((one) => (last - first) / one <= room) ?? 7200;
    pen.fillStyle = this.ink.faint;
    for (let time = Math.ceil(first / step) * step; time <= last; time += step) {
      pen.fillRect(Math.round(this.xAt(time)), HEIGHT / 2 - 4, 1, 8);
    }
  }
}

function readInk(): Ink {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    text: token("text"),
    faint: token("faint"),
    edge: token("edge"),
    accent: token("accent"),
    warn: token("warn"),
    blue: token("blue"),
    yellow: token("yellow"),
    panel: token("panel"),
  };
}
