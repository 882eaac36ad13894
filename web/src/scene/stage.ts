/** The stage: one canvas with 1, 2 or 4 panes, each with its own view of the pitch. */
import type { Page } from "../model/page";
import { BALL, nameOf } from "../model/page";
import type { Ball, Frame, Robot } from "../wire/frame";
import { AboardEye } from "./aboard";
import { AboveEye } from "./above";
import { AroundEye } from "./around";
import { Surface } from "./canvas";
import type { Eye, Sight, Spot } from "./eye";
import type { Pane } from "./panes";
import { Frames, VIEWS, lay } from "./panes";
import { paletteOf } from "./palette";
import { Quality } from "./quality";
import "./scene.css";
import { same } from "./same";
import { World } from "./world";

export type { Spot } from "./eye";
export type { Pane } from "./panes";
export type ViewName = "top" | "ball" | "robot" | "free";

/** What is said about the graphics. */
export interface QualityState {
  level: number; // 0 finest … 3 coarsest
  fps: number;
  text: string;
}

const REST: Ball = { x: 0, y: 0, z: 0, vx: 0, vy: 0, vz: 0 };

/** A set that says when it is changed. */
class WatchedSet extends Set<string> {
  changed: () => void = () => {};

  override add(value: string): this {
    super.add(value);
    this.changed?.();
    return this;
  }

  override delete(value: string): boolean {
    const was = super.delete(value);
    this.changed();
    return was;
  }

  override clear(): void {
    super.clear();
    this.changed();
  }
}

export class Stage {
  panes: Pane[] = [];
  frames = 0; // pictures drawn so far
  /** Layers of drawings that are not to be seen, as "team/name". */
  readonly hiddenDrawings: Set<string>;
  onQuality: (quality: QualityState) => void = () => {};
  private eyes: Eye[] = [];
  private readonly world: World;
  private readonly surface: Surface | null;
  private readonly judge: Quality;
  private readonly names: Frames;
  private readonly trouble: HTMLElement;
  private width = 1;
  private height = 1;
  private chosen = 0;
  private followed: number | null = null;
  private shown: Frame | null = null;
  private stale = true; // something other than the frame changed
  private lost = false;
  private sketched = false;

  constructor(
    readonly page: Page,
    readonly canvas: HTMLCanvasElement,
    readonly hud: HTMLElement,
  ) {
    this.names = new Frames(hud);
    this.trouble = document.createElement("p");
    this.trouble.className = "scene-trouble";
    this.trouble.setAttribute("role", "alert");
    this.trouble.hidden = true;
    hud.append(this.trouble);
    this.world = new World(page);
    const slow = localStorage.getItem("graphics") === "slow";
    this.surface = Surface.on(canvas, slow);
    const coarse = slow || this.surface?.software === true;
    this.judge = new Quality(coarse ? 1 : 0, coarse ? 1 : 0, (worse) => this.graded(worse));
    if (this.surface === null) {
      this.say("This browser shows no 3D graphics (WebGL 2 is switched off or missing), so the pitch cannot be drawn. Everything else works.");
    }
    const hidden = new WatchedSet();
    hidden.changed = () => this.resketch();
    this.hiddenDrawings = hidden;
    this.setPanes(1);
    this.listen();
  }

  private listen(): void {
    const { page, canvas } = this;
    page.on("pitch", () => {
      this.world.trails.clear();
      this.rebuild();
    });
    page.on("theme", () => this.rebuild());
    page.on("frame", (frame) => this.world.trails.take(frame));
    page.on("rewound", () => this.world.trails.clear());
    page.on("drawings", () => this.resketch());
    page.on("layers", () => this.touch());
    page.on("selection", () => this.touch());
    page.on("link", () => this.touch());
    canvas.addEventListener("webglcontextlost", (event) => {
      event.preventDefault(); // else it would never come back
      this.lost = true;
      this.say("The graphics card dropped the picture: waiting for it to come back …");
    });
    canvas.addEventListener("webglcontextrestored", () => {
      this.lost = false;
      this.trouble.hidden = true;
      this.touch();
    });
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.resize();
  }

