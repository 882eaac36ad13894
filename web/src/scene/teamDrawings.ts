/** What the teams draw: lines, polygons, circles, arrows and words, by layers. */
import { BufferGeometry, Float32BufferAttribute, Group, Mesh, ShapeUtils, Vector2 } from "three";
import type { ShaderMaterial } from "three";
import type { Layer, Shape } from "../wire/schema";
import type { SharedUniforms } from "./material";
import { ORDER, paint } from "./material";
import type { Lettering } from "./lettering";
import type { Rgb } from "./palette";
import { BLACK, cssColour } from "./palette";
import { Strokes } from "./strokes";

const FILL = 0.16; // opacity inside a polygon
const THINNEST = 1.5; // px
const LETTERS = 12; // px

const MATERIAL = {
  vertex: `
    attribute vec4 tint;
    varying vec4 shown;
    void main() {
      shown = tint;
      gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
    }`,
  fragment: `
    varying vec4 shown;
    void main() { gl_FragColor = shown; }`,
  depth: false,
  blend: true,
};

interface Word {
  text: string;
  x: number;
  y: number;
  colour: Rgb;
  opacity: number;
}

export class TeamDrawings {
  readonly group = new Group();
  private readonly strokes: Strokes;
  private readonly fills: Mesh<BufferGeometry, ShaderMaterial>;
  private words: Word[] = [];

  constructor(shared: SharedUniforms) {
    this.strokes = new Strokes(shared, ORDER.GROUND_STROKES, false);
    this.fills = new Mesh(new BufferGeometry(), paint(shared, MATERIAL));
    this.fills.frustumCulled = false;
    this.fills.matrixAutoUpdate = false;
    this.fills.renderOrder = ORDER.FILLS;
    this.group.add(this.strokes.mesh, this.fills);
  }

  rebuild(layers: ReadonlyMap<string, Layer>, hidden: ReadonlySet<string>): void {
    const places: number[] = [];
    const tints: number[] = [];
    this.words = [];
    this.strokes.clear();
    for (const [key, layer] of layers) {
      if (hidden.has(key)) continue;
      for (const shape of layer.shapes) this.add(shape, places, tints);
    }
    this.strokes.done();
    this.fills.geometry.dispose();
    this.fills.geometry = new BufferGeometry();
    this.fills.geometry.setAttribute("position", new Float32BufferAttribute(places, 3));
    this.fills.geometry.setAttribute("tint", new Float32BufferAttribute(tints, 4));
    this.fills.visible = places.length > 0;
  }

  write(lettering: Lettering): void {
    if (!this.group.visible) return;
    for (const { text, x, y, colour, opacity } of this.words) {
      lettering.add(text, x, y, 0, LETTERS, 0.5, 0, 0, 1, colour, BLACK, 0.8, opacity);
    }
  }

  private add(shape: Shape, places: number[], tints: number[]): void {
    const [red, green, blue, opacity] = cssColour(shape.colour);
    const { strokes } = this;
    const { points } = shape;
    const first = points[0];
    if (first === undefined || !points.every(([x, y]) => Number.isFinite(x) && Number.isFinite(y))) return;
    strokes.colour(red, green, blue, opacity);
    strokes.width(shape.width, THINNEST);
    if (shape.kind === "text") {
      this.words.push({ text: shape.text, x: first[0], y: first[1], colour: [red, green, blue], opacity });
    } else if (shape.kind === "circle") {
      this.circle(first[0], first[1], shape.radius);
    } else {
      const corners = shape.kind === "polygon" && points.length > 2 ? points.length : points.length - 1;
      for (let i = 0; i < corners; i++) {
        const [x, y] = points[i] as [number, number];
        const [toX, toY] = points[(i + 1) % points.length] as [number, number];
        const last = shape.kind === "arrow" && i === corners - 1;
        if (last) strokes.arrow(x, y, toX, toY, 0, Math.max(0.12, 5 * shape.width));
        else strokes.add(x, y, 0, toX, toY, 0);
      }
    }
    if (shape.kind !== "polygon" || points.length < 3) return;
    const contour = points.map(([x, y]) => new Vector2(x, y));
    for (const face of ShapeUtils.triangulateShape(contour, [])) {
      for (const at of face) {
        const corner = points[at as number];
        if (corner === undefined) continue;
        places.push(corner[0], corner[1], 0);
        tints.push(red, green, blue, FILL * opacity);
      }
    }
  }

  private circle(x: number, y: number, radius: number): void {
    const steps = 48;
    for (let i = 0; i < steps; i++) {
      const a = (2 * Math.PI * i) / steps;
      const b = (2 * Math.PI * (i + 1)) / steps;
      this.strokes.add(
        x + radius * Math.cos(a),
        y + radius * Math.sin(a),
        0,
        x + radius * Math.cos(b),
        y + radius * Math.sin(b),
        0,
      );
    }
  }
}
