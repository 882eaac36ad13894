/** The views: which pane shows what, through which eye, and whom it follows. */
import type { Page } from "../model/page";
import { BALL } from "../model/body";
import type { Ball, Robot } from "../wire/frame";
import { RobotCamera } from "./robotCamera";
import { TopCamera } from "./topCamera";
import { OrbitCamera } from "./orbitCamera";
import { freshGoal } from "./effects";
import type { Eye, Place, Sight, Spot } from "./eye";
import type { Pane, ViewName } from "./panes";
import { Frames, VIEWS, lay } from "./panes";
import { Striker } from "./striker";
import type { World } from "./world";

const NOBODY: readonly Robot[] = [];
const REST: Ball = { x: 0, y: 0, z: 0, vx: 0, vy: 0, vz: 0 };

export class Views {
  panes: Pane[] = [];
  active = 0;
  private eyes: Eye[] = [];
  private followed: string | null = null;
  private readonly frames: Frames;
  private readonly striker = new Striker();

  constructor(
    private readonly page: Page,
    private readonly world: World,
    hud: HTMLElement,
  ) {
    this.frames = new Frames(hud);
    page.on("frame", (frame) => this.striker.take(frame, world.radius));
    page.on("pitch", () => this.striker.clear());
  }

  eye(pane: number): Eye {
    return this.eyes[pane] as Eye;
  }

  set(count: 1 | 2 | 4): void {
    const views = VIEWS[count];
    // A view that was there before stays as it was.
    this.eyes = views.map((view) => {
      const before = this.panes.findIndex((pane) => pane.view === view);
      return this.eyes[before] ?? newEye(view);
    });
    this.panes = views.map((view) => ({ view, x: 0, y: 0, width: 1, height: 1 }));
    this.active = Math.min(this.active, count - 1);
  }

  change(view: ViewName, index: number): void {
    const pane = this.panes[index];
    if (pane === undefined || pane.view === view) return;
    pane.view = view;
    this.eyes[index] = newEye(view);
  }

  reset(): void {
    const count = this.panes.length as 1 | 2 | 4;
    this.followed = null;
    this.panes = [];
    this.set(count);
  }

  follow(name: string | null): void {
    this.followed = name === BALL ? null : name;
  }

  lay(width: number, height: number): void {
    lay(this.panes, width, height);
  }

  /** Aim all eyes at what is there now. */
  look(): void {
    const sight = this.sight();
    this.panes.forEach(({ width, height }, i) => {
      const eye = this.eye(i);
      eye.width = width;
      eye.height = height;
      if (sight !== null) eye.look(sight);
    });
    this.frames.show(
      this.panes,
      this.panes.map((pane) => this.nameOf(pane.view)),
      this.active,
    );
  }

  /** The robot that a pane's camera sits on; null if on none. */
  rides(pane: Pane): string | null {
    return pane.view === "robot" ? (this.viewedFrom()?.name ?? null) : null;
  }

  private sight(): Sight | null {
    const { field } = this.world;
    if (field === null) return null;
    const ball = this.page.frame?.ball ?? REST;
    const time = this.page.frame?.time ?? 0;
    const robots = this.page.frame?.robots ?? NOBODY;
    const robot = this.viewedFrom();
    const build = robot ? this.world.robots.build(robot.name) : undefined;
    const { height, radius } = build ?? { height: 0.02 * field.length, radius: 0.01 * field.length };
    const goal = freshGoal(this.page.marks, time);
    const focus = goal === 0 ? ball : { x: (goal * field.length) / 2, y: 0 };
    return { field, time, ball, robots, focus, centre: this.followedRobot() ?? ball, robot, height, radius };
  }

  /** The robot that is followed. */
  private followedRobot(): Robot | undefined {
    return this.followed === null ? undefined : this.page.robot(this.followed);
  }

  /** The robot through whose eyes the robot view looks: the one followed, else selected, else the striker. */
  private viewedFrom(): Robot | null {
    const followedRobot = this.followedRobot();
    if (followedRobot) return followedRobot;
    for (const name of this.page.selection) {
      const robot = this.page.robot(name);
      if (robot) return robot;
    }
    return this.page.robot(this.striker.name ?? "") ?? this.page.frame?.robots[0] ?? null;
  }

  private nameOf(view: ViewName): string {
    const robot = view === "robot" ? this.viewedFrom() : view === "ball" ? this.followedRobot() : undefined;
    if (!robot) return view;
    return view === "robot" ? robot.name : `${robot.name} from above`;
  }

  /** The pane under a place on the canvas; the nearest one outside of all. */
  at(x: number, y: number): number {
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

  // Places on the canvas (css px) and on the pitch (m): what `Stage` says about them.

  ground(x: number, y: number, height: number): Spot | null {
    const index = this.at(x, y);
    const pane = this.panes[index] as Pane;
    return this.eye(index).ground(x - pane.x, y - pane.y, height);
  }

  beside(x: number, y: number, place: Place, index: number): Place | null {
    const pane = this.panes[index];
    return pane === undefined ? null : this.eye(index).beside(x - pane.x, y - pane.y, place);
  }

  screen(x: number, y: number, z: number, pane: number): Spot | null {
    const there = this.panes[pane];
    const spot = there ? this.eye(pane).screen(x, y, z) : null;
    return spot && there ? { x: spot.x + there.x, y: spot.y + there.y } : null;
  }

  scale(x: number, y: number): number {
    const eye = this.eye(this.at(x, y));
    const spot = this.ground(x, y, 0);
    return 1 / ((spot && eye.metres(spot.x, spot.y, 0)) || eye.pixel);
  }
}

function newEye(view: ViewName): Eye {
  switch (view) {
    case "top":
      return new TopCamera(true);
    case "ball":
      return new TopCamera(false);
    case "robot":
      return new RobotCamera();
    case "free":
      return new OrbitCamera();
  }
}