  // ---- drawing --------------------------------------------------------------------------------------------------

  /** Draw all panes as they are now, if anything changed. */
  draw(now: number): void {
    const { page, world, surface } = this;
    const { frame } = page;
    if (surface === null || this.lost || document.hidden) return;
    const changed = this.stale || (frame !== null && !same(frame, this.shown, page.layers.seen));
    if (changed) this.picture_(frame);
    const before = this.judge.level;
    this.judge.turn(now, changed);
    if (this.judge.level !== before) this.resize();
    world.gaze.grain.value = 1 / surface.ratio;
  }

  private picture_(frame: Frame | null): void {
    const { world, surface } = this;
    if (surface === null) return;
    this.stale = false;
    this.shown = frame;
    this.frames++;
    const palette = paletteOf(this.page.theme);
    world.gaze.grain.value = 1 / surface.ratio;
    if (!this.sketched) world.sketch(this.hiddenDrawings);
    this.sketched = true;
    if (frame !== null) world.take(frame, this.judge.grade);
    if (this.panes.length > 1) surface.begin(palette, this.width, this.height);
    this.look();
    this.panes.forEach((pane, i) => {
      const eye = this.eyes[i] as Eye;
      world.aim(eye, pane.view === "robot" ? (this.rider()?.who ?? -1) : -1);
      surface.draw(world, eye, pane, this.height, palette);
    });
  }

  /** Aim all eyes at what is there now. */
  private look(): void {
    const sight = this.sight();
    this.panes.forEach((pane, i) => {
      const eye = this.eyes[i] as Eye;
      eye.width = pane.width;
      eye.height = pane.height;
      if (sight !== null) eye.look(sight);
    });
    this.names.show(this.panes, this.panes.map((pane) => this.nameOf(pane.view)), this.active);
  }

  private sight(): Sight | null {
    const { field } = this.world;
    if (field === null) return null;
    const ball = this.page.frame?.ball ?? REST;
    const robot = this.rider();
    const centre = (this.followed !== null ? this.page.robot(this.followed) : undefined) ?? ball;
    const build = robot ? this.world.robots.build(robot.who) : undefined;
    const { height, radius } = build ?? { height: 0.02 * field.length, radius: 0.01 * field.length };
    return { field, ball, centre, robot, height, radius };
  }

  /** The robot through whose eyes the robot view looks: the one followed, else selected, else the first. */
  private rider(): Robot | null {
    const { page } = this;
    const { frame } = page;
    const followed = this.followed === null ? undefined : page.robot(this.followed);
    if (followed) return followed;
    for (const who of page.selection) {
      const robot = page.robot(who);
      if (robot) return robot;
    }
    return frame?.robots[0] ?? null;
  }

  private nameOf(view: ViewName): string {
    if (view === "robot") {
      const rider = this.rider();
      return rider ? nameOf(rider.who) : "robot";
    }
    const over = view === "ball" && this.followed !== null && this.page.robot(this.followed);
    return over ? `${nameOf(over.who)} from above` : view;
  }

  /** Draw anew even though no new frame has come. */
  touch(): void {
    this.stale = true;
  }

  private rebuild(): void {
    if (this.page.pitch !== null) this.world.rebuild(this.page.pitch, paletteOf(this.page.theme));
    this.look();
    this.touch();
  }

  private resketch(): void {
    this.sketched = false;
    this.touch();
  }

  private resize(): void {
    this.width = Math.max(1, this.canvas.clientWidth);
    this.height = Math.max(1, this.canvas.clientHeight);
    this.surface?.resize(this.width, this.height, this.judge.grade.ratio);
    lay(this.panes, this.width, this.height);
    this.look();
    this.touch();
  }

  // ---- quality --------------------------------------------------------------------------------------------------

  get quality(): QualityState {
    const { level, fps, text } = this.judge;
    return { level, fps, text };
  }

  private graded(worse: boolean): void {
    if (worse) {
      const { fps, grade } = this.judge;
      localStorage.setItem("graphics", "slow"); // next time without smoothing, which can only be chosen at the start
      this.page.say(`The graphics here are slow: ${Math.round(fps)} pictures per second. Now drawn with ${grade.text}.`);
    } else if (this.judge.level === 0) {
      localStorage.removeItem("graphics");
    }
    this.onQuality(this.quality);
  }

