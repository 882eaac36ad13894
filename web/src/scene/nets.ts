/** The nets, a light grid; and the edges of plates, which from afar would be thinner than a pixel. */
import type { Field } from "../wire/schema";
import { inside } from "./arena";
import type { Palette } from "./palette";
import type { Strokes } from "./strokes";

const MESHES = 9; // from the bar to the ground

export function layNets(strokes: Strokes, field: Field, palette: Palette): void {
  strokes.clear();
  if (field.goal.kind !== "net") return;
  const { width, depth, height, roof } = field.goal;
  const mesh = height / MESHES;
  const [red, green, blue] = palette.net;
  strokes.colour(red, green, blue, 0.42);
  strokes.width(0.004, 0.6);
  for (const side of [-1, 1]) {
    const line = (side * field.length) / 2;
    const back = line + side * depth;
    const half = width / 2;
    const wide = Math.round(width / mesh);
    const deep = Math.max(1, Math.round(depth / mesh));
    for (let i = 0; i <= wide; i++) {
      const y = -half + (i / wide) * width;
      strokes.add(back, y, 0, back, y, height);
      if (roof) strokes.add(line, y, height, back, y, height);
    }
    for (let i = 0; i <= MESHES; i++) {
      const z = i * mesh;
      strokes.add(back, -half, z, back, half, z);
      for (const y of [-half, half]) strokes.add(line, y, z, back, y, z);
    }
    for (let i = 1; i <= deep; i++) {
      const x = line + (side * depth * i) / deep;
      for (const y of [-half, half]) strokes.add(x, y, 0, x, y, height);
      if (roof) strokes.add(x, -half, height, x, half, height);
    }
  }
  strokes.done();
}

export function layEdges(strokes: Strokes, field: Field, palette: Palette): void {
  const { goal } = field;
  const [red, green, blue] = palette.goal;
  strokes.clear();
  strokes.colour(red, green, blue, 1);
  strokes.width(0, 1.3);
  for (const side of goal.kind === "plates" ? [-1, 1] : []) {
    const line = (side * field.length) / 2;
    const middle = line + side * (goal.depth + goal.thickness / 2);
    const end = goal.reaches_wall && field.recess === 0 ? side * inside(field).x : middle;
    const half = (goal.width + goal.thickness) / 2;
    const top = goal.height + 0.001;
    for (const y of [-half, half]) strokes.add(line, y, top, end, y, top);
    strokes.add(middle, -half, top, middle, half, top);
  }
  strokes.done();
}
