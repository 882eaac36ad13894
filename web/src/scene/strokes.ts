/** Lines of any kind, in one draw: always facing the eye, with soft edges and at least so many pixels wide. */
import type { Mesh } from "three";
import { Batch } from "./batch";
import type { SharedUniforms } from "./material";
import { paint } from "./material";

const START = 0;
const END = 1;
const TINT = 2;
const WIDTH = 3;

const MATERIAL = {
  vertex: `
    attribute vec3 start;
    attribute vec3 end;
    attribute vec4 tint;
    attribute vec3 width; // m, least px, length of a dash in px
    varying vec4 shown;
    varying vec2 place; // px across and along
    varying vec2 reach; // px: half the width, dash
    void main() {
      vec4 a = viewMatrix * vec4(start, 1.0);
      vec4 b = viewMatrix * vec4(end, 1.0);
      if (above < 0.5) { // what is behind the eye is cut off
        if (a.z > -near && b.z > -near) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
        if (a.z > -near) a = mix(b, a, (b.z + near) / (b.z - a.z));
        else if (b.z > -near) b = mix(a, b, (a.z + near) / (a.z - b.z));
      }
      a = projectionMatrix * a;
      b = projectionMatrix * b;
      vec4 here = position.x < 0.0 ? a : b;
      vec2 from = 0.5 * size * a.xy / a.w;
      vec2 to = 0.5 * size * b.xy / b.w;
      float length_ = distance(from, to);
      vec2 along = length_ > 1e-4 ? (to - from) / length_ : vec2(1.0, 0.0);
      float half_ = 0.5 * max(max(width.x / metres(here), width.y), grain);
      float cap = tint.a < 1.0 ? 0.0 : min(half_, 6.0); // where two overlap, one would see it through
      vec2 shift = position.x * along * cap + position.y * vec2(-along.y, along.x) * (half_ + grain);
      place = vec2(position.y * (half_ + grain), position.x < 0.0 ? -cap : length_ + cap) / grain;
      reach = vec2(half_, width.z) / grain;
      shown = tint;
      gl_Position = vec4(here.xy + 2.0 * shift / size * here.w, here.zw);
    }`,
  fragment: `
    varying vec4 shown;
    varying vec2 place;
    varying vec2 reach;
    void main() {
      float cover = clamp(reach.x - abs(place.x) + 0.5, 0.0, 1.0);
      if (reach.y > 0.0) {
        float dash = abs(fract(place.y / (2.0 * reach.y)) - 0.5) * 2.0 * reach.y; // 0 in the middle of a gap
        cover *= clamp(dash - 0.5 * reach.y + 0.5, 0.0, 1.0);
      }
      gl_FragColor = vec4(shown.rgb, shown.a * cover);
    }`,
};

export class Strokes {
  private readonly batch: Batch;
  private tint: [number, number, number, number] = [1, 1, 1, 1];
  private wide: [number, number, number] = [0, 1, 0];

  constructor(shared: SharedUniforms, order: number, depth: boolean) {
    const material = paint(shared, { ...MATERIAL, depth, blend: true });
    this.batch = new Batch(material, order, { start: 3, end: 3, tint: 4, width: 3 });
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

  /** Of what comes next. */
  colour(red: number, green: number, blue: number, opacity: number): void {
    this.tint[0] = red;
    this.tint[1] = green;
    this.tint[2] = blue;
    this.tint[3] = opacity;
  }

  /** Of what comes next: m, at least so many px, in dashes of so many px. */
  width(metres: number, least: number, dash = 0): void {
    this.wide[0] = metres;
    this.wide[1] = least;
    this.wide[2] = dash;
  }

  add(x0: number, y0: number, z0: number, x1: number, y1: number, z1: number): void {
    const at = this.batch.next();
    if (at < 0) return;
    const start = this.batch.column(START);
    const end = this.batch.column(END);
    start[3 * at] = x0;
    start[3 * at + 1] = y0;
    start[3 * at + 2] = z0;
    end[3 * at] = x1;
    end[3 * at + 1] = y1;
    end[3 * at + 2] = z1;
    this.batch.column(TINT).set(this.tint, 4 * at);
    this.batch.column(WIDTH).set(this.wide, 3 * at);
  }

  /** With a head that is never larger than the arrow. */
  arrow(x0: number, y0: number, x1: number, y1: number, z: number, head: number): void {
    const dx = x1 - x0;
    const dy = y1 - y0;
    const length = Math.hypot(dx, dy);
    if (length === 0) return;
    const size = Math.min(head, 0.6 * length) / length;
    this.add(x0, y0, z, x1, y1, z);
    for (const side of [-0.5, 0.5]) {
      this.add(x1 - size * (dx - side * dy), y1 - size * (dy + side * dx), z, x1, y1, z);
    }
  }
}
