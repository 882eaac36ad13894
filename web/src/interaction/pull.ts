/** Ctrl + left-drag on a robot with joints: pulls it by the limb under the pointer, with a spring. */
import { Matrix4, Vector3 } from "three";
import type { Page } from "../model/page";
import { poseParts } from "../scene/kinematics";
import type { Place, Stage } from "../scene/stage";
import type { DragContext, Drag, Point } from "./drag";
import type { Pen } from "./overlay";
import { kindOf, robotOf } from "./things";

/** A solid of a robot: its number, and where its middle is. */
export interface Limb {
  solid: number;
  middle: Place;
}

const centre = new Vector3();

export class Pull implements Drag {
  readonly cursor = "grabbing";
  private readonly pane: number;
  private target: Place;
  private point: Point;
  private begun = false; // the server has heard of it
  private asking = false; // one request at a time: the last place of a fast hand counts
  private changed = true;
  private over = false;

  private readonly grip: Place;

  constructor(
    private readonly context: DragContext,
    private readonly name: string,
    private readonly limb: Limb,
    point: Point,
  ) {
    this.grip = limb.middle;
    this.pane = context.stage.paneAt(point.x, point.y);
    this.target = this.grip;
    this.point = point;
    context.overlay.show("drag", (pen) => this.draw(pen));
    void this.send();
  }

  move(point: Point): void {
    this.point = point;
    this.target = this.context.stage.beside(point.x, point.y, this.grip, this.pane) ?? this.target;
    this.changed = true;
    void this.send();
  }

  drop(): void {
    this.end();
  }

  cancel(): void {
    this.end();
  }

  private end(): void {
    this.over = true;
    this.context.overlay.show("drag", null);
    void this.send();
  }

  private async send(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    const { page } = this.context;
    const who = robotOf(this.name);
    while (this.changed && !this.over) {
      this.changed = false;
      const first = this.begun ? {} : { grip: this.grip };
      this.begun = true;
      if ((await page.request("pull", { ...who, to: this.target, ...first })) === null) this.context.abandon();
    }
    if (this.over && this.begun) {
      this.begun = false;
      await page.request("pull", who);
    }
    this.asking = false;
  }

  private draw(pen: Pen): void {
    const { stage, page } = this.context;
    const held = solids(page, this.name)[this.limb.solid] ?? this.grip;
    pen.line(stage.screen(...held, this.pane), this.point);
    pen.ring(this.point, 5);
    pen.numbers(this.point, [`pulls ${this.name}`]);
  }
}

/** The solid of a robot that is nearest to the pointer; null if the robot has no joints. */
export function limbUnder(page: Page, stage: Stage, name: string, { x, y }: { x: number; y: number }): Limb | null {
  const pane = stage.paneAt(x, y);
  let best: Limb | null = null;
  let least = Number.POSITIVE_INFINITY;
  solids(page, name).forEach((middle, solid) => {
    const spot = stage.screen(...middle, pane);
    const distance = spot === null ? least : Math.hypot(spot.x - x, spot.y - y);
    if (distance < least) [best, least] = [{ solid, middle }, distance];
  });
  return best;
}

/** The middles of all solids of a robot with joints. */
function solids(page: Page, name: string): Place[] {
  const figure = kindOf(page, name)?.figure ?? null;
  const pose = page.frame?.articulated.find((robot) => robot.name === name);
  if (figure === null || pose === undefined) return [];
  const parts: Matrix4[] = [];
  poseParts(figure, pose, parts);
  return figure.parts.flatMap(({ shapes }, index) =>
    shapes.map(({ position }): Place => {
      const { x, y, z } = centre.set(...position).applyMatrix4(parts[index] as Matrix4);
      return [x, y, z];
    }),
  );
}
