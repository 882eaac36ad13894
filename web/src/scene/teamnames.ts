/** Painted on the ground in front of each goal: the name of the team that defends it, and which way it attacks. */
import {
  BufferGeometry,
  CanvasTexture,
  Float32BufferAttribute,
  LinearFilter,
  LinearMipmapLinearFilter,
  Mesh,
  NoColorSpace,
} from "three";
import type { ShaderMaterial } from "three";
import type { Field } from "../wire/schema";
import type { SharedUniforms } from "./material";
import { ORDER, paint } from "./material";
import { TINTS } from "./palette";

const COLOURS = ["blue", "yellow"] as const;
const WIDTH = 2048; // px of the texture
const HEIGHT = 256; // px for each team
const FROM = 0.02; // of the field's length from the goal line …
const TO = 0.36; // … as far as this
const NAME = 0.6; // of that is for the name, at most; the rest for the chevrons
const OPACITY = 0.38;
const CHEVRONS = 3;
const FAMILY = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

const MATERIAL = {
  vertex: `
    attribute vec2 spot;
    attribute vec3 tint;
    varying vec2 place;
    varying vec3 shown;
    void main() {
      place = spot;
      shown = tint;
      gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
    }`,
  fragment: `
    uniform sampler2D names;
    varying vec2 place;
    varying vec3 shown;
    void main() { gl_FragColor = vec4(shown, ${OPACITY} * texture2D(names, place).r); }`,
  depth: false,
  blend: true,
};

export class TeamNames {
  readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;
  private readonly canvas = document.createElement("canvas");
  private readonly texture: CanvasTexture;

  constructor(shared: SharedUniforms) {
    this.canvas.width = WIDTH;
    this.canvas.height = 2 * HEIGHT;
    this.texture = new CanvasTexture(this.canvas);
    this.texture.flipY = false;
    this.texture.colorSpace = NoColorSpace;
    this.texture.minFilter = LinearMipmapLinearFilter;
    this.texture.magFilter = LinearFilter;
    this.texture.anisotropy = 8; // seen from the touch line it is much shorter than wide
    const material = paint(shared, { ...MATERIAL, uniforms: { names: { value: this.texture } } });
    this.mesh = new Mesh(new BufferGeometry(), material);
    this.mesh.frustumCulled = false;
    this.mesh.matrixAutoUpdate = false;
    this.mesh.renderOrder = ORDER.FILLS;
  }

  rebuild(field: Field, names: Readonly<Record<"blue" | "yellow", string>> | undefined): void {
    const pen = this.canvas.getContext("2d");
    if (pen === null) return;
    pen.fillStyle = "#000000";
    pen.fillRect(0, 0, WIDTH, 2 * HEIGHT);
    pen.fillStyle = "#ffffff";
    COLOURS.forEach((colour, row) => write(pen, names?.[colour] ?? colour, row));
    this.texture.needsUpdate = true;
    this.mesh.geometry.dispose();
    this.mesh.geometry = this.quads(field);
  }

  private quads(field: Field): BufferGeometry {
    const places: number[] = [];
    const spots: number[] = [];
    const tints: number[] = [];
    const high = (0.5 * (TO - FROM) * field.length * HEIGHT) / WIDTH;
    COLOURS.forEach((colour, row) => {
      const goal = row === 0 ? -1 : 1;
      const ends = [goal * (0.5 - FROM) * field.length, goal * (0.5 - TO) * field.length];
      const left = Math.min(...ends);
      const right = Math.max(...ends);
      places.push(left, -high, 0, right, -high, 0, right, high, 0, left, high, 0);
      spots.push(0, (row + 1) / 2, 1, (row + 1) / 2, 1, row / 2, 0, row / 2);
      for (let corner = 0; corner < 4; corner++) tints.push(...TINTS[colour]);
    });
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new Float32BufferAttribute(places, 3));
    geometry.setAttribute("spot", new Float32BufferAttribute(spots, 2));
    geometry.setAttribute("tint", new Float32BufferAttribute(tints, 3));
    geometry.setIndex([0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7]);
    return geometry;
  }
}

/** Row 0: the name, then chevrons to the right. Row 1: chevrons to the left, then the name. */
function write(pen: CanvasRenderingContext2D, name: string, row: number): void {
  const text = name.toUpperCase();
  const middle = (row + 0.5) * HEIGHT;
  const goal = row === 0 ? 0 : WIDTH;
  const ahead = row === 0 ? 1 : -1;
  let size = 0.78 * HEIGHT;
  pen.font = `700 ${size}px ${FAMILY}`;
  size *= Math.min(1, (NAME * WIDTH) / pen.measureText(text).width);
  pen.font = `700 ${size}px ${FAMILY}`;
  pen.textAlign = row === 0 ? "left" : "right";
  pen.textBaseline = "middle";
  pen.fillText(text, goal, middle + 0.06 * size);
  let x = goal + ahead * (pen.measureText(text).width + 0.5 * HEIGHT);
  const reach = 0.3 * HEIGHT; // half as high as a chevron is
  const thick = 0.22 * HEIGHT;
  for (let i = 0; i < CHEVRONS; i++, x += ahead * 0.5 * HEIGHT) {
    pen.beginPath();
    for (const [forth, up] of [
      [0, -1],
      [thick, -1],
      [thick + 0.8 * reach, 0],
      [thick, 1],
      [0, 1],
      [0.8 * reach, 0],
    ] as const) {
      pen.lineTo(x + ahead * forth, middle + up * reach);
    }
    pen.fill();
  }
}
