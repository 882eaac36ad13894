/** Signals that follow from where everything is: `ball.x`, `blue.3.speed`; the names are those of measure/signals. */
import type { Frame } from "./frame";

/** The value of a signal at a moment; null where there is none: the robot is not on the field. */
export function valueOf(frame: Frame, name: string): number | null {
  const parts = name.split(".");
  const field = parts.pop() as string;
  const thing = parts.length === 1 ? frame.ball : frame.robots.find((one) => one.name === parts.join(" "));
  if (thing === undefined) return null;
  if (field === "speed") return Math.hypot(thing.vx, thing.vy, "vz" in thing ? thing.vz : 0);
  const value = (thing as unknown as Record<string, unknown>)[field];
  return typeof value === "number" ? value : null;
}