  private say(text: string): void {
    this.trouble.textContent = text;
    this.trouble.hidden = false;
  }

  // ---- panes and views ------------------------------------------------------------------------------------------

  /** The pane that keys act on. */
  get active(): number {
    return Math.min(this.chosen, this.panes.length - 1);
  }

  set active(pane: number) {
    if (pane === this.chosen) return;
    this.chosen = pane;
    this.touch();
  }

  setPanes(count: 1 | 2 | 4): void {
    const before = this.panes.map((pane, i) => ({ pane, eye: this.eyes[i] as Eye }));
    const views = VIEWS[count];
    this.panes = views.map((view) => ({ view, x: 0, y: 0, width: 1, height: 1 }));
    // A view that was there before stays as it was.
    this.eyes = views.map((view) => before.find(({ pane }) => pane.view === view)?.eye ?? newEye(view));
    this.chosen = Math.min(this.chosen, count - 1);
    this.resize();
  }

  setView(view: ViewName, pane = this.active): void {
    const there = this.panes[pane];
    if (there === undefined) return;
    if (there.view !== view) this.eyes[pane] = newEye(view);
    there.view = view;
    this.look();
    this.touch();
  }

  /** The views as they were when the page was opened. */
  resetView(): void {
    this.followed = null;
    this.eyes = [];
    const count = this.panes.length as 1 | 2 | 4;
    this.panes = [];
    this.setPanes(count);
  }

  /** What the ball and robot views look at; the ball and the first selected robot if null. */
  follow(who: number | null): void {
    this.followed = who === BALL ? null : who;
    this.look();
    this.touch();
  }

  // ---- places on screen -----------------------------------------------------------------------------------------

  /** The pane under a place on the canvas (css px); the nearest one outside of all. */
  paneAt(x: number, y: number): number {
    let nearest = 0;
    let least = Number.POSITIVE_INFINITY;
    this.panes.forEach((pane, i) => {
      const far = Math.max(pane.x - x, x - pane.x - pane.width, pane.y - y, y - pane.y - pane.height, 0);
      if (far < least) {
        least = far;
        nearest = i;
      }
    });
    return nearest;
  }

  /** The place on the plane of that height under a place on the canvas; null if there is none. */
  ground(x: number, y: number, height = 0): Spot | null {
    const { pane, eye } = this.at(x, y);
    return eye.ground(x - pane.x, y - pane.y, height);
  }

  /** Where a place of the pitch is on the canvas, in a pane; null if behind the eye. */
  screen(x: number, y: number, z = 0, pane = this.active): Spot | null {
    const there = this.panes[pane];
    const spot = this.eyes[pane]?.screen(x, y, z);
    return spot && there ? { x: spot.x + there.x, y: spot.y + there.y } : null;
  }

  /** Css px per metre on the ground around a place on the canvas. */
  scale(x: number, y: number): number {
    const { pane, eye } = this.at(x, y);
    const spot = eye.ground(x - pane.x, y - pane.y, 0);
    const metres = spot ? eye.metres(spot.x, spot.y, 0) : 0;
    return 1 / (metres || eye.pixel);
  }

  private at(x: number, y: number): { pane: Pane; eye: Eye } {
    const index = this.paneAt(x, y);
    return { pane: this.panes[index] as Pane, eye: this.eyes[index] as Eye };
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
    const { pane, eye } = this.at(x, y);
    how(eye, x - pane.x, y - pane.y);
    this.look(); // so that the next question about places already knows
    this.touch();
  }

  /** The scene as a picture. */
  async picture(): Promise<Blob | null> {
    if (this.surface === null || this.lost) return null;
    this.picture_(this.page.frame);
    return this.surface.picture();
  }
}

function newEye(view: ViewName): Eye {
  switch (view) {
    case "top":
      return new AboveEye(true);
    case "ball":
      return new AboveEye(false);
    case "robot":
      return new AboardEye();
    case "free":
      return new AroundEye();
  }
}
