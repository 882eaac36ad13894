/** The painted lines: as wide as they are, but never thinner than 1.4 pixels. */
import { BufferGeometry, Float32BufferAttribute } from "three";
import type { Field } from "../wire/schema";
import type { Point } from "./solid";

/** A strip along points on the ground; each has its neighbours' normal, so that corners are whole. */
class Ribbons {
  readonly middles: number[] = [];
  readonly sides: number[] = []; // from the middle to the edge, for an edge 1 m away
  readonly across: number[] = []; // −1 … 1
  readonly index: number[] = [];

  /** @param breadth in widths of a line */
  add(points: readonly Point[], closed: boolean, breadth = 1): void {
    const count = points.length;
    const first = this.across.length;
    const normal = (from: Point, to: Point): Point => {
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
      return [(from[1] - to[1]) / length, (to[0] - from[0]) / length];
    };
    points.forEach((point, i) => {
      const before = points[closed ? (i + count - 1) % count : i - 1];
      const after = points[closed ? (i + 1) % count : i + 1];
      const a = before ? normal(before, point) : normal(point, after as Point);
      const b = after ? normal(point, after) : a;
      // The edge of a bend lies on the bisector, farther out than the edge of a straight line.
      const stretch = (1 + a[0] * b[0] + a[1] * b[1]) / breadth;
      const x = (a[0] + b[0]) / stretch;
      const y = (a[1] + b[1]) / stretch;
      for (const end of [-1, 1]) {
        this.middles.push(point[0], point[1], 0);
        this.sides.push(x * end, y * end);
        this.across.push(end);
      }
    });
    for (let i = 0; i < (closed ? count : count - 1); i++) {
      const a = first + 2 * i;
      const b = first + 2 * ((i + 1) % count);
      this.index.push(a, b, b + 1, a, b + 1, a + 1);
    }
  }

  /** @param beyond so far it reaches beyond both ends, m */
  segment(from: Point, to: Point, beyond: number): void {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const x = ((to[0] - from[0]) / length) * beyond;
    const y = ((to[1] - from[1]) / length) * beyond;
    this.add(
      [
        [from[0] - x, from[1] - y],
        [to[0] + x, to[1] + y],
      ],
      false,
    );
  }

  arc(x: number, y: number, radius: number, from: number, angle: number, breadth = 1): void {
    const steps = Math.max(8, Math.round(24 * angle));
    const whole = angle > 6.28;
    const points: Point[] = [];
    for (let i = 0; i < (whole ? steps : steps + 1); i++) {
      const at = from + (angle * i) / steps;
      points.push([x + radius * Math.cos(at), y + radius * Math.sin(at)]);
    }
    this.add(points, whole, breadth);
  }
}

export function linesOf({ markings, line_width }: Field): BufferGeometry {
  const ribbons = new Ribbons();
  for (const [x0, y0, x1, y1] of markings.segments) ribbons.segment([x0, y0], [x1, y1], line_width / 2);
  for (const [x, y, radius, from, angle] of markings.arcs) ribbons.arc(x, y, radius, from, angle);
  // A spot: a ring so broad that it has no hole, and that its soft inner edge is covered, too.
  for (const [x, y, radius] of markings.spots) {
    ribbons.arc(x, y, 0.45 * radius, 0, 2 * Math.PI, (1.1 * radius) / line_width);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(ribbons.middles, 3));
  geometry.setAttribute("side", new Float32BufferAttribute(ribbons.sides, 2));
  geometry.setAttribute("across", new Float32BufferAttribute(ribbons.across, 1));
  geometry.setIndex(ribbons.index);
  return geometry;
}

/** The edge is softened over a pixel, the strip that much wider. Seen from the side, pixels are long on the ground. */
export const LINES_MATERIAL = {
  vertex: `
    attribute vec2 side;
    attribute float across;
    varying float place;
    varying float halfWidth;
    uniform float width;
    void main() {
      vec4 middle = projectionMatrix * viewMatrix * vec4(position, 1.0);
      float dot_ = metres(middle);
      if (above < 0.5 && middle.w > near) {
        vec4 beside = projectionMatrix * viewMatrix * vec4(position.xy + side * dot_, 0.0, 1.0);
        float seen = length((beside.xy / beside.w - middle.xy / middle.w) * 0.5 * size); // px that a step of one has
        dot_ /= clamp(seen / length(side), 0.04, 1.0);
      }
      dot_ *= max(1.0, grain);
      halfWidth = max(0.5 * width, 0.7 * dot_);
      float outer = halfWidth + dot_;
      place = across * outer;
      gl_Position = projectionMatrix * viewMatrix * vec4(position.xy + side * outer, 0.0, 1.0);
    }`,
  fragment: `
    varying float place;
    varying float halfWidth;
    uniform vec3 tint;
    void main() {
      float cover = clamp((halfWidth - abs(place)) / fwidth(place) + 0.5, 0.0, 1.0);
      gl_FragColor = vec4(tint, 0.92 * cover);
    }`,
};
