/** From above, x to the right and y up: the whole field, or around the ball. */
import { OrthographicCamera } from "three";
import type { Field } from "../wire/words";
import { inside, recess } from "./arena";
import type { Sight } from "./eye";
import { Eye, clamp } from "./eye";

const EDGE = 1.04; // this much more than the field
const AROUND = 0.25; // of the field's length is seen around the ball
const CLOSEST = 3000; // px per m

export class AboveEye extends Eye {
  readonly camera = new OrthographicCamera(-1, 1, 1, -1, 0.1, 100);
  readonly above = true;
  private magnification = 1;
  private x = 0; // of the middle, from what is looked at
  private y = 0;
  private fit = 1; // px per m without magnification
  private limit = { x: 1, y: 1 }; // how far the middle may be moved

  /** `whole`: the field; else what the sight is centred on. */
  constructor(private readonly whole: boolean) {
    super();
    this.camera.position.z = 50;
  }

  look({ field, centre }: Sight): void {
    this.fit = this.whole ? this.wholeField(field) : this.width / (AROUND * field.length);
    this.pixel = 1 / (this.fit * this.magnification);
    const room = inside(field);
    this.limit = this.whole ? room : { x: 0.42 * this.width * this.pixel, y: 0.42 * this.height * this.pixel };
    this.clampMiddle();
    const { camera } = this;
    camera.right = 0.5 * this.width * this.pixel;
    camera.top = 0.5 * this.height * this.pixel;
    camera.left = -camera.right;
    camera.bottom = -camera.top;
    camera.position.x = this.x + (this.whole ? 0 : centre.x);
    camera.position.y = this.y + (this.whole ? 0 : centre.y);
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

  private wholeField(field: Field): number {
    const { x, y } = inside(field);
    return Math.min(this.width / (EDGE * 2 * (x + recess(field))), this.height / (EDGE * 2 * y));
  }

  private clampMiddle(): void {
    this.x = clamp(this.x, -this.limit.x, this.limit.x);
    this.y = clamp(this.y, -this.limit.y, this.limit.y);
  }
}
