/**
 * Free: an eye that circles around a place on the ground. Until the user moves it, it looks from the touch line at a low
 * angle, as on television, and follows the ball softly.
 */
import { PerspectiveCamera } from "three";
import type { Field } from "../wire/schema";
import { inside, recess } from "./arena";
import type { Sight, Spot } from "./eye";
import { Eye, clamp } from "./eye";
import { Smoothing } from "./smoothing";

const FIELD_OF_VIEW = 30; // degrees up and down
const LOW = 0.4; // rad above the ground
const FILLED = 0.76; // of the pane's height by the field; for that the eye may be so much higher:
const STEEPER = 0.15; // rad
const SHOWN = 0.68; // of the field's length is seen at least
const SIDEWAYS = 0.4; // of the ball's way along the field is followed, more where a corner would not be seen …
const INWARDS = 0.12; // … and of its way across the field
const STAND = 0.5; // of that the eye itself moves; the rest it turns
const LAG = 0.6; // s
const LOWEST = 0.06;
const HIGHEST = 1.55;
const TURN = 0.006; // rad per px

export class OrbitCamera extends Eye {
  readonly camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.1, 100);
  readonly above = false;
  private x = 0;
  private y = 0;
  private azimuth = -Math.PI / 2; // where the eye is, seen from there
  private elevation = 0.7; // rad above the ground
  private distance = 1;
  private touched = false;
  private field: Field | null = null;
  private seen = "";
  private sideways = SIDEWAYS;
  private middle = 0; // the y that is looked at when the ball is in the middle
  private readonly ballX = new Smoothing();
  private readonly ballY = new Smoothing();

  constructor() {
    super();
    this.camera.up.set(0, 0, 1);
    this.pixel = (2 * Math.tan((FIELD_OF_VIEW * Math.PI) / 360)) / this.height;
  }

  look({ field, focus, time }: Sight): void {
    this.field = field;
    const shape = `${field.length} ${field.width} ${this.width} ${this.height}`;
    if (this.touched) {
      this.aim();
    } else {
      if (shape !== this.seen) this.fit(field);
      const room = inside(field);
      const x = clamp(this.ballX.follow(focus.x, time, LAG), -room.x, room.x);
      this.turnTo(x, clamp(this.ballY.follow(focus.y, time, LAG), -room.y, room.y));
    }
    this.seen = shape;
  }

  /** As a camera on a stand does when the ball is there. */
  private turnTo(x: number, y: number): void {
    this.x = this.sideways * x;
    this.y = this.middle + INWARDS * y;
    this.azimuth = -Math.PI / 2 - ((1 - STAND) * this.x) / (this.distance * Math.cos(this.elevation));
    this.aim();
  }

  zoom(factor: number, x: number, y: number): void {
    this.touched = true;
    const hold = this.ground(x, y, 0);
    const length = this.field?.length ?? 10;
    const before = this.distance;
    this.distance = clamp(before / factor, 0.03 * length, 2.5 * length);
    // Everything shrinks towards what is under the pointer, which therefore stays there.
    const part = this.distance / before;
    if (hold !== null && Math.hypot(hold.x - this.x, hold.y - this.y) < 3 * before) {
      this.x = hold.x + part * (this.x - hold.x);
      this.y = hold.y + part * (this.y - hold.y);
    }
    this.store();
    this.aim();
  }

  pan(dx: number, dy: number, x: number, y: number): void {
    this.touched = true;
    const from = this.ground(x - dx, y - dy, 0);
    const to = this.ground(x, y, 0);
    const far = 3 * this.distance; // near the horizon a pixel is a mile
    const near = (spot: Spot) => Math.hypot(spot.x - this.x, spot.y - this.y) < far;
    if (from && to && near(from) && near(to)) {
      this.x += from.x - to.x;
      this.y += from.y - to.y;
    } else {
      const metres = this.pixel * this.distance;
      const right = -dx * metres;
      const ahead = (dy * metres) / Math.max(0.2, Math.sin(this.elevation));
      this.x += -Math.sin(this.azimuth) * right - Math.cos(this.azimuth) * ahead;
      this.y += Math.cos(this.azimuth) * right - Math.sin(this.azimuth) * ahead;
    }
    this.store();
    this.aim();
  }

  orbit(dx: number, dy: number): void {
    this.touched = true;
    this.azimuth -= dx * TURN;
    this.elevation = clamp(this.elevation + dy * TURN, LOWEST, HIGHEST);
    this.aim();
  }

  /** From the touch line, so near and so low that the field fills the pane from the near to the far line. */
  private fit(field: Field): void {
    const { x, y } = inside(field);
    this.azimuth = -Math.PI / 2;
    this.x = 0;
    // The higher a pane is, the more from above: so the field fills it.
    const least = clamp((0.72 * this.height) / this.width, LOW, 1);
    for (this.elevation = least; ; this.elevation += 0.03) {
      this.approach(field, SHOWN * (x + recess(field)), y);
      const top = this.screen(0, y, 0)?.y ?? 0;
      const bottom = this.screen(0, -y, 0)?.y ?? this.height;
      if (bottom - top > FILLED * this.height || this.elevation > least + STEEPER) break;
    }
    this.middle = this.y;
    for (this.sideways = SIDEWAYS; this.sideways < 1; this.sideways += 0.05) {
      this.turnTo(0.5 * field.length, -0.5 * field.width);
      const corner = this.screen(0.5 * field.length, -0.5 * field.width, 0);
      if (corner !== null && corner.x < 0.94 * this.width) break;
    }
  }

  /** As near as possible at this elevation. */
  private approach(field: Field, x: number, y: number): void {
    let near = 0.1 * field.length;
    let far = 6 * field.length;
    for (let i = 0; i < 24; i++) {
      this.distance = 0.5 * (near + far);
      if (this.holds(x, y)) far = this.distance;
      else near = this.distance;
    }
    this.distance = far;
    this.holds(x, y);
  }

  /** Whether the field is in the pane from here, at the height on screen that suits it; sets that height. */
  private holds(x: number, y: number): boolean {
    this.y = 0;
    for (let i = 0; i < 4; i++) {
      this.aim();
      const top = this.screen(0, y, 0);
      const bottom = this.screen(0, -y, 0);
      if (top === null || bottom === null) return false;
      const off = 0.5 * (top.y + bottom.y) - 0.53 * this.height;
      this.y -= (off * this.pixel * this.distance) / Math.sin(this.elevation);
    }
    this.aim();
    const top = this.screen(0, y, 0);
    const bottom = this.screen(0, -y, 0);
    const side = this.screen(x, 0, 0);
    if (top === null || bottom === null || side === null) return false;
    return side.x < this.width && top.y > 0.07 * this.height && bottom.y < 0.99 * this.height;
  }

  private store(): void {
    if (this.field === null) return;
    const room = inside(this.field);
    this.x = clamp(this.x, -room.x, room.x);
    this.y = clamp(this.y, -room.y, room.y);
  }

  private aim(): void {
    const { camera, distance } = this;
    const flat = distance * Math.cos(this.elevation);
    camera.position.set(
      this.x + flat * Math.cos(this.azimuth),
      this.y + flat * Math.sin(this.azimuth),
      distance * Math.sin(this.elevation),
    );
    camera.lookAt(this.x, this.y, 0);
    this.near = camera.near = 0.04 * distance;
    camera.far = distance + 5 * (this.field?.length ?? 10);
    camera.aspect = this.width / this.height;
    this.pixel = (2 * Math.tan((FIELD_OF_VIEW * Math.PI) / 360)) / this.height;
    this.settle();
  }
}
