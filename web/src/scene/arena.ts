/** What never moves: floor, carpet, boards and goals. */
import type { BufferGeometry } from "three";
import type { Field } from "../wire/schema";
import type { Palette, Rgb } from "./palette";
import { Solid } from "./solid";
import type { Point } from "./solid";

const STRIPES = 12; // mowing stripes from goal to goal; six in each half

/** Half the size of the room inside the boards. */
export function inside(field: Field): { x: number; y: number } {
  return { x: field.length / 2 + field.margin_goal, y: field.width / 2 + field.margin_touch };
}

/** How far the goals reach beyond the boards. */
export function recess(field: Field): number {
  return field.recess;
}

function thickness(field: Field): number {
  return Math.max(0.006 * field.length, 0.012);
}

/** The floor around the pitch, fading into the hall: only seen from the side. */
export function floorOf(field: Field, palette: Palette): BufferGeometry {
  const floor = new Solid();
  const reach = 2.2 * inside(field).x;
  const rim: Point[] = [];
  for (let i = 0; i < 32; i++) {
    const angle = (i / 16) * Math.PI;
    rim.push([reach * Math.cos(angle), reach * Math.sin(angle)]);
  }
  rim.forEach((point, i) => floor.flat([[0, 0], point, rim[(i + 1) % 32] as Point], 0, palette.floor, palette.hall));
  return floor.geometry();
}

/** Carpet and margin beside each other, each pixel once: that is most of the work on weak graphics. */
export function carpetOf(field: Field, palette: Palette): BufferGeometry {
  const carpet = new Solid();
  const { x, y } = inside(field);
  const lineX = field.length / 2;
  const lineY = field.width / 2;
  const stripe = field.length / STRIPES;
  for (let i = 0; i < STRIPES; i++) {
    const left = -lineX + i * stripe;
    const colour = i % 2 === 0 ? palette.carpet : palette.stripe;
    carpet.rectangle(left, left + stripe, -lineY, lineY, 0, colour);
  }
  for (const side of [-1, 1]) {
    carpet.rectangle(-x, x, side < 0 ? -y : lineY, side < 0 ? -lineY : y, 0, palette.margin);
    carpet.rectangle(side < 0 ? -x : lineX, side < 0 ? -lineX : x, -lineY, lineY, 0, palette.margin);
    const back = lineX + field.goal.depth;
    const half = field.goal.width / 2;
    carpet.rectangle(side < 0 ? -back : lineX, side < 0 ? -lineX : back, -half, half, 0, palette.room);
  }
  return carpet.geometry();
}

export function boardsOf(field: Field, palette: Palette): BufferGeometry {
  const solid = new Solid();
  boards(solid, field, palette.board);
  for (const side of [-1, 1]) {
    if (field.goal.kind === "plates") plates(solid, field, side, palette.goal);
    else if (field.goal.kind === "net") frame(solid, field, side, palette.goal);
  }
  return solid.geometry();
}

function boards(solid: Solid, field: Field, colour: Rgb): void {
  const { x, y } = inside(field);
  const thick = thickness(field);
  const top = field.wall_height;
  if (top > 0) {
    for (const end of [-1, 1]) {
      const low = end < 0 ? -y - thick : y;
      solid.box(-x - thick, x + thick, low, low + thick, 0, top, colour);
    }
    for (const side of [-1, 1]) endBoard(solid, field, side, colour);
  }
  for (const [atX, atY, leg, way] of field.fillings) {
    for (const side of [-1, 1]) {
      for (const end of [-1, 1]) {
        const corner: Point[] = [
          [side * atX, end * atY],
          [side * (atX - leg), end * atY],
          [side * atX, end * (atY - way * leg)],
        ];
        if (side * end * way < 0) corner.reverse(); // counter-clockwise everywhere
        solid.prism(corner, 0, Math.max(top, 0.01), colour);
      }
    }
  }
}

/** Behind a goal line: whole, or with a gap and the goal's room behind it. */
function endBoard(solid: Solid, field: Field, side: number, colour: Rgb): void {
  const { x, y } = inside(field);
  const thick = thickness(field);
  const top = field.wall_height;
  const near = side < 0 ? -x - thick : x;
  if (field.recess === 0) {
    solid.box(near, near + thick, -y, y, 0, top, colour);
    return;
  }
  const own = field.goal.kind !== "recess"; // the goal has walls of its own, and stands in the gap
  const half = field.goal.width / 2 + (own ? field.goal.thickness : 0);
  const back = x + field.recess;
  const outer = side < 0 ? -back - thick : back;
  solid.box(near, near + thick, half, y, 0, top, colour);
  solid.box(near, near + thick, -y, -half, 0, top, colour);
  if (own) return;
  solid.box(outer, outer + thick, -half - thick, half + thick, 0, top, colour);
  const room = side < 0 ? -back : x + thick;
  const deep = Math.max(0, field.goal.depth - thick);
  solid.box(room, room + deep, half, half + thick, 0, top, colour);
  solid.box(room, room + deep, -half - thick, -half, 0, top, colour);
}

function plates(solid: Solid, field: Field, side: number, colour: Rgb): void {
  const { goal } = field;
  const line = field.length / 2;
  const back = line + goal.depth;
  const half = goal.width / 2;
  const thick = goal.thickness;
  const end = goal.reaches_wall ? Math.max(inside(field).x, back + thick) : back + thick;
  const box = (from: number, to: number, low: number, high: number) =>
    solid.box(Math.min(side * from, side * to), Math.max(side * from, side * to), low, high, 0, goal.height, colour);
  box(line, end, half, half + thick);
  box(line, end, -half - thick, -half);
  box(back, back + thick, -half, half);
}

/** Two posts and a bar on the goal line. */
function frame(solid: Solid, field: Field, side: number, colour: Rgb): void {
  const { goal } = field;
  const thick = goal.thickness;
  const half = goal.width / 2;
  const near = side < 0 ? -field.length / 2 - thick : field.length / 2;
  solid.box(near, near + thick, half, half + thick, 0, goal.height, colour);
  solid.box(near, near + thick, -half - thick, -half, 0, goal.height, colour);
  if (!goal.crossbar) return;
  solid.box(near, near + thick, -half - thick, half + thick, goal.height, goal.height + thick, colour);
}
