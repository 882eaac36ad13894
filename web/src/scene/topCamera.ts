/** From above, x to the right and y up: the whole field, or the ball and the four robots nearest to it. */
import { OrthographicCamera } from "three";
import type { Field } from "../wire/schema";
import { inside, recess } from "./arena";
import type { Sight } from "./eye";
import { Eye, clamp } from "./eye";
import { Smoothing } from "./smoothing";

const EDGE = 1.04; // this much more than the field
const COMPANY = 4; // robots around the ball that are held in the picture
const ROOM = 1.2; // this much more than they need
const NEAREST = 0.15; // of the field's length is seen at least
const WIDEN = 0.3; // s to follow robots that leave …
const NARROW = 0.8; // … and such that come
const CLOSEST = 3000; // px per m

export class TopCamera extends Eye {
  readonly camera = new OrthographicCamera(-1, 1, 1, -1, 0.1, 100);
  readonly above = true;
  private magnification = 1;
  private x = 0; // of the middle, from what is looked at
  private y = 0;
  private fit = 1; // px per m without magnification
  private readonly held = new Smoothing(); // m per px in the ball view
  private readonly nearest = new Float64Array(COMPANY); // m², distances of the robots that are held
  private limit = { x: 1, y: 1 }; // how far the middle may be moved

  /** `whole`: the field; else what the sight is centred on. */
  constructor(private readonly whole: boolean) {
    super();
    this.camera.position.z = 50;
  }

  look(sight: Sight): void {
    const { field, centre } = sight;
    this.fit = this.whole ? this.wholeField(field) : 1 / this.around(sight);
    this.pixel = 1 / (this.fit * this.magnification);
    const room = inside(field);
    this.limit = this.whole ? room : { x: 0.42 * this.width * this.pixel, y: 0.42 * this.height * this.pixel };
    this.clampMiddle();
    const { camera } = this;
    camera.right = 0.5 * this.width * this.pixel;
    camera.top = 0.5 * this.height * this.pixel;
    camera.left = -camera.right;
    camera.bottom = -camera.top;
    // PointerContext the ball, but not beyond the boards: nothing happens there.
    const beyond = EDGE - 1 + recess(field) / field.length;
    const free = (half: number, shown: number) => Math.max(0, half + beyond * field.length - shown);
    const freeX = free(room.x, camera.right);
    const freeY = free(room.y, camera.top);
    camera.position.x = this.x + (this.whole ? 0 : clamp(centre.x, -freeX, freeX));
    camera.position.y = this.y + (this.whole ? 0 : clamp(centre.y, -freeY, freeY));
    this.settle();
  }

  zoom(factor: number, x: number, y: number): void {
    const before = this.pixel;
    const least = this.whole ? 0.5 : 0.15;
    this.magnification = clamp(this.magnification * factor, least, Math.max(1, CLOSEST / this.fit));
    this.pixel = 1 / (this.fit * this.magnification);
    const more = before - this.pixel;
    this.x += more * (x - this.width / 2);
    this.y -= more * (y - this.height / 2);
    this.clampMiddle();
  }

  pan(dx: number, dy: number): void {
    this.x -= dx * this.pixel;
    this.y += dy * this.pixel;
    this.clampMiddle();
  }

  orbit(dx: number, dy: number): void {
    this.pan(dx, dy); // from above there is nothing to turn around
  }

  /** m per px at which the robots nearest to what is looked at are in the picture. */
  private around({ field, centre, robots, radius, time }: Sight): number {
    const { nearest } = this;
    nearest.fill(Number.POSITIVE_INFINITY);
    for (const { owner, x, y } of robots) {
      const far = (x - centre.x) ** 2 + (y - centre.y) ** 2;
      if (owner === "obstacle" || far === 0 || far >= (nearest[COMPANY - 1] as number)) continue; // 0: the one followed
      nearest[COMPANY - 1] = far;
      nearest.sort();
    }
    let across = NEAREST * field.length;
    let down = 0;
    for (const { owner, x, y } of robots) {
      const dx = Math.abs(x - centre.x);
      const dy = Math.abs(y - centre.y);
      if (owner === "obstacle" || dx * dx + dy * dy > (nearest[COMPANY - 1] as number)) continue;
      across = Math.max(across, 2 * ROOM * (dx + radius));
      down = Math.max(down, 2 * ROOM * (dy + radius));
    }
    const most = 1 / this.wholeField(field);
    const least = (NEAREST * field.length) / this.width;
    const target = clamp(Math.max(across / this.width, down / this.height), least, Math.max(least, most));
    return this.held.follow(target, time, target > this.held.value ? WIDEN : NARROW);
  }

  private wholeField(field: Field): number {
    const { x, y } = inside(field);
    return Math.min(this.width / (EDGE * 2 * (x + recess(field))), this.height / (EDGE * 2 * y));
  }

  private clampMiddle(): void {
    this.x = clamp(this.x, -this.limit.x, this.limit.x);
    this.y = clamp(this.y, -this.limit.y, this.limit.y);
  }
}
