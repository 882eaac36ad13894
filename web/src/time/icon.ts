/** Small signs for buttons, drawn as paths: letters for them look different on every machine. */

const SPACE = "http://www.w3.org/2000/svg";

const PATHS = {
  play: "M4 2.5v11l9.5-5.5z",
  pause: "M3.5 2.5h3.2v11H3.5zM9.3 2.5h3.2v11H9.3z",
  step: "M2.5 2.5v11l7.5-5.5zM11 2.5h2.5v11H11z",
  back: "M13.5 2.5v11L6 8zM2.5 2.5H5v11H2.5z",
  eventBefore: "M9 3v10L2.5 8zM12 5.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6z",
  eventNext: "M7 3v10l6.5-5zM4 5.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6z",
  goalBefore: "M7 3v10L1 8zM8.5 3.5H15V12h-1.6V5.1h-3.3V12H8.5z",
  goalNext: "M9 3v10l6-5zM1 3.5h6.5V12H5.9V5.1H2.6V12H1z",
  save: "M7.2 1.5h1.6v6.3l2.3-2.3 1.1 1.1L8 10.8 3.8 6.6l1.1-1.1 2.3 2.3zM2 12.3h12v1.7H2z",
  open: "M1.5 3h4.7l1.5 1.7h6.8V13H1.5zM3.1 6.3v5.1h9.8V6.3z",
  reset: "M8 2.5a5.5 5.5 0 1 1-5.3 7h1.7A3.9 3.9 0 1 0 5 5.4L6.8 7H2V2.3l1.8 1.8A5.5 5.5 0 0 1 8 2.5z",
  branch: "M3.2 2h1.7v5.3c.9-.7 2-1 3.1-1h1.6V3.7L14 7.2l-4.4 3.4V8H8c-1.9 0-3.1 1.2-3.1 3v3H3.2z",
  close: "M3.5 2.3 8 6.8l4.5-4.5 1.2 1.2L9.2 8l4.5 4.5-1.2 1.2L8 9.2l-4.5 4.5-1.2-1.2L6.8 8 2.3 3.5z",
} as const;

export type IconName = keyof typeof PATHS;

export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(SPACE, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SPACE, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

/** A button with a sign, and a text or a name for those who do not see the sign. */
export function button(id: string, name: IconName, title: string, act: () => void, text = ""): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.id = id;
  made.title = title;
  made.append(icon(name));
  if (text === "") made.setAttribute("aria-label", title);
  else made.append(text);
  made.addEventListener("click", act);
  return made;
}
