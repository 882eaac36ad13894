/** All robots: one draw for each kind. Those with joints are drawn by `figures.ts`; here, from above, what they stand on. */
import { DynamicDrawUsage, Group, InstancedBufferAttribute, InstancedBufferGeometry, Mesh } from "three";
import type { BufferGeometry, ShaderMaterial } from "three";
import { type Frame, nameOf } from "../wire/frame";
import type { Pitch } from "../wire/schema";
import { FRAME } from "../wire/schema";
import type { Body } from "./body";
import { bodyOf, circumradius, inradius } from "./body";
import type { Eye } from "./eye";
import { FigureMesh } from "./figures";
import type { SharedUniforms } from "./material";
import { NEAR_SIZE, ORDER, paint } from "./material";
import { TEAMS } from "./palette";
import { patternOf } from "./patterns";
import type { Point } from "./solid";
import { OUTLINE_MATERIAL, outlineGeometry } from "./robotOutline";

const WHEELS_SIZE = 12; // css px: on smaller ones wheels are not seen
const TILTED = 60; // css px: seen from the side, tops are flat, and their patterns black specks on smaller robots
const HELD = 0.85; // of that size: robots that come and go do not make the patterns flicker
const MOST = 256; // of one kind
const PLATE = 0.004; // m, height of what is drawn below a robot with joints

const MATERIAL = {
  vertex: `
    attribute vec3 face;
    attribute vec3 tint;
    attribute vec2 part; // which, brightness
    attribute vec4 place; // x, y, cos and sin of the heading
    attribute vec3 team;
    attribute vec2 state; // bits of the number, holding
    uniform float closeUp; // of all robots in the picture
    uniform vec3 set;
    uniform vec3 clear;
    varying vec3 shown;
    vec2 turned(vec2 v) { return vec2(place.z * v.x - place.w * v.y, place.w * v.x + place.z * v.y); }
    void main() {
      int which = int(part.x + 0.5);
      vec3 colour = tint;
      bool fine = which == 3 || which == 5 || which >= 8;
      if ((which == 6 && (closeUp > 0.5 || above < 0.5)) || (fine && closeUp < 0.5)) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
      if (which == 1 || which == 5 || which == 6) colour = team;
      else if (which == 2) colour = mix(team, tint, closeUp);
      else if (which == 4) colour = mix(tint, vec3(1.0, 0.95, 0.8), state.y);
      else if (which >= 8) colour = ((int(state.x + 0.5) >> (which - 8)) & 1) == 1 ? set : clear;
      // What faces up keeps its colour; walls take the light of the sun in the south-west.
      vec2 wall = turned(face.xy);
      float light = mix(0.7 + 0.2 * dot(wall, vec2(-0.45, -0.89)), 1.0, face.z);
      shown = colour * light * part.y;
      gl_Position = projectionMatrix * viewMatrix * vec4(place.xy + turned(position.xy), position.z, 1.0);
    }`,
  fragment: `
    varying vec3 shown;
    void main() { gl_FragColor = vec4(shown, 1.0); }`,
  depth: true,
  blend: false,
};

type Bodies = Mesh<InstancedBufferGeometry, ShaderMaterial>;

/** One kind: its mesh, and where its robots are. */
class KindMesh {
  readonly mesh: Bodies;
  readonly outline: Bodies; // from above: a soft rim and a beak
  count = 0;
  readonly places = new Float32Array(4 * MOST);
  readonly teams = new Float32Array(3 * MOST);
  readonly states = new Float32Array(2 * MOST);

  constructor(shared: SharedUniforms, pitch: Pitch, index: number, closeUp: { value: number }) {
    const told = pitch.kinds[index] as Pitch["kinds"][number];
    const { figure } = told;
    // Below a robot with joints, a plate in the colour of the team with its heading: from far above it is too slender.
    const kind = figure === null ? told : { ...told, height: PLATE };
    this.figure = figure === null ? null : new FigureMesh(shared, figure);
    const pattern = patternOf(pitch.markers, inradius(kind.outline));
    this.body = bodyOf(kind, pattern);
    const geometry = instanced(this.body.geometry);
    const outline = instanced(outlineGeometry(kind));
    const attribute = (numbers: Float32Array, width: number) =>
      new InstancedBufferAttribute(numbers, width).setUsage(DynamicDrawUsage);
    const place = attribute(this.places, 4);
    geometry.setAttribute("place", place);
    outline.setAttribute("place", place);
    const team = attribute(this.teams, 3);
    geometry.setAttribute("team", team);
    outline.setAttribute("team", team);
    geometry.setAttribute("state", attribute(this.states, 2));
    const uniforms = {
      span: { value: 2 * circumradius(kind.outline) },
      closeUp,
      covered: { value: pattern.cover ? 1 : 0 },
      set: { value: pattern.set },
      clear: { value: pattern.clear },
    };
    this.mesh = new Mesh(geometry, paint(shared, { ...MATERIAL, uniforms }));
    this.mesh.renderOrder = ORDER.BODIES;
    this.outline = new Mesh(outline, paint(shared, { ...OUTLINE_MATERIAL, uniforms }));
    this.outline.renderOrder = ORDER.OUTLINES;
    this.mesh.frustumCulled = this.mesh.matrixAutoUpdate = false;
    this.outline.frustumCulled = this.outline.matrixAutoUpdate = false;
    this.bits = pattern.bits;
  }

  readonly bits: (id: number) => number;
  readonly figure: FigureMesh | null;
  private readonly body: Body;

