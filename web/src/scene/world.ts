/** Everything that can be seen, and the order in which it is drawn. */
import { BufferGeometry, Mesh, Scene } from "three";
import type { ShaderMaterial } from "three";
import type { Page } from "../model/page";
import type { Frame } from "../wire/frame";
import type { Field, Pitch } from "../wire/schema";
import { boardsOf, carpetOf, floorOf } from "./arena";
import { BallSphere, LEAST_RADIUS } from "./ball";
import { BallTrail } from "./balltrail";
import { drawEffects } from "./effects";
import type { Eye } from "./eye";
import type { SharedUniforms } from "./material";
import { ORDER, newSharedUniforms, paint } from "./material";
import { drawHooks } from "./hooks";
import { Lettering } from "./lettering";
import { LINES_MATERIAL, linesOf } from "./lines";
import { drawArrows, drawFootprints, drawRings, drawSeen } from "./marks";
import { drawReport } from "./reports";
import { layEdges, layNets } from "./nets";
import { writeNumbers } from "./numbers";
import type { Palette } from "./palette";
import { BLACK, CAMERA, WHITE } from "./palette";
import type { Grade } from "./quality";
import { Robots } from "./robots";
import { drawRuling } from "./ruling";
import { Discs } from "./discs";
import { Saves } from "./saves";
import { TeamDrawings } from "./teamDrawings";
import { SOLID_MATERIAL } from "./solid";
import { Strokes } from "./strokes";
import { TeamNames } from "./teamnames";
import { Trails } from "./trails";

type Surface = Mesh<BufferGeometry, ShaderMaterial>;

const AIRBORNE = 0.01; // m under the ball

export class World {
  readonly scene = new Scene();
  readonly shared: SharedUniforms = newSharedUniforms();
  readonly robots = new Robots(this.shared);
  readonly saves = new Saves();
  private readonly trails = new Trails();
  private readonly ballTrail = new BallTrail();
  private readonly names = new TeamNames(this.shared);
  private readonly teamDrawings = new TeamDrawings(this.shared);
  private readonly lettering = new Lettering(this.shared);
  private readonly balls: BallSphere[] = [];
  private readonly shadows = new Discs(this.shared, ORDER.SHADOWS);
  private readonly ballShadow = new Discs(this.shared, ORDER.SHADOWS);
  private readonly rings = new Discs(this.shared, ORDER.GROUND_DISCS);
  private readonly tail = new Strokes(this.shared, ORDER.GROUND_STROKES, false);
  private readonly strokes = new Strokes(this.shared, ORDER.GROUND_STROKES, false);
  private readonly upright = new Strokes(this.shared, ORDER.UPRIGHT, true);
  private readonly over = new Strokes(this.shared, ORDER.OVER, false);
  private readonly nets = new Strokes(this.shared, ORDER.NETS, true);
  private readonly edges = new Strokes(this.shared, ORDER.NETS, true);
  private readonly lineTint = { value: [1, 1, 1] as readonly number[] };
  private readonly lineWidth = { value: 0.01 };
  private readonly floor = this.surface(SOLID_MATERIAL, ORDER.FLOOR, false);
  private readonly carpet = this.surface(SOLID_MATERIAL, ORDER.CARPET, false);
  private readonly boards = this.surface(SOLID_MATERIAL, ORDER.BODIES, true);
  private readonly lines: Surface;
  private pitch: Pitch | null = null;
  private frame: Frame | null = null;

