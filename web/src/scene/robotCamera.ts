/** From a robot's own eyes: a little above its top, along its heading. */
import { PerspectiveCamera } from "three";
import type { Sight } from "./eye";
import { Eye, clamp } from "./eye";

const DOWN = 0.13; // rad below the horizon
const WIDEST = 100; // degrees up and down
const WIDE = 52;
const NARROW = 12;

export class RobotCamera extends Eye {
  readonly camera = new PerspectiveCamera(WIDE, 1, 0.01, 100);
  readonly above = false;
  private left = 0; // how far the head is turned, rad
  private up = 0;

  constructor() {
    super();
    this.camera.rotation.order = "ZXY";
  }

  look({ field, robot, height, radius, ball }: Sight): void {
    const { camera } = this;
    const heading = robot?.heading ?? 0;
    // So far ahead and so high that just the front edge of its cover is seen, like a bonnet.
    const x = (robot?.x ?? ball.x) + 0.3 * radius * Math.cos(heading);
    const y = (robot?.y ?? ball.y) + 0.3 * radius * Math.sin(heading);
    this.near = camera.near = 0.15 * radius;
    camera.far = 4 * field.length;
    camera.aspect = this.width / this.height;
    camera.position.set(x, y, height + 0.35 * radius);
    // A camera looks along −z with y up: tilted by 90° it looks along +y, then turned by the heading.
    camera.rotation.set(Math.PI / 2 - DOWN + this.up, 0, heading - Math.PI / 2 + this.left);
    this.pixel = (2 * Math.tan((camera.fov * Math.PI) / 360)) / this.height;
    this.settle();
  }

  zoom(factor: number): void {
    this.camera.fov = clamp(this.camera.fov / factor, NARROW, WIDEST);
  }

  /** Turn the head, as if the picture were held by the pointer. */
  pan(dx: number, dy: number): void {
    this.left = clamp(this.left + dx * this.pixel, -Math.PI, Math.PI);
    this.up = clamp(this.up + dy * this.pixel, -0.8, 0.9);
  }

  orbit(dx: number, dy: number): void {
    this.pan(dx, dy);
  }
}
