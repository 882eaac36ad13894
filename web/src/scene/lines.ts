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

  add(points: readonly Point[], closed: boolean): void {
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
      const stretch = 1 + a[0] * b[0] + a[1] * b[1];
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

  arc(x: number, y: number, radius: number, from: number, angle: number): void {
    const steps = Math.max(8, Math.round(24 * angle));
    const whole = angle > 6.28;
    const points: Point[] = [];
    for (let i = 0; i < (whole ? steps : steps + 1); i++) {
      const at = from + (angle * i) / steps;
      points.push([x + radius * Math.cos(at), y + radius * Math.sin(at)]);
    }
    this.add(points, whole);
  }
}

export function linesOf(field: Field): BufferGeometry {
  const ribbons = new Ribbons();
  const x = field.length / 2;
  const y = field.width / 2;
  ribbons.add(
    [
      [-x, -y],
      [x, -y],
      [x, y],
      [-x, y],
    ],
    true,
  );
  ribbons.add(
    [
      [0, -y],
      [0, y],
    ],
    false,
  );
  if (field.centre_circle_radius > 0) ribbons.arc(0, 0, field.centre_circle_radius, 0, 2 * Math.PI);
  for (const side of [-1, 1]) {
    for (const [depth, width] of [
      [field.penalty_area_depth, field.penalty_area_width],
      [field.goal_area_depth, field.goal_area_width],
    ] as const) {
      if (depth === 0) continue;
      const inner = side * (x - depth);
      ribbons.add(
        [
          [side * x, -width / 2],
          [inner, -width / 2],
          [inner, width / 2],
          [side * x, width / 2],
        ],
        false,
      );
    }
    // A spot: a ring so small that it has no hole.
    if (field.penalty_mark > 0) ribbons.arc(side * (x - field.penalty_mark), 0, 0.3 * field.line_width, 0, 2 * Math.PI);
    for (const end of field.corner_arc_radius > 0 ? [-1, 1] : []) {
      const from = side < 0 ? (end < 0 ? 0 : -Math.PI / 2) : end < 0 ? Math.PI / 2 : Math.PI;
      ribbons.arc(side * x, end * y, field.corner_arc_radius, from, Math.PI / 2);
    }
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
