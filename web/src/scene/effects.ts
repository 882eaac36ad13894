/** What just happened, to be seen without reading: a flash at kicks, a shield at saves, a burst in the goal at goals. */
import type { Frame } from "../wire/frame";
import type { Field, Mark } from "../wire/schema";
import { TEAMS, TINTS, WHITE } from "./palette";
import type { Rgb } from "./palette";
import type { Discs } from "./discs";
import type { Saves } from "./saves";
import type { Strokes } from "./strokes";

const KICK = 0.35; // s that it is seen
const SAVE = 0.9;
const GOAL = 2.4;
const STAY = 2.2; // s for which the television view looks at that goal
const RINGS = 3; // at a goal, one after the other
const RING_EVERY = 0.3; // s
const RAYS = 20;

/** All of it depends on the moment alone: so it is the same in a replay, in a pause, and when time goes back. */
export function drawEffects(
  discs: Discs,
  strokes: Strokes,
  frame: Frame,
  field: Field,
  ball: number, // its radius, m
  marks: readonly Mark[],
  saves: Saves,
): void {
  for (let i = lastBefore(marks, frame.time); i >= 0; i--) {
    const mark = marks[i] as Mark;
    const age = frame.time - mark.time;
    if (age > GOAL) break;
    if (mark.kind === "goal") drawGoal(discs, strokes, frame, field, mark, age);
    else if (mark.kind === "kick" && age < KICK && mark.place) drawKick(discs, field, ball, mark, age / KICK);
  }
  for (const { time, x, y, team } of saves.list) {
    const age = (frame.time - time) / SAVE;
    if (age >= 0 && age < 1) drawSave(discs, x, y, field, TINTS[team], age);
  }
}

/** The index of the last mark that is not in the future; −1 if there is none. */
export function lastBefore(marks: readonly Mark[], time: number): number {
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((marks[middle] as Mark).time <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The goal (−1 blue's, 1 yellow's) in which the ball has just been; 0 if in none. */
export function freshGoal(marks: readonly Mark[], time: number): number {
  for (let i = lastBefore(marks, time); i >= 0; i--) {
    const mark = marks[i] as Mark;
    if (time - mark.time > STAY) return 0;
    if (mark.kind === "goal") return sideOf(mark);
  }
  return 0;
}

/** In which goal a ball was; 0 if a log does not say whose goal it was. */
function sideOf({ team, place }: Mark): number {
  return team === null ? Math.sign(place?.[0] ?? 0) : team === "blue" ? 1 : -1;
}

function drawKick(discs: Discs, field: Field, ball: number, { place, team }: Mark, age: number): void {
  const [x, y] = place as [number, number];
  const left = 1 - age;
  const colour = team === null ? WHITE : TINTS[team];
  discs.shadow(x, y, 0.02 * field.length + ball, 8, WHITE, 0.75 * left * left);
  discs.ring(x, y, ball + 0.035 * field.length * Math.sqrt(age), 3, 1 + 3 * left, 0, colour, left);
}

function drawSave(discs: Discs, x: number, y: number, field: Field, colour: Rgb, age: number): void {
  const left = 1 - age;
  discs.shadow(x, y, 0.035 * field.length, 10, colour, 0.5 * left);
  discs.ring(x, y, 0.02 * field.length, 6 + 8 * age, 5, 12, colour, left);
  discs.ring(x, y, 0.03 * field.length, 8 + 14 * age, 3, 12, WHITE, left);
}

function drawGoal(discs: Discs, strokes: Strokes, frame: Frame, field: Field, mark: Mark, age: number): void {
  const side = sideOf(mark) || Math.sign(frame.ball.x) || 1; // the ball may still lie in it
  const team = side > 0 ? "blue" : "yellow"; // who attacks there
  const x = side * (field.length / 2 + 0.4 * field.goal.depth);
  const y = Math.min(0.5 * field.goal.width, Math.max(-0.5 * field.goal.width, mark.place?.[1] ?? 0));
  const colour = TEAMS[team];
  const left = Math.max(0, 1 - (age / GOAL) ** 2);
  const beat = 0.75 + 0.25 * Math.cos(2 * Math.PI * 2.5 * age);
  discs.shadow(x, 0, 0.75 * field.goal.width, 30, colour, 0.95 * left * beat);
  discs.shadow(x, y, 0.3 * field.goal.width, 12, WHITE, left);
  for (let i = 0; i < RINGS; i++) {
    const part = (age - i * RING_EVERY) / (GOAL - RINGS * RING_EVERY);
    if (part < 0 || part > 1) continue;
    discs.ring(x, y, 0.2 * field.length * Math.sqrt(part), 6, 2 + 5 * (1 - part), 0, i % 2 === 0 ? WHITE : colour, 1 - part);
  }
  const out = Math.min(1, age / 0.9);
  const far = 0.17 * field.length * Math.sqrt(out);
  for (let i = 0; i < RAYS; i++) {
    // Into the field, and a little beside: the angles are spread like a fan around the goal's mouth.
    const angle = Math.PI * ((i + 0.5) / RAYS - 0.5) * 1.3;
    const uneven = 0.55 + 0.45 * ((i * 7) % RAYS) / RAYS;
    const c = -side * Math.cos(angle) * far * uneven;
    const s = Math.sin(angle) * far * uneven;
    const [red, green, blue] = i % 2 === 0 ? WHITE : colour;
    strokes.colour(red, green, blue, 0.9 * left);
    strokes.width(0, 3 * left + 1);
    strokes.add(x + (0.55 + 0.3 * out) * c, y + (0.55 + 0.3 * out) * s, 0, x + c, y + s, 0);
  }
}
