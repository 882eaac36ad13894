/** What an inertial measurement unit reports: an artificial horizon, and its six raw values. */
import { make, write } from "../elements";
import { fixed } from "../numbers";
import { svg } from "../svg";
import type { ImuReport } from "./reports";

const SCALE = 1.3; // of a degree of pitch on the drawing
const FARTHEST = 60; // degrees of pitch that move the horizon: behind it there is only ground, or only sky
const RUNGS = [-30, -20, -10, 10, 20, 30]; // degrees of pitch
const AXES = ["x", "y", "z"] as const;

export class Horizon {
  readonly root = make("div", { class: "imu" });
  private readonly drawing = svg("svg", { viewBox: "-60 -60 120 120", role: "img", class: "horizon" });
  private readonly world = svg("g");
  private readonly values: HTMLElement[] = [];
  private readonly angles = make("p", { class: "mono small" });

  constructor() {
    const rungs = RUNGS.map((degrees) => {
      const width = degrees % 20 === 0 ? 16 : 9;
      return svg("line", { class: "horizon-rung", x1: -width, x2: width, y1: -SCALE * degrees, y2: -SCALE * degrees });
    });
    this.world.append(
      svg("rect", { class: "horizon-sky", x: -200, y: -300, width: 400, height: 300 }),
      svg("rect", { class: "horizon-ground", x: -200, y: 0, width: 400, height: 300 }),
      svg("line", { class: "horizon-line", x1: -200, x2: 200, y1: 0, y2: 0 }),
      ...rungs,
    );
    const clip = svg("clipPath", { id: "horizon-clip" }, svg("circle", { r: 56 }));
    const inside = svg("g", { "clip-path": "url(#horizon-clip)" }, this.world);
    const robot = svg("path", { class: "horizon-robot", d: "M-34 0H-14L-7 8M34 0H14L7 8M0 -1V1" });
    this.drawing.append(clip, inside, svg("circle", { class: "horizon-rim", r: 56 }), robot);
    this.root.append(make("div", { class: "imu-horizon" }, this.drawing, this.angles), this.table());
  }

  private table(): HTMLElement {
    const row = (axis: string) => {
      const cells = [make("td"), make("td")];
      this.values.push(...cells);
      return make("tr", {}, make("th", { scope: "row" }, axis), ...cells);
    };
    const column = (title: string, unit: string) => make("th", { scope: "col" }, title, make("span", { class: "faint" }, ` ${unit}`));
    const head = make("tr", {}, make("td"), column("gyro", "rad/s"), column("accel.", "m/s²"));
    return make("table", { class: "imu-values mono small" }, make("thead", {}, head), make("tbody", {}, ...AXES.map(row)));
  }

  show({ gyro, acceleration, roll, pitch }: ImuReport): void {
    AXES.forEach((_, axis) => {
      write(this.values[2 * axis], fixed(gyro[axis], 2));
      write(this.values[2 * axis + 1], fixed(acceleration[axis], 2));
    });
    const [rolled, pitched] = [degrees(roll), degrees(pitch)];
    const ahead = Math.max(-FARTHEST, Math.min(FARTHEST, pitched));
    // Leaning forward is looking down: the horizon rises. Leaning to the right turns it to the left.
    this.world.setAttribute("transform", `rotate(${(-rolled).toFixed(1)}) translate(0 ${(-SCALE * ahead).toFixed(1)})`);
    const text = `roll ${fixed(rolled, 1)}°\npitch ${fixed(pitched, 1)}°`;
    write(this.angles, text);
    this.drawing.setAttribute("aria-label", `Artificial horizon: ${text.replace("\n", ", ")}`);
  }
}

function degrees(radians: number): number {
  return (radians * 180) / Math.PI;
}
