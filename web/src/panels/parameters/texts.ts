/** Changed parameters to take along: as a TOML file, or as options of a command line. */
import { type Change, withUnit } from "./value";

/** `--set 'ball.mass=0.045 kg' --noise 'ball_position=0.002 m'` */
export function commandLine(league: Change[], realism: Change[]): string {
  const options = (option: string, changes: Change[]) =>
    changes.map(({ path, value, unit }) => `${option} ${quoted(`${path}=${withUnit(value, unit)}`)}`);
  return [...options("--set", league), ...options("--noise", realism)].join(" ");
}

/** Tables for `--file`; realism is no part of a league, so that it stands in a comment. */
export function toml(league: Change[], realism: Change[]): string {
  const tables = new Map<string, string[]>();
  for (const { path, value, unit, first } of league) {
    const dot = path.lastIndexOf(".");
    const table = path.slice(0, Math.max(dot, 0));
    const line = `${path.slice(dot + 1)} = ${literal(value)}  # ${unit === "" ? "" : `${unit}, `}was ${literal(first)}`;
    tables.set(table, [...(tables.get(table) ?? []), line]);
  }
  // Keys outside of all tables must come first.
  const parts = [...tables].sort(([one], [other]) => Number(one !== "") - Number(other !== ""));
  const blocks = parts.map(([table, lines]) => [...(table === "" ? [] : [`[${table}]`]), ...lines].join("\n"));
  if (realism.length > 0) {
    blocks.push(`# Realism does not belong to the league. On the command line:\n# ${commandLine([], realism)}`);
  }
  return `${blocks.join("\n\n")}\n`;
}

function literal(value: Change["value"]): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (value === null) return '"none"';
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

/** For a shell: nothing between single quotes has a meaning. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
