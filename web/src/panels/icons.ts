/** Small pictures for buttons, drawn here: 16 × 16, in the colour of the text. */

const DRAWN = {
  one: "M2.5 3.5h11v9h-11z",
  two: "M2.5 3.5h11v9h-11zM8 3.5v9",
  four: "M2.5 3.5h11v9h-11zM8 3.5v9M2.5 8h11",
  ruler: "M1.8 10.9 10.9 1.8l3.3 3.3-9.1 9.1zM4 8.7l1.5 1.5M6.2 6.5l1.9 1.9M8.4 4.3l1.5 1.5",
  sun: "M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM8 1.2v1.9M8 12.9v1.9M1.2 8h1.9M12.9 8h1.9M3.2 3.2l1.3 1.3M11.5 11.5l1.3 1.3M12.8 3.2l-1.3 1.3M4.5 11.5l-1.3 1.3",
  moon: "M13.2 9.7A5.6 5.6 0 0 1 6.3 2.8a5.6 5.6 0 1 0 6.9 6.9z",
  panels: "M2 3h12v10H2zM9.5 3v10M11.2 5.5h1.2M11.2 8h1.2",
  people: "M6 7.4a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM2 13c0-2.3 1.7-3.9 4-3.9s4 1.6 4 3.9M10.6 3.2a2.2 2.2 0 0 1 0 4M11.6 9.4c1.5.5 2.4 1.8 2.4 3.6",
  camera: "M1.8 5h2.7l1.2-1.8h4.6L11.5 5h2.7v8H1.8zM8 6.6a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6z",
  present: "M2 2.8h12v8H2zM8 10.8v2.6M5 13.8h6M6.6 5v3.6L10 6.8z",
  back: "M3.2 8a4.8 4.8 0 1 0 1.5-3.5M3 2.2v3h3",
  close: "M4 4l8 8M12 4l-8 8",
  info: "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8zM8 7.2v4M8 4.6v.6",
  warning: "M8 2.2 14.4 13.4H1.6zM8 6.2v3.6M8 11.2v.6",
  error: "M5.4 1.8h5.2l3.6 3.6v5.2l-3.6 3.6H5.4l-3.6-3.6V5.4zM5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4",
} as const;

export type IconName = keyof typeof DRAWN;

const SVG = "http://www.w3.org/2000/svg";

export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", DRAWN[name]);
  svg.append(path);
  return svg;
}