  constructor(private readonly page: Page) {
    const uniforms = { tint: this.lineTint, width: this.lineWidth };
    const source = { ...LINES_MATERIAL, depth: false, blend: true, uniforms };
    this.lines = new Mesh(new BufferGeometry(), paint(this.shared, source));
    this.lines.frustumCulled = false;
    this.lines.renderOrder = ORDER.LINES;
    this.scene.matrixWorldAutoUpdate = false; // nothing in it has a place of its own
    this.scene.add(this.floor, this.carpet, this.lines, this.boards, this.nets.mesh, this.edges.mesh);
    this.scene.add(this.names.mesh, this.tail.mesh);
    this.scene.add(this.robots.group);
    this.scene.add(this.shadows.mesh, this.ballShadow.mesh, this.rings.mesh, this.teamDrawings.group);
    this.scene.add(this.strokes.mesh, this.upright.mesh, this.over.mesh, this.lettering.mesh);
    this.scene.visible = false;
  }

  /** Remember where things were, and what happened to the ball. */
  note(frame: Frame): void {
    this.trails.take(frame);
    this.ballTrail.take(frame);
    if (this.pitch !== null) this.saves.take(frame, this.pitch.field, this.radius);
  }

  /** Forget where things were: time went back, or another match is shown. */
  forget(): void {
    this.trails.clear();
    this.ballTrail.clear();
    this.saves.clear();
  }

  /** Of a robot, m. */
  readonly radius = (name: string): number => this.robots.build(name)?.radius ?? 0.1;

  get field(): Field | null {
    return this.pitch?.field ?? null;
  }

  rebuild(pitch: Pitch, palette: Palette): void {
    const { field } = pitch;
    if (this.pitch !== pitch) this.robots.rebuild(pitch);
    this.pitch = pitch;
    for (const [surface, geometry] of [
      [this.floor, floorOf(field, palette)],
      [this.carpet, carpetOf(field, palette)],
      [this.boards, boardsOf(field, palette)],
      [this.lines, linesOf(field)],
    ] as const) {
      surface.geometry.dispose();
      surface.geometry = geometry;
    }
    this.names.rebuild(field, pitch.names);
    this.lineTint.value = palette.line;
    this.lineWidth.value = field.line_width;
    layNets(this.nets, field, palette);
    layEdges(this.edges, field, palette);
    this.scene.visible = true;
  }

  /** What the teams drew changed, or which of it is to be seen. */
  drawTeams(hidden: ReadonlySet<string>): void {
    this.teamDrawings.rebuild(this.page.drawings, hidden);
  }

  /** Put everything where the frame says. */
  take(frame: Frame, grade: Grade): void {
    const { page, pitch, robots } = this;
    if (pitch === null) return;
    this.frame = frame;
    const { layers } = page;
    const { ball } = frame;
    const radius = pitch.ball_radius;
    robots.patterns = grade.detail;
    robots.group.visible = layers.truth;
    this.nets.mesh.visible = grade.detail && pitch.field.goal.kind === "net";
    this.teamDrawings.group.visible = layers.drawings;
    robots.take(frame);
    this.placeBalls(frame, radius, layers.truth);

    this.shadows.clear();
    this.rings.clear();
    this.tail.clear();
    this.strokes.clear();
    this.upright.clear();
    this.over.clear();
    if (layers.truth && grade.shadows) {
      for (const { name, x, y } of frame.robots) {
        const build = robots.build(name);
        if (build === undefined) continue;
        const { radius: reach } = build;
        this.shadows.shadow(x + 0.12 * reach, y + 0.2 * reach, 1.5 * reach, 0, BLACK, 0.5);
      }
    }
    if (layers.truth) {
      drawEffects(this.rings, this.tail, frame, pitch.field, radius, page.marks, this.saves);
      this.ballTrail.draw(this.tail, frame, pitch.field, radius);
    }
    drawRings(this.rings, frame, robots, page.selection, radius);
    if (layers.cameras) drawFootprints(this.strokes, pitch.cameras);
    if (layers.trails) this.trails.draw(this.strokes, frame, page);
    if (layers.arrows) drawArrows(this.strokes, frame, robots);
    if (layers.seen) drawSeen(this.over, frame, robots, radius);
    for (const sensed of page.sensed.values()) drawReport(this.over, sensed, page, robots, radius);
    drawRuling(this.strokes, page, ball);
    if (layers.truth) drawHooks(this.upright, frame);
    if (layers.truth && this.airborne) {
      this.upright.colour(...WHITE, 0.85);
      this.upright.width(0, 1.6);
      this.upright.add(ball.x, ball.y, 0, ball.x, ball.y, ball.z - radius);
      this.rings.ring(ball.x, ball.y, radius, 3, 1.4, 0, WHITE, 0.85);
    }
    this.shadows.done();
    this.rings.done();
    this.tail.done();
    this.strokes.done();
    this.upright.done();
    this.over.done();
  }

