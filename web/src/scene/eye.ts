/** An eye looks at the pitch in one pane: a camera, and how it is moved by hand. */
import { Matrix4, Vector4 } from "three";
import type { OrthographicCamera, PerspectiveCamera } from "three";
import type { Ball, Robot } from "../wire/frame";
import type { Field } from "../wire/schema";

export interface Spot {
  x: number;
  y: number;
}

/** What an eye may look at. */
export interface Sight {
  field: Field;
  time: number; // s
  ball: Ball;
  robots: readonly Robot[];
  focus: Spot; // what the free view follows: the ball, or the goal in which it has just been
  centre: Spot; // what the ball view is centred on: the ball, or the robot that is followed
  robot: Robot | null; // whose eyes the robot view looks through
  height: number; // of that robot, m
  radius: number;
}

/** x, y and height, m. */
export type Place = [number, number, number];

const point = new Vector4();

export abstract class Eye {
  abstract readonly camera: OrthographicCamera | PerspectiveCamera;
  abstract readonly above: boolean;
  width = 1; // of the pane, css px
  height = 1;
  pixel = 1; // m that a pixel shows at distance 1
  near = 0.01;
  private readonly forth = new Matrix4(); // from the pitch to the screen
  private readonly back = new Matrix4();

  /** Look at things as they are now. */
  abstract look(sight: Sight): void;
  /** Nearer (> 1) or farther; what is at x, y (css px in the pane) stays there where that can be. */
  abstract zoom(factor: number, x: number, y: number): void;
  abstract pan(dx: number, dy: number, x: number, y: number): void;
  abstract orbit(dx: number, dy: number, x: number, y: number): void;

  /** After the camera moved. */
  protected settle(): void {
    const { camera } = this;
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
    this.forth.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    this.back.copy(this.forth).invert();
  }

  /** The place at that height under a place in the pane; null above the horizon. */
  ground(x: number, y: number, height: number): Spot | null {
    const right = (2 * x) / this.width - 1;
    const up = 1 - (2 * y) / this.height;
    point.set(right, up, -1, 1).applyMatrix4(this.back);
    const fromX = point.x / point.w;
    const fromY = point.y / point.w;
    const fromZ = point.z / point.w;
    point.set(right, up, 1, 1).applyMatrix4(this.back);
    const part = (height - fromZ) / (point.z / point.w - fromZ);
    if (!(part >= 0 && part <= 1)) return null;
    return { x: fromX + part * (point.x / point.w - fromX), y: fromY + part * (point.y / point.w - fromY) };
  }

  /** Where a place is in the pane; null behind the eye. */
  screen(x: number, y: number, z: number): Spot | null {
    point.set(x, y, z, 1).applyMatrix4(this.forth);
    if (point.w <= this.near) return null;
    return { x: (point.x / point.w + 1) * 0.5 * this.width, y: (1 - point.y / point.w) * 0.5 * this.height };
  }

  /** The place under a place in the pane that is as far away as another; null behind the eye. */
  beside(x: number, y: number, [px, py, pz]: Place): Place | null {
    point.set(px, py, pz, 1).applyMatrix4(this.forth);
    if (point.w <= this.near) return null;
    const depth = point.z / point.w;
    point.set((2 * x) / this.width - 1, 1 - (2 * y) / this.height, depth, 1).applyMatrix4(this.back);
    return [point.x / point.w, point.y / point.w, point.z / point.w];
  }

  /** m that a pixel shows at a place; 0 behind the eye. */
  metres(x: number, y: number, z: number): number {
    point.set(x, y, z, 1).applyMatrix4(this.forth);
    return point.w <= this.near ? 0 : this.pixel * point.w;
  }
}

export function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