  /** Draw only what can be seen; `span`: the size of a robot on screen, px. */
  choose(above: boolean, span: number, closeUp: boolean): void {
    const { tops, wheels, marks, end } = this.body;
    const from = above ? tops : 0;
    const to = closeUp && this.figure === null ? end : !above && span > WHEELS_SIZE ? marks : wheels;
    this.mesh.geometry.setDrawRange(from, to - from);
    this.outline.visible = above && this.count > 0;
    if (this.figure !== null) this.mesh.visible = this.outline.visible;
  }

  done(): void {
    const { geometry } = this.mesh;
    geometry.instanceCount = this.outline.geometry.instanceCount = this.count;
    this.mesh.visible = this.count > 0;
    this.figure?.done();
    for (const name of ["place", "team", "state"]) {
      const attribute = geometry.getAttribute(name) as InstancedBufferAttribute;
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, this.count * attribute.itemSize);
      attribute.needsUpdate = true;
    }
  }
}

function instanced(from: BufferGeometry): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry();
  for (const name of Object.keys(from.attributes)) geometry.setAttribute(name, from.getAttribute(name));
  geometry.setIndex(from.index);
  return geometry;
}

/** What the others need to know about a robot's kind. */
export interface Build {
  radius: number;
  height: number;
  outline: readonly Point[];
  label: number; // height of its number, seen from aside; of a robot with joints, while it stands
}

export class Robots {
  readonly group = new Group();
  private readonly closeUp = { value: 1 };
  private readonly near = new WeakMap<Eye, boolean>(); // through which eyes patterns are seen
  private kindMeshes: KindMesh[] = [];
  private builds: Build[] = [];
  private readonly kinds = new Map<string, number>(); // by the names of robots
  private readonly trunks = new Map<string, number>(); // heights of those with joints

  constructor(private readonly shared: SharedUniforms) {}

  rebuild(pitch: Pitch): void {
    for (const { mesh, outline, figure } of this.kindMeshes) {
      if (figure !== null) this.group.remove(figure.mesh);
      figure?.dispose();
      for (const part of [mesh, outline]) {
        this.group.remove(part);
        part.geometry.dispose();
        part.material.dispose();
      }
    }
    this.kindMeshes = pitch.kinds.map((_, index) => new KindMesh(this.shared, pitch, index, this.closeUp));
    this.builds = pitch.kinds.map(({ outline, height, figure }) => {
      // On the lower half, because the cover carries a pattern; of a robot with joints, on the trunk.
      return { radius: circumradius(outline), height, outline, label: figure?.standing ?? 0.4 * height };
    });
    for (const { mesh, outline, figure } of this.kindMeshes) {
      this.group.add(mesh, outline);
      if (figure !== null) this.group.add(figure.mesh);
    }
    this.kinds.clear();
    for (const { team, id, kind } of pitch.players) this.kinds.set(nameOf(team, id), kind);
  }

  /** Whether patterns are drawn at all. */
  patterns = true;

  /** One that was added by hand is of the first kind. */
  private kind(name: string): number {
    return this.kinds.get(name) ?? 0;
  }

  build(name: string): Build | undefined {
    return this.builds[this.kind(name)];
  }

  /** The height at which the number of a robot is written, seen from aside. */
  label(name: string): number {
    return this.trunks.get(name) ?? this.build(name)?.label ?? 0;
  }

  /** Make ready for the look through one eye; `except`: the robot it sits on. */
  aim(eye: Eye, frame: Frame, except: string | null): void {
    const span = this.span(eye, frame, except);
    const least = eye.above ? NEAR_SIZE : this.near.get(eye) ? HELD * TILTED : TILTED;
    const closeUp = this.patterns && span > least;
    this.near.set(eye, closeUp);
    this.closeUp.value = closeUp ? 1 : 0;
    for (const kindMesh of this.kindMeshes) {
      kindMesh.choose(eye.above, span, closeUp);
      kindMesh.figure?.aim(except, eye.above && span < NEAR_SIZE);
    }
  }

  /** The size of the robots in a picture, px: the middle one of all that are in it. */
  private span(eye: Eye, frame: Frame, except: string | null): number {
    const spans: number[] = [];
    for (const { name, x, y } of frame.robots) {
      const build = this.build(name);
      const spot = name === except || build === undefined ? null : eye.screen(x, y, build.height);
      if (spot === null || build === undefined) continue;
      const span = (2 * build.radius) / eye.metres(x, y, build.height);
      const beside = Math.max(-spot.x, spot.x - eye.width, -spot.y, spot.y - eye.height); // px outside
      if (eye.above || beside < span) spans.push(span);
    }
    return spans.sort((a, b) => a - b)[spans.length >> 1] ?? 0;
  }

  take(frame: Frame): void {
    const poses = new Map(frame.articulated.map((pose) => [pose.name, pose]));
    this.trunks.clear();
    for (const { name, position } of frame.articulated) this.trunks.set(name, position[2]);
    for (const kindMesh of this.kindMeshes) {
      kindMesh.count = 0;
      kindMesh.figure?.clear();
    }
    for (const robot of frame.robots) {
      const kindMesh = this.kindMeshes[this.kind(robot.name)];
      if (kindMesh === undefined || kindMesh.count === MOST) continue;
      kindMesh.figure?.add(robot, poses.get(robot.name) ?? null);
      const at = kindMesh.count++;
      kindMesh.places[4 * at] = robot.x;
      kindMesh.places[4 * at + 1] = robot.y;
      kindMesh.places[4 * at + 2] = Math.cos(robot.heading);
      kindMesh.places[4 * at + 3] = Math.sin(robot.heading);
      kindMesh.teams.set(TEAMS[robot.owner], 3 * at);
      kindMesh.states[2 * at] = kindMesh.bits(robot.id);
      kindMesh.states[2 * at + 1] = robot.state & FRAME.HOLDING ? 1 : 0;
    }
    for (const kindMesh of this.kindMeshes) kindMesh.done();
  }
}
