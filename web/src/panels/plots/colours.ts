/** Colours of traces: apart for all kinds of colour vision, and apart without colour by their dashes. */

const STROKES: Record<string, string[]> = {
  dark: ["#56b4e9", "#f0a830", "#5fd0a8", "#f28fb8", "#f0e442", "#b8a6ff"],
  light: ["#0068a8", "#b04a00", "#00735a", "#a32a70", "#756500", "#5a3fb5"],
};
const DASHES = [[], [7, 3], [2, 2], [8, 3, 2, 3], [12, 4], [4, 4]];

export function stroke(place: number, theme: string): string {
  const strokes = STROKES[theme] ?? STROKES.dark;
  return strokes[place % strokes.length];
}

/** Pixels on and off along the line of the first, second, … trace of a plot. */
export function dash(place: number): number[] {
  return DASHES[place % DASHES.length];
}

/** A colour of style.css, for what is drawn on a canvas. */
export function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
