/** The robots' numbers: on them. */
import type { Owner } from "../wire/frame";
import type { Eye } from "./eye";
import { clamp } from "./eye";
import { NEAR_SIZE } from "./material";
import type { Lettering } from "./lettering";
import { BLACK, INKS, TEAMS, TINTS } from "./palette";
import type { Robots } from "./robots";

const SMALLEST = 9; // px across that can carry a number

interface Numbered {
  name: string;
  owner: Owner;
  id: number;
  x: number;
  y: number;
}

/** `bodies`: whether there is something to write on; `spots`: whether it has a spot in the middle. */
export function writeNumbers(
  lettering: Lettering,
  eye: Eye,
  things: readonly Numbered[],
  robots: Robots,
  bodies: boolean,
  spots: boolean,
  except: string | null,
): void {
  for (const { name, owner, id, x, y } of things) {
    const build = robots.build(name);
    if (build === undefined || name === except) continue;
    const metres = eye.metres(x, y, build.height);
    if (metres === 0) continue;
    const span = (2 * build.radius) / metres;
    const ink = INKS[owner];
    const team = TEAMS[owner];
    const text = String(id);
    const tint = TINTS[owner];
    if (!bodies) {
      lettering.add(text, x, y, 0, clamp(0.6 * span, 9, 20), 0.5, 0, 0, 1, tint, BLACK, 0.75);
    } else if (eye.above && span < SMALLEST) {
      // Too small to be written on: beside it.
      lettering.add(text, x, y, build.height, 9.5, 0, 0.5 * span + 1, 0.5 * span + 2, 1, tint, BLACK, 0.75);
    } else if (eye.above) {
      const narrow = text.length > 1 ? 0.88 : 1; // two figures are wider than a small robot
      // Near enough for its pattern, the number leaves that free.
      const size = span > NEAR_SIZE ? clamp((spots ? 0.27 : 0.25) * span, 11, 48) : clamp(0.68 * span, 9, 20) * narrow;
      lettering.add(text, x, y, build.height, size, 0.5, 0, 0, 0.01, ink, team, span > NEAR_SIZE ? 0.9 : 0.55);
    } else if (span > 5) {
      // On its own front, not over it: there it would hide the robot behind.
      const size = clamp(0.55 * span, 9, 30);
      const nearer = Math.min(build.radius + 0.5 * build.height, 1.9 * build.radius); // than its cover
      lettering.add(text, x, y, robots.label(name), size, 0.5, 0, 0, nearer, ink, team, 0.7);
    }
  }
}
