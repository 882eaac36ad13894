/** Where the parts of a robot with joints are: first a part's place, then its joints in their order, as in MuJoCo. */
import { Matrix4, Quaternion, Vector3 } from "three";
import type { Articulated } from "../wire/frame";
import type { Figure, FigureJoint } from "../wire/schema";

type Pose = Pick<Articulated, "position" | "quaternion" | "joints">;

const place = new Vector3();
const turn = new Quaternion();
const axis = new Vector3();
const one = new Vector3(1, 1, 1);
const step = new Matrix4();

/** The pose of a robot of which only its place on the ground is known: it stands, with all joints at zero. */
export function standing(figure: Figure, x: number, y: number, heading: number): Pose {
  const quaternion: Articulated["quaternion"] = [Math.cos(heading / 2), 0, 0, Math.sin(heading / 2)];
  return { position: [x, y, figure.standing], quaternion, joints: [] };
}

/** Writes the matrices of all parts. */
export function poseParts(figure: Figure, { position, quaternion: [w, x, y, z], joints }: Pose, parts: Matrix4[]): void {
  figure.parts.forEach((part, index) => {
    const matrix = (parts[index] ??= new Matrix4());
    const parent = parts[part.parent];
    if (parent === undefined) {
      matrix.compose(place.set(...position), turn.set(x, y, z, w).normalize(), one);
      return;
    }
    const [pw, px, py, pz] = part.quaternion;
    matrix.multiplyMatrices(parent, step.compose(place.set(...part.position), turn.set(px, py, pz, pw), one));
    for (const joint of part.joints) move(matrix, joint, joints[joint.row] ?? joint.zero);
  });
}

/** Turns a part about a joint, or shifts it along. */
function move(matrix: Matrix4, { slides, anchor, axis: along, zero, factors }: FigureJoint, angle: number): void {
  let way = 0;
  for (let power = factors.length - 1; power >= 0; power--) way = way * (angle - zero) + (factors[power] as number);
  if (slides) {
    matrix.multiply(step.makeTranslation(along[0] * way, along[1] * way, along[2] * way));
    return;
  }
  matrix.multiply(step.makeTranslation(...anchor));
  matrix.multiply(step.makeRotationAxis(axis.set(...along), way));
  matrix.multiply(step.makeTranslation(-anchor[0], -anchor[1], -anchor[2]));
}
