/** The stage: one canvas with 1, 2 or 4 panes, each with its own view of the pitch. */
import type { Page } from "../model/page";
import { store, stored } from "../model/storage";
import type { Frame } from "../wire/frame";
import { Surface, density } from "./canvas";
import type { Eye, Place, Spot } from "./eye";
import { HiddenDrawings } from "./hidden";
import type { Palette } from "./palette";
import { paletteOf } from "./palette";
import type { Pane, ViewName } from "./panes";
import type { Grade, QualityChoice, QualityState } from "./quality";
import { CHOICES, GRADES, Quality, ratioOf } from "./quality";
import { same } from "./same";
import "./scene.css";
import { LOST_GRAPHICS, NO_GRAPHICS, Trouble } from "./trouble";
import { Views } from "./views";
import { World } from "./world";

export type { Place, Spot } from "./eye";
export type { Pane, ViewName } from "./panes";
export { CHOICES, type QualityChoice, type QualityState } from "./quality";

const FINEST = GRADES[0] as Grade;
const REST = 250; // ms without a change until a picture that stands still is drawn at the highest quality

export class Stage {
  frames = 0; // pictures drawn so far
  readonly hiddenDrawings = new HiddenDrawings(() => this.redrawTeamDrawings());
  private readonly world: World;
  private readonly views: Views;
  private readonly surface: Surface | null;
  private readonly judge: Quality;
  private changed = 0; // when the picture last changed, ms
  private fine = false; // what is seen was drawn at the highest quality
  private readonly trouble: Trouble;
  private width = 1;
  private height = 1;
  private shown: Frame | null = null;
  private stale = true; // something other than the frame changed
  private drawingsBuilt = false;
  private lost = false;

  constructor(
    readonly page: Page,
    readonly canvas: HTMLCanvasElement,
    readonly hud: HTMLElement,
  ) {
    this.trouble = new Trouble(hud);
    this.world = new World(page);
    this.views = new Views(page, this.world, hud);
    const slow = stored("graphics") === "slow";
    const choice = CHOICES.find((name) => name === stored("quality")) ?? "auto";
    this.surface = Surface.on(canvas, choice, slow);
    this.judge = new Quality(choice, slow ? 2 : 0, density);
    this.judge.onChange = () => this.graded();
    if (this.surface === null) this.trouble.say(NO_GRAPHICS);
    this.setPanes(1);
    this.listen();
  }

  /** Drawings may come before the names of the built-in teams. */
  private meetDrawings(): void {
    const { drawings, pitch } = this.page;
    if (pitch !== null) this.hiddenDrawings.meet(drawings, pitch.choices);
  }

  private listen(): void {
    const { page, canvas, world } = this;
    page.on("pitch", () => {
      world.forget();
      this.meetDrawings();
      this.rebuild();
    });
    page.on("theme", () => this.rebuild());
    page.on("frame", (frame) => world.note(frame));
    page.on("rewound", () => world.forget());
    page.on("drawings", () => {
      this.meetDrawings();
      this.redrawTeamDrawings();
    });
    page.on("layers", () => this.touch());
    page.on("selection", () => this.touch());
    page.on("sensed", () => this.touch());
    canvas.addEventListener("webglcontextlost", (event) => {
      event.preventDefault(); // else it would never come back
      this.lost = true;
      this.trouble.say(LOST_GRAPHICS);
    });
    canvas.addEventListener("webglcontextrestored", () => {
      this.lost = false;
      this.trouble.end();
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
    if (changed) {
      this.paint(this.surface);
      this.changed = now;
    } else if (!this.fine && this.still && now - this.changed > REST) {
      this.paint(this.surface, FINEST, this.fineRatio);
    }
    this.judge.turn(now, changed);
  }

  /** Whether nothing moves: in a pause, at a moment of the past, without a connection. */
  private get still(): boolean {
    const { frame, watching, backend } = this.page;
    return frame?.paused === true || (watching.at !== null && !watching.playing) || !backend.connected;
  }

  /** `ratio`: real pixels per css px. */
  private paint(surface: Surface, grade = this.judge.grade, ratio = this.ratio): void {
    const { world, views } = this;
    const { frame } = this.page;
    const { palette } = this;
    surface.resize(this.width, this.height, ratio);
    this.fine = grade === FINEST && ratio >= this.fineRatio;
    this.stale = false;
    this.shown = frame;
    this.frames++;
    world.shared.grain.value = 1 / surface.ratio;
    if (!this.drawingsBuilt) world.drawTeams(this.hiddenDrawings);
    this.drawingsBuilt = true;
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
    this.paint(surface, FINEST, fine);
    const blob = surface.png(scale * width, scale * height);
    this.paint(surface);
    return blob;
  }

  private rebuild(): void {
    if (this.page.pitch !== null) this.world.rebuild(this.page.pitch, this.palette);
    this.aim();
  }

  private get palette(): Palette {
    return paletteOf(this.page.theme, this.page.pitch?.field);
  }

  /** Real pixels per css px of what is drawn now. */
  private get ratio(): number {
    return this.judge.choice === "high" ? this.fineRatio : ratioOf(this.judge.grade, density());
  }

  /** … at the highest quality: where the graphics do not smooth edges, four pixels make one. */
  private get fineRatio(): number {
    return this.surface?.smoothed === false ? Math.max(2, density()) : density();
  }

  private redrawTeamDrawings(): void {
    this.drawingsBuilt = false;
    this.touch();
  }

  private resize(): void {
    this.width = Math.max(1, this.canvas.clientWidth);
    this.height = Math.max(1, this.canvas.clientHeight);
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
    const { choice, level, fps, text } = this.judge;
    return { choice, level, fps, text };
  }

  /** As the user wants it; stored for the next visit. */
  setQuality(choice: QualityChoice): void {
    store("quality", choice);
    this.judge.choice = choice;
  }

  private graded(): void {
    // Next time without smoothing, which can only be chosen at the start.
    if (this.judge.choice === "auto") store("graphics", this.judge.level === 0 ? "fast" : "slow");
    this.touch();
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
  follow(name: string | null): void {
    this.views.follow(name);
    this.aim();
  }

  // ---- places on screen -----------------------------------------------------------------------------------------

  /** The pane under a place on the canvas (css px). */
  paneAt(x: number, y: number): number {
    return this.views.at(x, y);
  }

  /** The place on the plane of that height under a place on the canvas; null if there is none. */
  ground(x: number, y: number, height = 0): Spot | null {
    return this.views.ground(x, y, height);
  }

  /** The place under a place on the canvas, in a pane, that is as far from the eye as another. */
  beside(x: number, y: number, place: Place, pane = this.active): Place | null {
    return this.views.beside(x, y, place, pane);
  }

  /** Where a place of the pitch is on the canvas, in a pane; null if behind the eye. */
  screen(x: number, y: number, z = 0, pane = this.active): Spot | null {
    return this.views.screen(x, y, z, pane);
  }

  /** Css px per metre on the ground around a place on the canvas. */
  scale(x: number, y: number): number {
    return this.views.scale(x, y);
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
