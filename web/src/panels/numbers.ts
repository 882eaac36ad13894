/** Numbers as people read them: a real minus sign, a dash where there is none. */
import { clockTime } from "../time/spell";

export const NONE = "–";

/** So many digits after the point. */
export function fixed(value: number | null | undefined, digits: number): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return NONE;
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

/** 01:02.345, as the time bar has it. */
export function clock(seconds: number | null | undefined, digits = 3): string {
  return seconds === null || seconds === undefined ? NONE : clockTime(seconds, digits);
}

/** Seconds in milliseconds, with their unit. */
export function milliseconds(seconds: number | null | undefined): string {
  return seconds === null || seconds === undefined ? NONE : `${fixed(1000 * seconds, 1)} ms`;
}

export function degrees(radians: number | null | undefined): number | null {
  return radians === null || radians === undefined ? null : (radians * 180) / Math.PI;
}

/** An angle in −π … π. */
export function wrapped(radians: number): number {
  return Math.atan2(Math.sin(radians), Math.cos(radians));
}

/** "1 robot", "3 robots" */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
