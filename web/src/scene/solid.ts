/** Builds a mesh of coloured faces with the light already in their colours: for what never moves. */
import { BufferGeometry, Float32BufferAttribute } from "three";
import type { Rgb } from "./palette";

export type Point = readonly [number, number];

const SUN = [-0.45, -0.89] as const; // where the light comes from, seen from above

/** How bright a wall looks whose normal points there; what faces up has brightness 1. */
export function brightness(x: number, y: number): number {
  return 0.66 + 0.16 * (x * SUN[0] + y * SUN[1]);
}

export class Solid {
  private readonly places: number[] = [];
  private readonly colours: number[] = [];

  private corner(x: number, y: number, z: number, colour: Rgb, shade: number): void {
    this.places.push(x, y, z);
    this.colours.push(colour[0] * shade, colour[1] * shade, colour[2] * shade);
  }

  /** A convex polygon that lies, counter-clockwise. */
  flat(points: readonly Point[], z: number, colour: Rgb, edge: Rgb = colour): void {
    for (let i = 1; i + 1 < points.length; i++) {
      for (const at of [0, i, i + 1]) {
        const point = points[at] as Point;
        this.corner(point[0], point[1], z, at === 0 ? colour : edge, 1);
      }
    }
  }

  rectangle(left: number, right: number, low: number, high: number, z: number, colour: Rgb): void {
    this.flat(
      [
        [left, low],
        [right, low],
        [right, high],
        [left, high],
      ],
      z,
      colour,
    );
  }

  /** A convex polygon with walls down to the ground below it. */
  prism(points: readonly Point[], low: number, high: number, colour: Rgb): void {
    this.flat(points, high, colour);
    points.forEach((from, i) => {
      const to = points[(i + 1) % points.length] as Point;
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
      const shade = brightness((to[1] - from[1]) / length, (from[0] - to[0]) / length);
      for (const [point, z] of [
        [from, low],
        [to, low],
        [to, high],
        [from, low],
        [to, high],
        [from, high],
      ] as const) {
        this.corner(point[0], point[1], z, colour, shade);
      }
    });
  }

  box(left: number, right: number, low: number, high: number, bottom: number, top: number, colour: Rgb): void {
    this.prism(
      [
        [left, low],
        [right, low],
        [right, high],
        [left, high],
      ],
      bottom,
      top,
      colour,
    );
  }

  geometry(): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new Float32BufferAttribute(this.places, 3));
    geometry.setAttribute("tint", new Float32BufferAttribute(this.colours, 3));
    return geometry;
  }
}

export const SOLID_MATERIAL = {
  vertex: `
    attribute vec3 tint;
    varying vec3 shown;
    void main() {
      shown = tint;
      gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
    }`,
  fragment: `
    varying vec3 shown;
    void main() { gl_FragColor = vec4(shown, 1.0); }`,
};
