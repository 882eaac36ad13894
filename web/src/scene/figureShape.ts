/** The mesh of a robot with joints: the solids of all its parts; each corner knows its part. */
import {
  BoxGeometry,
  BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  Float32BufferAttribute,
  Matrix4,
  Quaternion,
  SphereGeometry,
  Vector3,
} from "three";
import type { Figure, FigureShape } from "../wire/schema";

const AROUND = 20; // corners of a circle

export function figureGeometry(figure: Figure): BufferGeometry {
  const places: number[] = [];
  const normals: number[] = [];
  const tints: number[] = [];
  const parts: number[] = []; // which, in the colour of the team
  figure.parts.forEach(({ shapes }, part) => {
    for (const shape of shapes) {
      const solid = solidOf(shape);
      const turn = new Quaternion(shape.quaternion[1], shape.quaternion[2], shape.quaternion[3], shape.quaternion[0]);
      solid.applyMatrix4(new Matrix4().compose(new Vector3(...shape.position), turn, new Vector3(1, 1, 1)));
      const place = solid.getAttribute("position");
      const normal = solid.getAttribute("normal");
      for (let corner = 0; corner < place.count; corner++) {
        places.push(place.getX(corner), place.getY(corner), place.getZ(corner));
        normals.push(normal.getX(corner), normal.getY(corner), normal.getZ(corner));
        tints.push(...shape.colour);
        parts.push(part, shape.marked ? 1 : 0);
      }
      solid.dispose();
    }
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(places, 3));
  geometry.setAttribute("face", new Float32BufferAttribute(normals, 3));
  geometry.setAttribute("tint", new Float32BufferAttribute(tints, 3));
  geometry.setAttribute("part", new Float32BufferAttribute(parts, 2));
  return geometry;
}

/** A solid around the origin, along z, as triangles that share no corners. */
function solidOf({ kind, size: [a, b, c], mesh }: FigureShape): BufferGeometry {
  let solid: BufferGeometry;
  if (kind === "box") solid = new BoxGeometry(2 * a, 2 * b, 2 * c);
  else if (kind === "sphere") solid = new SphereGeometry(a, AROUND, AROUND / 2);
  else if (kind === "ellipsoid") solid = new SphereGeometry(1, AROUND, AROUND / 2).scale(a, b, c);
  else if (kind === "capsule") solid = new CapsuleGeometry(a, 2 * b, AROUND / 4, AROUND).rotateX(Math.PI / 2);
  else if (kind === "cylinder") solid = new CylinderGeometry(a, a, 2 * b, AROUND).rotateX(Math.PI / 2);
  else {
    solid = new BufferGeometry();
    solid.setAttribute("position", new Float32BufferAttribute((mesh?.corners ?? []).flat(), 3));
    solid.setIndex((mesh?.faces ?? []).flat());
  }
  const apart = solid.index === null ? solid : solid.toNonIndexed();
  if (kind === "mesh") apart.computeVertexNormals(); // flat: what is round has corners enough
  return apart;
}
