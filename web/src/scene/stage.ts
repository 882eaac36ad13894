/** The stage: one canvas with 1, 2 or 4 panes, each with its own view of the pitch. */
import type { Page } from "../model/page";
import type { Frame } from "../wire/frame";
import { Surface } from "./canvas";
import type { Eye, Spot } from "./eye";
import { paletteOf } from "./palette";
import type { Pane, ViewName } from "./panes";
import type { Grade } from "./quality";
import { GRADES, Quality } from "./quality";
import { same } from "./same";
import "./scene.css";
import { Views } from "./views";
import { WatchedSet } from "./watched";
import { World } from "./world";

export type { Spot } from "./eye";
export type { Pane, ViewName } from "./panes";

/** What is said about the graphics. */
export interface QualityState {
  level: number; // 0 finest … 3 coarsest
  fps: number;
  text: string;
}

const NO_GRAPHICS =
  "This browser shows no 3D graphics (WebGL 2 is switched off or missing), so the pitch cannot be drawn. " +
  "Everything else works.";
const LOST_GRAPHICS = "The graphics card dropped the picture: waiting for it to come back …";

/** Real pixels per css px: those of the screen, at most as many as the grade allows. */
function realRatio({ ratio }: Grade): number {
  return ratio < 1 ? ratio : Math.min(ratio, window.devicePixelRatio || 1);
}

export class Stage {
  frames = 0; // pictures drawn so far
  /** Layers of drawings that are not to be seen, as "team/name". */
  readonly hiddenDrawings: Set<string> = new WatchedSet(() => this.resketch());
  onQuality: (quality: QualityState) => void = () => {};
  private readonly world: World;
  private readonly views: Views;
  private readonly surface: Surface | null;
  private readonly judge: Quality;
  private readonly trouble = document.createElement("p");
  private width = 1;
  private height = 1;
  private shown: Frame | null = null;
  private stale = true; // something other than the frame changed
  private sketched = false;
  private lost = false;

  constructor(
    readonly page: Page,
    readonly canvas: HTMLCanvasElement,
    readonly hud: HTMLElement,
  ) {
    this.trouble.className = "scene-trouble";
    this.trouble.setAttribute("role", "alert");
    this.trouble.hidden = true;
    hud.append(this.trouble);
    this.world = new World(page);
    this.views = new Views(page, this.world, hud);
    const slow = localStorage.getItem("graphics") === "slow";
    this.surface = Surface.on(canvas, slow);
    const software = this.surface?.software === true;
    this.judge = new Quality(slow || software ? 1 : 0, software ? 1 : 0, (worse) => this.graded(worse));
    if (this.surface === null) this.warn(NO_GRAPHICS);
    this.setPanes(1);
    this.listen();
  }

  private listen(): void {
    const { page, canvas, world } = this;
    page.on("pitch", () => {
      world.trails.clear();
      this.rebuild();
    });
    page.on("theme", () => this.rebuild());
    page.on("frame", (frame) => world.trails.take(frame));
    page.on("rewound", () => world.trails.clear());
    page.on("drawings", () => this.resketch());
    page.on("layers", () => this.touch());
    page.on("selection", () => this.touch());
    canvas.addEventListener("webglcontextlost", (event) => {
      event.preventDefault(); // else it would never come back
      this.lost = true;
      this.warn(LOST_GRAPHICS);
    });
    canvas.addEventListener("webglcontextrestored", () => {
      this.lost = false;
      this.trouble.hidden = true;
      this.touch();
    });
    new ResizeObserver(() => this.resize()).observe(canvas);
  }

  // ---- drawing --------------------------------------------------------------------------------------------------

  /** Draw all panes as they are now, if anything changed. */
  draw(now: number): void {
    const { frame, layers } = this.page;
    if (this.surface === null || this.lost || document.hidden) return;
    const changed = this.stale || (frame !== null && !same(frame, this.shown, layers.seen));
    if (changed) this.paint(this.surface);
    const before = this.judge.level;
    this.judge.turn(now, changed);
    if (this.judge.level !== before) this.resize();
  }

  private paint(surface: Surface, grade = this.judge.grade): void {
    const { world, views } = this;
    const { frame, theme } = this.page;
    const palette = paletteOf(theme);
    this.stale = false;
    this.shown = frame;
    this.frames++;
    world.gaze.grain.value = 1 / surface.ratio;
    if (!this.sketched) world.sketch(this.hiddenDrawings);
    this.sketched = true;
    if (frame !== null) world.take(frame, grade);
    if (views.panes.length > 1) surface.begin(palette, this.width, this.height);
    views.look();
    views.panes.forEach((pane, i) => {
      world.aim(views.eye(i), views.rides(pane));
      surface.draw(world, views.eye(i), pane, this.height, palette);
    });
  }

  /** Draw anew even though no new frame has come. */
  touch(): void {
    this.stale = true;
  }

