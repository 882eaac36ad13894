/** The values of a robot file: tables and lists; every number is a table of its own, {value, unit, source}. */
import type { FormField } from "../../wire/schema";

export type Table = Record<string, unknown>;

/** A number as it stands in a file. Whatever was typed that is no number stays a text: the server says what is wrong. */
export interface Stated {
  value?: number | string;
  unit?: string;
  source?: string;
}

const CHOSEN = "chosen in the robot designer"; // the source of a number that was typed here
const WITH_UNIT = /^([-+−]?[\d.]+(?:e[-+]?\d+)?)\s*(\S.*)$/i;

/** The table under a key, made if there is none. A row or list counts its entries: "0", "1". */
export function inside(table: Table, key: string, kind: FormField["kind"]): Table {
  const found = table[key];
  if (typeof found === "object" && found !== null) return found as Table;
  const made = (kind === "list" || kind === "row" ? [] : {}) as Table;
  table[key] = made;
  return made;
}

/** Whether an optional part is there. */
export function given(table: Table, key: string): boolean {
  return typeof table[key] === "object" && table[key] !== null;
}

export function stated(value: unknown): Stated {
  if (typeof value === "object" && value !== null) return value as Stated;
  return typeof value === "number" || typeof value === "string" ? { value } : {};
}

/** A number with what was typed in its place; null: nothing. "50 mm" brings its unit along. */
export function typed(before: Stated, text: string, field: FormField): Stated | null {
  const bare = text.trim().replace("−", "-");
  if (bare === "") return null;
  if (bare === String(before.value)) return before;
  const source = sourceAfter(before, field);
  const number = Number(bare);
  if (Number.isFinite(number)) return { unit: field.unit, ...before, value: number, source };
  const [, size, unit] = WITH_UNIT.exec(bare) ?? [];
  if (field.units.some(({ name }) => name === unit)) return { value: Number(size), unit, source };
  return { ...before, value: bare, source };
}

/** The same quantity in another unit. */
export function inUnit(number: Stated, unit: string, field: FormField): Stated {
  const factor = (name: string | undefined) => field.units.find((one) => one.name === (name ?? field.unit))?.factor;
  const [from, to] = [factor(number.unit), factor(unit)];
  if (typeof number.value !== "number" || from === undefined || to === undefined) return { ...number, unit };
  return { ...number, unit, value: Number(((number.value * from) / to).toPrecision(12)) };
}

/** What was cited for the old number does not hold for the new one. */
function sourceAfter({ value, unit, source = "" }: Stated, field: FormField): string {
  if (source.startsWith(CHOSEN) || value === undefined) return source || CHOSEN;
  return `${CHOSEN}; was ${`${value} ${unit ?? field.unit}`.trim()}`;
}
