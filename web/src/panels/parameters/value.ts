/** Values of parameters as texts, and texts as values. Numbers are SI; "46 g" is left to the server to understand. */
import type { Parameter } from "../../wire/schema";

export type Value = Parameter["value"];
export type Section = "league" | "realism";

/** As it stands in an input, where seven digits are enough. */
export function text(value: Value): string {
  return typeof value === "number" ? exact(Number(value.toPrecision(7))) : exact(value);
}

/** As it is. */
export function exact(value: Value): string {
  return value === null ? "none" : String(value);
}

/** Units are told in plain letters. */
export function prettyUnit(unit: string): string {
  return unit.replace(/2\b/g, "²").replace("ohm", "Ω");
}

/** With its unit: "0.046 kg". */
export function withUnit(value: Value | Value[], unit: string): string {
  if (Array.isArray(value)) return `[${value.map(exact).join(", ")}]`;
  return typeof value === "number" && unit !== "" ? `${exact(value)} ${unit}` : exact(value);
}

/** What a text in an input means to the server. */
export function meant(typed: string): unknown {
  const bare = typed.trim();
  if (bare.startsWith("[")) return listed(bare); // a covariance
  const number = Number(bare.replace("−", "-"));
  return bare !== "" && Number.isFinite(number) ? number : bare;
}

function listed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // the server says what is wrong with it
  }
}

export function changed(parameter: Parameter): boolean {
  return parameter.value !== parameter.first;
}

/** What must be asked for to have the first value again: its path, and where there was nothing the word for that. */
export function firstOf({ path, first }: Parameter): [string, unknown] {
  return first === null ? [listOf(path) ?? path, "none"] : [path, first];
}

/** A change to take along. */
export interface Change extends Pick<Parameter, "path" | "first" | "unit"> {
  value: Value | Value[];
}

/** Lists that were not there at first can only be given whole: "robot_covariance.0" … become one. */
export function whole(parameters: Parameter[]): Change[] {
  const found = new Map<string, Change>();
  for (const { path, value, first, unit } of parameters) {
    const list = first === null ? listOf(path) : null;
    const before = list === null ? undefined : found.get(list)?.value;
    if (list === null) found.set(path, { path, value, first, unit });
    else found.set(list, { path: list, value: [...(Array.isArray(before) ? before : []), value], first, unit });
  }
  return [...found.values()];
}

/** The path of the list that this is an entry of. */
function listOf(path: string): string | null {
  return /^(.+)\.\d+$/.exec(path)?.[1] ?? null;
}

/** The next value up or down: one in the second digit that matters, whole numbers by one. */
export function stepped(value: number, parameter: Parameter, steps: number): number {
  const size = Math.abs(value) || Math.min(1, parameter.most ?? 1);
  const step = Number.isInteger(value) && size >= 10 ? 1 : 10 ** (Math.floor(Math.log10(size)) - 1);
  const next = Number((value + steps * step).toPrecision(12));
  return Math.max(parameter.least ?? -Infinity, Math.min(parameter.most ?? Infinity, next));
}
