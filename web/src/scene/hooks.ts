/** The hooks on which robots with joints hang: a rope from above, and a hook behind the neck. */
import type { Frame } from "../wire/frame";
import { FRAME } from "../wire/schema";
import type { Strokes } from "./strokes";

const ROPE = 1.2; // m above the trunk, where the rope leaves the picture
const BACK = 0.075; // m from the middle of the trunk to its back, where the hook holds it
const UP = 0.05; // m above the middle of the trunk
const BEND = 0.028; // m, radius of the hook
const TURN = 1.35 * Math.PI; // of the hook
const PIECES = 10;
const ROPE_COLOUR = [0.85, 0.78, 0.62] as const;
const STEEL = [0.92, 0.93, 0.95] as const;

export function drawHooks(strokes: Strokes, { articulated }: Frame): void {
  for (const { state, position, quaternion } of articulated) {
    if ((state & FRAME.HUNG) === 0) continue;
    const [w, i, j, k] = quaternion;
    const heading = Math.atan2(2 * (w * k + i * j), 1 - 2 * (j * j + k * k));
    const at = (back: number, up: number) =>
      [position[0] - back * Math.cos(heading), position[1] - back * Math.sin(heading), position[2] + up] as const;
    // The hook goes round a bar on the back of the trunk, beginning at the rope.
    const bent = (piece: number) => {
      const angle = (piece / PIECES) * TURN;
      return at(BACK + BEND * Math.sin(angle), UP + BEND * Math.cos(angle));
    };
    strokes.colour(...ROPE_COLOUR, 1);
    strokes.width(0.008, 1.8);
    strokes.add(...at(BACK, UP + BEND), ...at(BACK, ROPE));
    strokes.colour(...STEEL, 1);
    strokes.width(0.009, 2.2);
    for (let piece = 0; piece < PIECES; piece++) strokes.add(...bent(piece), ...bent(piece + 1));
    strokes.add(...at(0.045, UP), ...at(BACK, UP));
  }
}
