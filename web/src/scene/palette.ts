/** The colours of the scene in both themes: of the Okabe–Ito family, so that nobody mixes up teams and ball. */
import type { Owner } from "../wire/frame";
import type { Field } from "../wire/schema";

export type Rgb = readonly [number, number, number]; // sRGB, 0 … 1

export interface Palette {
  hall: Rgb; // behind everything
  floor: Rgb; // around the pitch
  margin: Rgb;
  carpet: Rgb;
  stripe: Rgb; // every other stripe that was mown; on a table the same as the carpet
  line: Rgb;
  board: Rgb;
  gap: Rgb; // between panes
  goal: Rgb; // plates, posts and bar
  room: Rgb; // the ground inside a goal
  net: Rgb;
}

/** From "#rrggbb". */
export function rgb(hex: string): Rgb {
  const number = Number.parseInt(hex.slice(1), 16);
  return [(number >> 16) / 255, ((number >> 8) & 255) / 255, (number & 255) / 255];
}

const DARK: Palette = {
  hall: rgb("#10161a"),
  floor: rgb("#172025"),
  margin: rgb("#1b4a30"),
  carpet: rgb("#236641"),
  stripe: rgb("#1e5a38"),
  line: rgb("#eef4ee"),
  board: rgb("#2c3b36"),
  gap: rgb("#33454f"),
  goal: rgb("#e3e8e8"),
  room: rgb("#143526"),
  net: rgb("#b9c9c1"),
};

const LIGHT: Palette = {
  hall: rgb("#dfe5e7"),
  floor: rgb("#cdd5d8"),
  margin: rgb("#2f7448"),
  carpet: rgb("#3f945f"),
  stripe: rgb("#388755"),
  line: rgb("#ffffff"),
  board: rgb("#566861"),
  gap: rgb("#9fb0b8"),
  goal: rgb("#f7f9f9"),
  room: rgb("#25593f"),
  net: rgb("#dbe6e0"),
};

/** Fields whose walls stand on their lines are tables of black wood. */
const TABLE = {
  margin: rgb("#1b1f22"),
  carpet: rgb("#1b1f22"),
  stripe: rgb("#1b1f22"),
  room: rgb("#101315"),
};
const DARK_TABLE: Palette = { ...DARK, ...TABLE, board: rgb("#535d62") };
const LIGHT_TABLE: Palette = { ...LIGHT, ...TABLE, board: rgb("#5d676c") };

export function paletteOf(theme: string, field: Field | undefined): Palette {
  const table = field !== undefined && field.wall_height > 0 && field.margin_goal === 0 && field.margin_touch === 0;
  if (table) return theme === "light" ? LIGHT_TABLE : DARK_TABLE;
  return theme === "light" ? LIGHT : DARK;
}

type Colours = Readonly<Record<Owner, Rgb>>;

export const BALL_COLOUR = rgb("#ff8c1a");
export const SEEN_BALL = rgb("#ffc994");
/** Of robots. The same in both themes: they lie on the same green. */
export const TEAMS: Colours = { blue: rgb("#2b89dc"), yellow: rgb("#f0e442"), obstacle: rgb("#9aa3a8"), ball: BALL_COLOUR };
/** Of the number on a robot of that owner. */
export const INKS: Colours = { blue: rgb("#ffffff"), yellow: rgb("#14130a"), obstacle: rgb("#101416"), ball: rgb("#101416") };
/** Thin lines that stand for a team: lighter than its robots, so that neither is taken for the other. */
export const TINTS: Colours = { blue: rgb("#a9d8ff"), yellow: rgb("#fff7b0"), obstacle: rgb("#d6dcdf"), ball: SEEN_BALL };

export const WHITE = rgb("#ffffff");
export const BLACK = rgb("#0a0e0c");
export const STEERED = rgb("#e79ac6");
export const CAMERA = rgb("#d9b3d0");

const canvas = document.createElement("canvas").getContext("2d");

/** Any colour that CSS knows, with its opacity; white if it is none. */
export function cssColour(text: string): [number, number, number, number] {
  if (canvas === null) return [1, 1, 1, 1];
  canvas.fillStyle = "#ffffff";
  canvas.fillStyle = text; // what is no colour changes nothing
  const read = canvas.fillStyle;
  if (read.startsWith("#")) return [...rgb(read), 1];
  const parts = read.match(/[\d.]+/g)?.map(Number) ?? [];
  return [(parts[0] ?? 255) / 255, (parts[1] ?? 255) / 255, (parts[2] ?? 255) / 255, parts[3] ?? 1];
}
