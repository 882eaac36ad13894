/** Units and figures as people write them. */
import { NONE } from "../numbers";

/** "m/s²" for "m/s2"; nothing for pure numbers and what nobody knows. */
export function written(unit: string): string {
  if (unit === "1" || unit === "?") return "";
  return unit.replace(/(?<=\p{L})2/gu, "²").replace(/(?<=\p{L})3/gu, "³");
}

/** The unit of a change per second. */
export function perSecond(unit: string): string {
  const [above, below] = written(unit).split("/");
  if (below === "s") return `${above}/s²`;
  if (below === "s²") return `${above}/s³`;
  return below === undefined ? `${above || "1"}/s` : `${written(unit)}/s`;
}

/** Four digits that count, and so many places that columns of them stay still. */
export function figure(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return NONE;
  const size = Math.abs(value);
  let text = size.toFixed(size < 9.9995 ? 3 : size < 99.995 ? 2 : size < 999.95 ? 1 : 0);
  if (size > 0 && size < 0.0005) text = size.toExponential(1).replace("-", "−");
  else if (size >= 1e6) text = size.toExponential(3).replace("+", "");
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

/** "2.500 m/s" */
export function amount(value: number | null | undefined, unit: string): string {
  return `${figure(value)}\u00a0${written(unit)}`.trim(); // a figure and its unit stay on one line
}
