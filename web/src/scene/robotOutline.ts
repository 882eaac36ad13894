/** What robots wear from above: a soft dark rim, and from far away a white beak that says which way they face. */
import { BufferGeometry, Float32BufferAttribute } from "three";
import type { Kind } from "../wire/schema";
import type { Point } from "./solid";

const RIM = 0.75; // px, half its width
const SOFT = 1; // px more, for soft edges
const BEAK: readonly Point[] = [
  [-0.8, -3.6],
  [4.4, 0],
  [-0.8, 3.6],
]; // px, for a robot of 14 px

/** Corners carry their distances (px) from the three edges of what they belong to; they are positive inside. */
export function outlineGeometry(kind: Kind): BufferGeometry {
  const places: number[] = [];
  const grows: number[] = []; // px
  const edges: number[] = [];
  const beaks: number[] = []; // 1 for corners of the beak
  const index: number[] = [];
  const corner = (point: Point, z: number, grow: Point, edge: readonly number[], beak: number) => {
    places.push(point[0], point[1], z);
    grows.push(grow[0], grow[1]);
    edges.push(edge[0] as number, edge[1] as number, edge[2] as number);
    beaks.push(beak);
  };
  const { outline, height } = kind;
  const count = outline.length;
  const z = height + 0.003;
  const normals = outline.map((a, i): Point => {
    const b = outline[(i + 1) % count] as Point;
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    return [(b[1] - a[1]) / length, (a[0] - b[0]) / length];
  });
  const out = RIM + SOFT;
  outline.forEach((point, i) => {
    const grow = meeting(normals[(i + count - 1) % count] as Point, normals[i] as Point);
    for (const side of [-out, out]) corner(point, z, [side * grow[0], side * grow[1]], [RIM - side, RIM + side, 9], 0);
    const next = 2 * ((i + 1) % count);
    index.push(2 * i, 2 * i + 1, next + 1, 2 * i, next + 1, next);
  });
  if (kind.wheels.length > 0) {
    const face = Math.max(...outline.map(([x]) => x));
    for (const grow of grown(BEAK, SOFT)) corner([face, 0], z, grow, distances(BEAK, grow), 1);
    index.push(2 * count, 2 * count + 1, 2 * count + 2);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(places, 3));
  geometry.setAttribute("grow", new Float32BufferAttribute(grows, 2));
  geometry.setAttribute("edge", new Float32BufferAttribute(edges, 3));
  geometry.setAttribute("beak", new Float32BufferAttribute(beaks, 1));
  geometry.setIndex(index);
  return geometry;
}

/** Along the bisector of two edges, as far as both edges move by one. */
function meeting(a: Point, b: Point): Point {
  const stretch = Math.max(0.5, 1 + a[0] * b[0] + a[1] * b[1]);
  return [(a[0] + b[0]) / stretch, (a[1] + b[1]) / stretch];
}

/** The distances of a point from the edges of a triangle (counter-clockwise), positive inside. */
function distances(triangle: readonly Point[], [x, y]: Point): number[] {
  return triangle.map((a, i) => {
    const b = triangle[(i + 1) % 3] as Point;
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    return ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / length;
  });
}

/** A triangle whose edges lie farther out. */
function grown(triangle: readonly Point[], by: number): Point[] {
  return triangle.map((corner, i) => {
    const normal = (a: Point, b: Point): Point => {
      const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
      return [(b[1] - a[1]) / length, (a[0] - b[0]) / length];
    };
    const n = normal(triangle[(i + 2) % 3] as Point, corner);
    const m = normal(corner, triangle[(i + 1) % 3] as Point);
    const stretch = by / (1 + n[0] * m[0] + n[1] * m[1]);
    return [corner[0] + stretch * (n[0] + m[0]), corner[1] + stretch * (n[1] + m[1])];
  });
}

export const OUTLINE_MATERIAL = {
  vertex: `
    attribute vec2 grow;
    attribute vec3 edge;
    attribute float beak;
    attribute vec4 place;
    attribute vec3 team;
    uniform float span;
    uniform float closeUp;
    uniform float covered;
    varying vec3 inner;
    varying vec4 shown;
    void main() {
      float across = span / pixel;
      if (beak > 0.5 && closeUp > 0.5) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
      }
      float factor = beak > 0.5 ? clamp(across / 14.0, 0.5, 1.7) : max(1.0, grain);
      inner = edge * factor / grain;
      // A dark cover is framed in the team's colour, a coloured one in dark.
      shown = beak > 0.5 ? vec4(1.0) : closeUp > 0.5 && covered > 0.5 ? vec4(team, 1.0)
        : vec4(0.04, 0.07, 0.06, 0.9 * clamp((across - 4.0) / 8.0, 0.0, 1.0)); // small ones are mostly rim
      vec2 at = position.xy + grow * factor * pixel;
      vec2 turned = vec2(place.z * at.x - place.w * at.y, place.w * at.x + place.z * at.y);
      gl_Position = projectionMatrix * viewMatrix * vec4(place.xy + turned, position.z, 1.0);
    }`,
  fragment: `
    varying vec3 inner;
    varying vec4 shown;
    void main() {
      float cover = clamp(min(min(inner.x, inner.y), inner.z) + 0.5, 0.0, 1.0);
      gl_FragColor = vec4(shown.rgb, shown.a * cover);
    }`,
  depth: true,
  blend: true,
};
