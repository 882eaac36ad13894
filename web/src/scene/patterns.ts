/** How a robot's number is written on its cover for cameras. */
import type { Pitch } from "../wire/schema";
import type { Rgb } from "./palette";
import { rgb } from "./palette";
import type { Point } from "./solid";

/** One of the marks that say the number: where it is, and how it looks if its bit is set or not. */
export interface Pattern {
  cover: Point[] | null; // dark, under the marks
  centre: number; // radius of the spot in the team's colour, m; 0: none
  marks: Point[][];
  set: Rgb;
  clear: Rgb;
  bits(id: number): number;
}

export function circle(x: number, y: number, radius: number, corners = 20): Point[] {
  return Array.from({ length: corners }, (_, i): Point => {
    const angle = (2 * Math.PI * i) / corners;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

/**
 * Of leagues whose cameras all teams share: P pink, G green; front left, back left, back right, front right.
 * The sixteen patterns of the Small Size rules, as on ssl-vision's sheet `standard2010_16`.
 */
const DOTS = "PGPP GGPP GGPG PGPG PPGP GPGP GPGG PPGG GGGG PPPP PGGP GPPG GGGP GPPP PGGG PPPG"
  .split(" ")
  .map((dots) => [...dots].reduce((sum, dot, bit) => sum + (dot === "P" ? 1 << bit : 0), 0));

/** A black disc of 85 mm, cut off 55 mm in front of the centre; spots of 50 mm and 40 mm. */
function dots(scale: number): Pattern {
  const disc = 0.085 * scale;
  const edge = Math.acos(0.055 / 0.085);
  const steps = 36;
  const cover = Array.from({ length: steps + 1 }, (_, i): Point => {
    const angle = edge + ((2 * Math.PI - 2 * edge) * i) / steps;
    return [disc * Math.cos(angle), disc * Math.sin(angle)];
  });
  const spots: Point[] = [
    [0.0353, 0.0548],
    [-0.0548, 0.0351],
    [-0.0548, -0.0351],
    [0.0353, -0.0548],
  ];
  return {
    cover,
    centre: 0.025 * scale,
    marks: spots.map(([x, y]) => circle(x * scale, y * scale, 0.02 * scale)),
    set: rgb("#ff5fc4"),
    clear: rgb("#2fd67b"),
    bits: (id) => DOTS[id & 15] as number,
  };
}

/** Elsewhere teams choose: here four patches behind the middle, the number in binary, white = 1, ones at the right. */
function patches(radius: number): Pattern {
  const size = 0.15 * radius;
  const marks = [0, 1, 2, 3].map((bit): Point[] => {
    const x = -0.58 * radius;
    const y = (bit - 1.5) * 0.36 * radius;
    return [
      [x - size, y - size],
      [x + size, y - size],
      [x + size, y + size],
      [x - size, y + size],
    ];
  });
  return { cover: null, centre: 0, marks, set: rgb("#ffffff"), clear: rgb("#1d2427"), bits: (id) => id & 15 };
}

/** `radius`: of the largest circle around the centre that is all robot. */
export function patternOf(markers: Pitch["markers"], radius: number): Pattern {
  return markers === "dots" ? dots(radius / 0.075) : patches(radius);
}
