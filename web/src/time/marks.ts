/** Marks on the time bar: each kind has its own shape, and teams differ by shape as well as by colour. */
import type { Mark } from "../wire/schema";

export interface Ink {
  text: string;
  faint: string;
  edge: string;
  accent: string;
  warn: string;
  blue: string;
  yellow: string;
  panel: string;
}

/** What a mark is called for those who read. */
export function titleOf(mark: Mark): string {
  return mark.text !== "" ? mark.text : mark.kind;
}

/** What is more important is drawn later, and is found first by the pointer. */
export const RANK: Record<Mark["kind"], number> = {
  collision: 0,
  note: 0,
  input: 1,
  kick: 2,
  restart: 3,
  referee: 3,
  out: 4,
  goal: 5,
};

/** Whether the bar has a mark for it at all. */
export function shown(mark: Mark): boolean {
  return mark.kind !== "collision"; // robots meet all the time
}

/** @param x of the mark @param height of the bar, css px */
export function drawMark(pen: CanvasRenderingContext2D, mark: Mark, x: number, height: number, ink: Ink): void {
  const middle = height / 2;
  const colour = mark.team === null ? ink.text : ink[mark.team];
  pen.fillStyle = pen.strokeStyle = colour;
  pen.lineWidth = 1.5;
  switch (mark.kind) {
    case "goal":
      pen.fillRect(x - 1, 2, 2, height - 4);
      shape(pen, mark.team, x, middle, 6.5, ink);
      break;
    case "out": // a cross
      cross(pen, x, middle, 3.5);
      break;
    case "restart": // play goes on: a small arrow at the top
      pen.fillStyle = ink.text;
      triangle(pen, [x - 2.5, 1], [x - 2.5, 7], [x + 3, 4]);
      break;
    case "referee": // a flag
      pen.fillStyle = ink.warn;
      pen.fillRect(x - 0.75, 2, 1.5, height - 7);
      triangle(pen, [x, 2], [x + 8, 5], [x, 8]);
      break;
    case "kick": // a tick at the bottom
      pen.fillRect(x - 0.75, height - 8, 1.5, 6);
      break;
    case "input": // a hand from above
      pen.fillStyle = ink.accent;
      triangle(pen, [x - 3, 1], [x + 3, 1], [x, 5]);
      break;
    case "note":
      pen.fillStyle = ink.faint;
      pen.fillRect(x - 0.5, 2, 1, 4);
      break;
  }
}

/** Blue is round, yellow is a diamond. */
function shape(
  pen: CanvasRenderingContext2D,
  team: Mark["team"],
  x: number,
  y: number,
  size: number,
  ink: Ink,
): void {
  pen.beginPath();
  if (team === "yellow") {
    pen.moveTo(x, y - size - 1);
    pen.lineTo(x + size + 1, y);
    pen.lineTo(x, y + size + 1);
    pen.lineTo(x - size - 1, y);
    pen.closePath();
  } else pen.arc(x, y, size, 0, 2 * Math.PI);
  pen.fill();
  pen.strokeStyle = ink.panel;
  pen.stroke();
}

function triangle(pen: CanvasRenderingContext2D, ...corners: [number, number][]): void {
  pen.beginPath();
  for (const [x, y] of corners) pen.lineTo(x, y);
  pen.fill();
}

function cross(pen: CanvasRenderingContext2D, x: number, y: number, size: number): void {
  pen.beginPath();
  pen.moveTo(x - size, y - size);
  pen.lineTo(x + size, y + size);
  pen.moveTo(x + size, y - size);
  pen.lineTo(x - size, y + size);
  pen.stroke();
}
