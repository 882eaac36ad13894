/** The shape of a kind of robot: its outline as high as it is, with wheels, holder, kicker and marks, as one mesh. */
import { BufferGeometry, Float32BufferAttribute, ShapeUtils, Vector2 } from "three";
import type { Kind, Wheel } from "../wire/schema";
import type { Rgb } from "./palette";
import { rgb } from "./palette";
import type { Pattern } from "./patterns";
import { circle } from "./patterns";
import type { Point } from "./solid";

/** What a corner of the mesh is; the paint of robots decides by it how it looks and when it is there. */
export const PART = {
  FIXED: 0, // in its own colour
  TEAM: 1, // in the team's
  COVER: 2, // in the team's from far away, in its own from near
  NEAR: 3, // in its own, only from near
  HOLDER: 4, // lit while it holds
  SPOT: 5, // in the team's, only from near
  FILL: 6, // in the team's, only from above and from far away
  MARK: 8, // and up: one bit of the number each, only from near
} as const;

const DARK = rgb("#12181b");
const TYRE = rgb("#191e21");
const HUB = rgb("#6b777d");
const METAL = rgb("#c7d0d3");
const BAR = rgb("#394349");
const COVER = rgb("#0e1113");

/** How far the outline is from the centre in a direction. */
export function reach(outline: readonly Point[], x: number, y: number, dx: number, dy: number): number {
  let far = 0;
  outline.forEach((a, i) => {
    const b = outline[(i + 1) % outline.length] as Point;
    const ex = b[0] - a[0];
    const ey = b[1] - a[1];
    const cross = dx * ey - dy * ex;
    if (Math.abs(cross) < 1e-12) return;
    const along = ((a[0] - x) * ey - (a[1] - y) * ex) / cross;
    const on = ((a[0] - x) * dy - (a[1] - y) * dx) / cross;
    if (on >= -1e-9 && on <= 1 + 1e-9 && along > far) far = along;
  });
  return far;
}

export function circumradius(outline: readonly Point[]): number {
  return Math.max(...outline.map(([x, y]) => Math.hypot(x, y)), 0.001);
}

/** The largest circle around the centre that is all robot. */
export function inradius(outline: readonly Point[]): number {
  let least = Number.POSITIVE_INFINITY;
  outline.forEach((a, i) => {
    const b = outline[(i + 1) % outline.length] as Point;
    const ex = b[0] - a[0];
    const ey = b[1] - a[1];
    const length = ex * ex + ey * ey || 1;
    const on = Math.min(1, Math.max(0, -(a[0] * ex + a[1] * ey) / length));
    least = Math.min(least, Math.hypot(a[0] + on * ex, a[1] + on * ey));
  });
  return least;
}