  /** Make ready for the look through one eye; `except`: the robot it sits on. */
  aim(eye: Eye, except: string | null): void {
    const { shared, frame, pitch, lettering, page } = this;
    this.floor.visible = !eye.above;
    shared.pixel.value = eye.pixel;
    shared.above.value = eye.above ? 1 : 0;
    shared.near.value = eye.near;
    shared.size.value.set(eye.width, eye.height);
    if (frame === null || pitch === null) return;
    this.robots.aim(eye, frame, except);
    const { ball } = frame;
    const { layers } = page;
    const up = Math.max(0, ball.z - pitch.ball_radius);
    this.ballShadow.clear();
    if (layers.truth) {
      // From above a shadow straight below would be hidden: there the light comes from the side.
      const aside = eye.above ? up : 0;
      const reach = 1.4 * pitch.ball_radius;
      this.ballShadow.shadow(ball.x + 0.3 * aside, ball.y + 0.4 * aside, reach, 3.5, BLACK, 0.55 / (1 + up));
    }
    this.ballShadow.done();

    lettering.clear();
    if (layers.numbers && layers.truth) {
      writeNumbers(lettering, eye, frame.robots, this.robots, true, pitch.markers === "dots", except);
    } else if (layers.numbers && layers.seen) {
      writeNumbers(lettering, eye, frame.seen, this.robots, false, false, null);
    }
    if (layers.truth && this.airborne) {
      const metres = eye.metres(ball.x, ball.y, ball.z);
      const beside = metres > 0 ? Math.max(LEAST_RADIUS, pitch.ball_radius / metres) + 6 : 10;
      lettering.add(`${up.toFixed(2)} m`, ball.x, ball.y, ball.z, 11, 0, beside, 0, 1, WHITE, BLACK, 0.8);
    }
    if (layers.cameras) {
      for (const { camera, corners } of pitch.cameras) {
        const x = corners.reduce((sum, corner) => sum + corner[0], 0) / corners.length;
        const y = corners.reduce((sum, corner) => sum + corner[1], 0) / corners.length;
        lettering.add(`camera ${camera}`, x, y, 0, 11, 0.5, 0, 0, 0, CAMERA, BLACK, 0.8);
      }
    }
    this.teamDrawings.write(lettering);
    lettering.done();
  }

  private placeBalls(frame: Frame, radius: number, visible: boolean): void {
    while (this.balls.length < frame.balls.length) {
      const sphere = new BallSphere(this.shared);
      this.balls.push(sphere);
      this.scene.add(sphere.mesh);
    }
    this.balls.forEach((sphere, index) => {
      const ball = frame.balls[index];
      sphere.mesh.visible = visible && ball !== undefined;
      if (ball !== undefined) sphere.put(ball.x, ball.y, ball.z, radius);
    });
  }

  private get airborne(): boolean {
    return this.frame !== null && this.pitch !== null && this.frame.ball.z - this.pitch.ball_radius > AIRBORNE;
  }

  private surface(source: { vertex: string; fragment: string }, order: number, depth: boolean): Surface {
    const mesh = new Mesh(new BufferGeometry(), paint(this.shared, { ...source, depth, blend: false }));
    mesh.frustumCulled = false;
    mesh.matrixAutoUpdate = false;
    mesh.renderOrder = order;
    return mesh;
  }
}
