/** Rings and soft shadows that lie on the ground, in one draw. */
import type { Mesh } from "three";
import { Batch } from "./batch";
import type { SharedUniforms } from "./material";
import { paint } from "./material";
import type { Rgb } from "./palette";

const SPOT = 0;
const REACH = 1;
const TINT = 2;

const MATERIAL = {
  vertex: `
    attribute vec3 spot;
    attribute vec4 reach; // radius in m, px added to it, px of the ring (−1: a soft disc), dashes around
    attribute vec4 tint;
    varying vec2 place; // px from the centre
    varying vec3 limits; // px: radius, ring; dashes
    varying vec4 shown;
    void main() {
      vec4 centre = projectionMatrix * viewMatrix * vec4(spot, 1.0);
      if (centre.w < near) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
      float dot_ = metres(centre);
      float radius = reach.x / dot_ + reach.y;
      float outer = radius + 0.5 * max(reach.z, 0.0) + 1.0;
      place = position.xy * outer;
      limits = vec3(radius, reach.z, reach.w);
      shown = tint;
      gl_Position = projectionMatrix * viewMatrix * vec4(spot.xy + place * dot_, spot.z, 1.0);
    }`,
  fragment: `
    uniform float grain;
    varying vec2 place;
    varying vec3 limits;
    varying vec4 shown;
    void main() {
      float far = length(place);
      float soft = max(fwidth(far), 1e-4);
      float cover;
      if (limits.y < 0.0) {
        cover = 1.0 - smoothstep(0.35, 1.0, far / limits.x);
      } else {
        cover = clamp((0.5 * max(limits.y, grain) - abs(far - limits.x)) / soft + 0.5, 0.0, 1.0);
        if (limits.z > 0.0) {
          float turn = fract(atan(place.y, place.x) / 6.28318530718 * limits.z);
          cover *= smoothstep(0.0, 0.08, turn) * (1.0 - smoothstep(0.58, 0.66, turn));
        }
      }
      gl_FragColor = vec4(shown.rgb, shown.a * cover);
    }`,
};

export class Discs {
  private readonly batch: Batch;

  constructor(shared: SharedUniforms, order: number) {
    const material = paint(shared, { ...MATERIAL, depth: false, blend: true });
    this.batch = new Batch(material, order, { spot: 3, reach: 4, tint: 4 });
  }

  get mesh(): Mesh {
    return this.batch.mesh;
  }

  clear(): void {
    this.batch.clear();
  }

  done(): void {
    this.batch.done();
  }

  /** A ring `width` px wide, in so many dashes (0: whole); `more` px are added to its radius. */
  ring(
    x: number,
    y: number,
    radius: number,
    more: number,
    width: number,
    dashes: number,
    colour: Rgb,
    opacity: number,
  ): void {
    this.add(x, y, colour, opacity, radius, more, width, dashes);
  }

  /** A disc that fades outwards. */
  shadow(x: number, y: number, radius: number, more: number, colour: Rgb, opacity: number): void {
    this.add(x, y, colour, opacity, radius, more, -1, 0);
  }

  private add(
    x: number,
    y: number,
    [red, green, blue]: Rgb,
    opacity: number,
    radius: number,
    more: number,
    width: number,
    dashes: number,
  ): void {
    const at = this.batch.next();
    if (at < 0) return;
    const spot = this.batch.column(SPOT);
    const reach = this.batch.column(REACH);
    const tint = this.batch.column(TINT);
    spot[3 * at] = x;
    spot[3 * at + 1] = y;
    spot[3 * at + 2] = 0;
    reach[4 * at] = radius;
    reach[4 * at + 1] = more;
    reach[4 * at + 2] = width;
    reach[4 * at + 3] = dashes;
    tint[4 * at] = red;
    tint[4 * at + 1] = green;
    tint[4 * at + 2] = blue;
    tint[4 * at + 3] = opacity;
  }
}