  /**
   * The picture as a PNG, without panels and notices: all panes as they are now, `scale` times as wide and as high as
   * on the page (in css px, whatever the screen's pixels are), at the highest quality. Rejects with an `Error` for
   * people where there are no graphics. The picture on the page does not flicker.
   */
  async takePicture(scale: 2 | 4): Promise<Blob> {
    const { surface, width, height } = this;
    if (surface === null) throw new Error(NO_GRAPHICS);
    if (this.lost) throw new Error(LOST_GRAPHICS);
    // Where the graphics do not smooth edges, four pixels make one.
    const fine = surface.smoothed ? scale : 2 * scale;
    surface.resize(width, height, fine);
    this.paint(surface, GRADES[0] as Grade);
    const blob = surface.png(scale * width, scale * height);
    this.resize();
    return blob;
  }

  private rebuild(): void {
    if (this.page.pitch !== null) this.world.rebuild(this.page.pitch, paletteOf(this.page.theme));
    this.aim();
  }

  private resketch(): void {
    this.sketched = false;
    this.touch();
  }

  private resize(): void {
    this.width = Math.max(1, this.canvas.clientWidth);
    this.height = Math.max(1, this.canvas.clientHeight);
    this.surface?.resize(this.width, this.height, realRatio(this.judge.grade));
    this.views.lay(this.width, this.height);
    this.aim();
    // A canvas of another size is empty: at once, not with the next picture, or it would flicker.
    if (this.surface !== null && !this.lost && this.frames > 0) this.paint(this.surface);
  }

  /** After something about the views changed: questions about places know it at once. */
  private aim(): void {
    this.views.look();
    this.touch();
  }

  // ---- quality --------------------------------------------------------------------------------------------------

  get quality(): QualityState {
    const { level, fps, text } = this.judge;
    return { level, fps, text };
  }

  private graded(worse: boolean): void {
    const { fps, grade, level } = this.judge;
    if (worse) {
      localStorage.setItem("graphics", "slow"); // next time without smoothing, which can only be chosen at the start
      const rate = Math.round(fps);
      this.page.say(`The graphics here are slow: ${rate} pictures per second. Now drawn with ${grade.text}.`);
    } else if (level === 0) {
      localStorage.removeItem("graphics");
    }
    this.onQuality(this.quality);
  }

  private warn(text: string): void {
    this.trouble.textContent = text;
    this.trouble.hidden = false;
  }

  // ---- panes and views ------------------------------------------------------------------------------------------

  get panes(): readonly Pane[] {
    return this.views.panes;
  }

  /** The pane that keys act on. */
  get active(): number {
    return this.views.active;
  }

  set active(pane: number) {
    if (pane === this.views.active || this.panes[pane] === undefined) return;
    this.views.active = pane;
    this.aim();
  }

  setPanes(count: 1 | 2 | 4): void {
    this.views.set(count);
    this.resize();
  }

  setView(view: ViewName, pane = this.active): void {
    this.views.change(view, pane);
    this.aim();
  }

  /** The views as they were when the page was opened. */
  resetView(): void {
    this.views.reset();
    this.resize();
  }

  /** What the ball and robot views look at; the ball and the first selected robot if null. */
  follow(who: number | null): void {
    this.views.follow(who);
    this.aim();
  }

  // ---- places on screen -----------------------------------------------------------------------------------------

  /** The pane under a place on the canvas (css px). */
  paneAt(x: number, y: number): number {
    return this.views.at(x, y);
  }

  /** The place on the plane of that height under a place on the canvas; null if there is none. */
  ground(x: number, y: number, height = 0): Spot | null {
    const index = this.paneAt(x, y);
    const pane = this.panes[index] as Pane;
    return this.views.eye(index).ground(x - pane.x, y - pane.y, height);
  }

  /** Where a place of the pitch is on the canvas, in a pane; null if behind the eye. */
  screen(x: number, y: number, z = 0, pane = this.active): Spot | null {
    const there = this.panes[pane];
    const spot = there ? this.views.eye(pane).screen(x, y, z) : null;
    return spot && there ? { x: spot.x + there.x, y: spot.y + there.y } : null;
  }

  /** Css px per metre on the ground around a place on the canvas. */
  scale(x: number, y: number): number {
    const eye = this.views.eye(this.paneAt(x, y));
    const spot = this.ground(x, y);
    return 1 / ((spot && eye.metres(spot.x, spot.y, 0)) || eye.pixel);
  }

  // ---- moving the eye -------------------------------------------------------------------------------------------

  /** Nearer (> 1) or farther (< 1). */
  zoom(factor: number, x: number, y: number): void {
    this.move(x, y, (eye, px, py) => eye.zoom(factor, px, py));
  }

  /** Move the view of the pane under x, y by so many css px. */
  pan(dx: number, dy: number, x: number, y: number): void {
    this.move(x, y, (eye, px, py) => eye.pan(dx, dy, px, py));
  }

  /** Turn it. */
  orbit(dx: number, dy: number, x: number, y: number): void {
    this.move(x, y, (eye, px, py) => eye.orbit(dx, dy, px, py));
  }

  private move(x: number, y: number, how: (eye: Eye, x: number, y: number) => void): void {
    const index = this.paneAt(x, y);
    const pane = this.panes[index] as Pane;
    how(this.views.eye(index), x - pane.x, y - pane.y);
    this.aim();
  }
}