/** The convex hull, counter-clockwise. */
function hull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (from: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const point of from) {
      for (;;) {
        const a = chain[chain.length - 2];
        const b = chain[chain.length - 1];
        if (!a || !b || (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) > 0) break;
        chain.pop();
      }
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

class Modeller {
  readonly places: number[] = [];
  readonly normals: number[] = [];
  readonly colours: number[] = [];
  readonly parts: number[] = []; // part, brightness
  readonly index: number[] = [];

  /** Add a corner; its number. */
  corner(x: number, y: number, z: number, normal: readonly number[], colour: Rgb, part: number, shade = 1): number {
    this.places.push(x, y, z);
    this.normals.push(normal[0] as number, normal[1] as number, normal[2] as number);
    this.colours.push(...colour);
    return this.parts.push(part, shade) / 2 - 1;
  }

  /** Lying, convex or not. */
  plate(points: readonly Point[], z: number, colour: Rgb, part: number): void {
    const first = this.parts.length / 2;
    for (const [x, y] of points) this.corner(x, y, z, [0, 0, 1], colour, part);
    const contour = points.map(([x, y]) => new Vector2(x, y));
    for (const face of ShapeUtils.triangulateShape(contour, [])) this.index.push(...face.map((at) => first + at));
  }

  wall(a: Point, b: Point, low: number, high: number, colour: Rgb, part: number, below = 1, atop = 1): void {
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    const normal = [(b[1] - a[1]) / length, (a[0] - b[0]) / length, 0];
    const first = this.corner(a[0], a[1], low, normal, colour, part, below);
    this.corner(b[0], b[1], low, normal, colour, part, below);
    this.corner(b[0], b[1], high, normal, colour, part, atop);
    this.corner(a[0], a[1], high, normal, colour, part, atop);
    this.index.push(first, first + 1, first + 2, first, first + 2, first + 3);
  }

  /** `sizes`: left, right, low, high, bottom, top. */
  box(sizes: readonly [number, number, number, number, number, number], colour: Rgb, part: number): void {
    const [left, right, low, high, bottom, top] = sizes;
    const points: Point[] = [
      [left, low],
      [right, low],
      [right, high],
      [left, high],
    ];
    this.plate(points, top, colour, part);
    points.forEach((a, i) => this.wall(a, points[(i + 1) % 4] as Point, bottom, top, colour, part));
  }
}

/** The mesh in sections: what is not seen need not be drawn, from above no walls, from afar no wheels and marks. */
export interface Body {
  geometry: BufferGeometry;
  tops: number; // where in the index the tops begin …
  wheels: number; // … and the wheels, and what is only seen from near
  marks: number;
  end: number;
}

export function bodyOf(kind: Kind, pattern: Pattern): Body {
  const model = new Modeller();
  const { outline, height } = kind;
  const radius = circumradius(outline);
  const inner = inradius(outline);
  const face = reach(outline, 0, 0, 1, 0);
  const driven = kind.wheels.length > 0;
  addWalls(model, outline, height, driven);
  const tops = model.index.length;
  model.plate(outline, height, DARK, PART.TEAM);
  // From far above a mouth is a few pixels: closed, the robot's colour lies around its centre.
  model.plate(hull(outline), height - 0.0005, DARK, PART.FILL);
  if (driven) addFront(model, kind, face, radius);
  const wheels = model.index.length;
  for (const wheel of kind.wheels) addWheel(model, wheel, outline, radius);
  const marks = model.index.length;
  for (const wheel of kind.wheels) addSlot(model, wheel, outline, height);
  if (driven) {
    addMarks(model, pattern, height);
    if (pattern.cover === null) addArrow(model, inner, face, height);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(model.places, 3));
  geometry.setAttribute("face", new Float32BufferAttribute(model.normals, 3));
  geometry.setAttribute("tint", new Float32BufferAttribute(model.colours, 3));
  geometry.setAttribute("part", new Float32BufferAttribute(model.parts, 2));
  geometry.setIndex(model.index);
  return { geometry, tops, wheels, marks, end: model.index.length };
}

function addWalls(model: Modeller, outline: readonly Point[], height: number, driven: boolean): void {
  const count = outline.length;
  const floor = driven ? 0.05 * height : 0;
  const lip = 0.6 * height;
  const normals = outline.map((a, i): Point => {
    const b = outline[(i + 1) % count] as Point;
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    return [(b[1] - a[1]) / length, (a[0] - b[0]) / length];
  });
  outline.forEach((a, i) => {
    const b = outline[(i + 1) % count] as Point;
    const normal = normals[i] as Point;
    const inwards = normal[0] * (a[0] + b[0]) + normal[1] * (a[1] + b[1]) < 0;
    const front = driven && (normal[0] > 0.9 || (inwards && a[0] + b[0] > 0));
    if (front) {
      model.wall(a, b, floor, lip, DARK, PART.FIXED, 0.8, 1);
      model.wall(a, b, lip, height, DARK, PART.TEAM);
    } else {
      model.wall(a, b, floor, height, DARK, PART.TEAM, 0.62, 1.05);
    }
  });
}

/** The direction of a wheel's axle, outwards. */
function axle(wheel: Wheel): Point {
  const x = -Math.sin(wheel.direction);
  const y = Math.cos(wheel.direction);
  return x * wheel.x + y * wheel.y < 0 ? [-x, -y] : [x, y];
}

/** A tyre that looks out of the side. */
function addWheel(model: Modeller, wheel: Wheel, outline: readonly Point[], robot: number): void {
  const [ax, ay] = axle(wheel);
  const { radius } = wheel;
  const out = reach(outline, wheel.x, wheel.y, ax, ay) + 0.028 * robot;
  const depth = Math.min(0.6 * radius, out + 0.3 * radius);
  const steps = 20;
  const ring = (size: number, distance: number, colour: Rgb, outwards: boolean): number => {
    const first = model.parts.length / 2;
    for (let i = 0; i < steps; i++) {
      const along = Math.cos((2 * Math.PI * i) / steps);
      const up = Math.sin((2 * Math.PI * i) / steps);
      const x = wheel.x + ax * distance - ay * size * along;
      const y = wheel.y + ay * distance + ax * size * along;
      const normal = outwards ? [ax, ay, 0] : [-ay * along, ax * along, 0];
      model.corner(x, y, radius + size * up, normal, colour, PART.FIXED, outwards ? 1.3 : 1);
    }
    return first;
  };
  for (const [size, distance, colour] of [
    [radius, out, TYRE],
    [0.42 * radius, out + 0.004 * robot, HUB],
  ] as const) {
    const first = ring(size, distance, colour, true);
    for (let i = 1; i + 1 < steps; i++) model.index.push(first, first + i, first + i + 1);
  }
  const outer = ring(radius, out, TYRE, false);
  const inner = ring(radius, out - depth, TYRE, false);
  for (let i = 0; i < steps; i++) {
    const next = (i + 1) % steps;
    model.index.push(outer + i, inner + i, inner + next, outer + i, inner + next, outer + next);
  }
}

/** Above each wheel, the slot through which it is seen from near. */
function addSlot(model: Modeller, wheel: Wheel, outline: readonly Point[], height: number): void {
  const [ax, ay] = axle(wheel);
  const wide = 0.13 * wheel.radius;
  const long = 0.72 * wheel.radius;
  const middle = reach(outline, wheel.x, wheel.y, ax, ay) - 2.2 * wide;
  const corner = (along: number, across: number): Point => [
    wheel.x + ax * (middle + across) - ay * along,
    wheel.y + ay * (middle + across) + ax * along,
  ];
  const slot = [corner(-long, -wide), corner(long, -wide), corner(long, wide), corner(-long, wide)];
  model.plate(slot, height + 0.0004, TYRE, PART.NEAR);
}

/** An arrow-head: the front of a cube is not seen otherwise. */
function addArrow(model: Modeller, inner: number, face: number, height: number): void {
  const tip = Math.min(face, 1.1 * inner) - 0.12 * inner;
  const arrow: Point[] = [
    [tip, 0],
    [tip - 0.42 * inner, 0.5 * inner],
    [tip - 0.28 * inner, 0],
    [tip - 0.42 * inner, -0.5 * inner],
  ];
  model.plate(arrow, height + 0.001, DARK, PART.NEAR);
}

/** What holds the ball, and the plate that kicks it. */
function addFront(model: Modeller, kind: Kind, face: number, radius: number): void {
  const { height } = kind;
  const half = (kind.holder_width || 0.8 * radius) / 2;
  const thick = 0.07 * radius;
  if (kind.kick_speed > 0) {
    const plate = [face - thick, face + 0.35 * thick, -0.6 * half, 0.6 * half, 0.04 * height, 0.2 * height] as const;
    model.box(plate, METAL, PART.FIXED);
  }
  if (kind.holder === "dribbler") {
    model.box([face - thick, face + thick, -half, half, 0.26 * height, 0.4 * height], BAR, PART.HOLDER);
  } else if (kind.holder === "grabber") {
    for (const side of [-1, 1]) {
      const y = side * (half - 1.2 * thick);
      const arm = [face - thick, face + 3.5 * thick, y - thick, y + thick, 0.3 * height, 0.37 * height] as const;
      model.box(arm, BAR, PART.HOLDER);
    }
  }
}

function addMarks(model: Modeller, pattern: Pattern, height: number): void {
  if (pattern.cover) model.plate(pattern.cover, height + 0.0007, COVER, PART.COVER);
  if (pattern.centre > 0) model.plate(circle(0, 0, pattern.centre), height + 0.0014, DARK, PART.SPOT);
  pattern.marks.forEach((mark, bit) => model.plate(mark, height + 0.0014, DARK, PART.MARK + bit));
}
