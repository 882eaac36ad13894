/** Robots with joints: one draw for each kind. The poses of their parts are in a texture, a row for each robot. */
import {
  DataTexture,
  DynamicDrawUsage,
  FloatType,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  type Matrix4,
  Mesh,
  NearestFilter,
  RGBAFormat,
  type ShaderMaterial,
} from "three";
import type { Articulated, Robot } from "../wire/frame";
import type { Figure } from "../wire/schema";
import { figureGeometry } from "./figureShape";
import { poseParts, standing } from "./kinematics";
import type { SharedUniforms } from "./material";
import { ORDER, paint } from "./material";
import { TEAMS } from "./palette";

const MOST = 64; // of one kind
const WIDTH = 12; // numbers of a pose: three rows of a matrix

const MATERIAL = {
  vertex: `
    attribute vec3 face;
    attribute vec3 tint;
    attribute vec2 part; // which, in the colour of the team
    attribute vec3 team;
    attribute float row;
    uniform highp sampler2D poses;
    uniform float hidden; // the row of one
    uniform float far;
    varying vec3 shown;
    void main() {
      // From far above, one that stands is a plate in the colour of its team; one that fell is seen lying.
      bool stands = texelFetch(poses, ivec2(2, int(row + 0.5)), 0).z > 0.7;
      if (abs(row - hidden) < 0.5 || (far > 0.5 && stands)) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
      ivec2 at = ivec2(3 * int(part.x + 0.5), int(row + 0.5));
      vec4 a = texelFetch(poses, at, 0);
      vec4 b = texelFetch(poses, at + ivec2(1, 0), 0);
      vec4 c = texelFetch(poses, at + ivec2(2, 0), 0);
      vec4 here = vec4(position, 1.0);
      vec3 normal = vec3(dot(a.xyz, face), dot(b.xyz, face), dot(c.xyz, face));
      // The sun is in the south-west, as for what has wheels; from below comes the light of the ground.
      float light = 0.74 + 0.16 * dot(normal.xy, vec2(-0.45, -0.89)) + 0.26 * normal.z;
      shown = mix(tint, team, 0.85 * part.y) * light;
      gl_Position = projectionMatrix * viewMatrix * vec4(dot(a, here), dot(b, here), dot(c, here), 1.0);
    }`,
  fragment: `
    varying vec3 shown;
    void main() { gl_FragColor = vec4(shown, 1.0); }`,
  depth: true,
  blend: false,
};

export class FigureMesh {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  private readonly poses: Float32Array;
  private readonly texture: DataTexture;
  private readonly teams = new Float32Array(3 * MOST);
  private readonly names: string[] = [];
  private readonly parts: Matrix4[] = [];
  private readonly hidden = { value: -1 };
  private readonly far = { value: 0 };

  constructor(
    shared: SharedUniforms,
    private readonly figure: Figure,
  ) {
    const solid = figureGeometry(figure);
    const geometry = new InstancedBufferGeometry();
    for (const name of Object.keys(solid.attributes)) geometry.setAttribute(name, solid.getAttribute(name));
    geometry.setAttribute("team", new InstancedBufferAttribute(this.teams, 3).setUsage(DynamicDrawUsage));
    const rows = Float32Array.from({ length: MOST }, (_, row) => row);
    geometry.setAttribute("row", new InstancedBufferAttribute(rows, 1));
    this.poses = new Float32Array(WIDTH * figure.parts.length * MOST);
    this.texture = new DataTexture(this.poses, 3 * figure.parts.length, MOST, RGBAFormat, FloatType);
    this.texture.minFilter = this.texture.magFilter = NearestFilter;
    const uniforms = { poses: { value: this.texture }, hidden: this.hidden, far: this.far };
    this.mesh = new Mesh(geometry, paint(shared, { ...MATERIAL, uniforms }));
    this.mesh.renderOrder = ORDER.BODIES;
    this.mesh.frustumCulled = this.mesh.matrixAutoUpdate = false;
  }

  clear(): void {
    this.names.length = 0;
  }

  /** One more robot; `pose`: null if only its place on the ground is known. */
  add({ name, owner, x, y, heading }: Robot, pose: Articulated | null): void {
    const row = this.names.length;
    if (row === MOST) return;
    this.names.push(name);
    this.teams.set(TEAMS[owner], 3 * row);
    poseParts(this.figure, pose ?? standing(this.figure, x, y, heading), this.parts);
    let at = WIDTH * this.figure.parts.length * row;
    for (const { elements } of this.parts) {
      for (let line = 0; line < 3; line++) {
        for (let column = 0; column < 4; column++) this.poses[at++] = elements[4 * column + line] as number;
      }
    }
  }

  done(): void {
    this.mesh.geometry.instanceCount = this.names.length;
    this.mesh.visible = this.names.length > 0;
    this.texture.needsUpdate = true;
    this.mesh.geometry.getAttribute("team").needsUpdate = true;
  }

  /** Make ready for one eye; `except`: the robot that it sits on, `far`: from above, too small to be told apart. */
  aim(except: string | null, far: boolean): void {
    this.hidden.value = except === null ? -1 : this.names.indexOf(except);
    this.far.value = far ? 1 : 0;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.texture.dispose();
  }
}
