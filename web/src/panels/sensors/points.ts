/** Points around a robot, from above: x forward is up, y left is left. Of a sensor of the field, x is to the right. */
import type { Report, SensorEntry } from "../../wire/schema";
import { make } from "../elements";
import { token } from "../plots/colours";

const SIZE = 260; // px
const DOT = 3; // px

export class PointsView {
  private readonly canvas = make("canvas", { class: "sensor-canvas", width: SIZE, height: SIZE });
  private reach = 0; // m from the middle to the edge
  readonly root = this.canvas;

  show({ points }: Report, { owner }: SensorEntry): void {
    const pen = this.canvas.getContext("2d");
    if (pen === null) return;
    const far = Math.max(0.1, ...points.map(([x, y]) => Math.max(Math.abs(x as number), Math.abs(y as number))));
    if (far > this.reach || far < 0.4 * this.reach) this.reach = 1.15 * far; // it does not change with every report
    const scale = SIZE / 2 / this.reach;
    pen.clearRect(0, 0, SIZE, SIZE);
    pen.strokeStyle = token("edge");
    for (const share of [0.5, 1]) {
      pen.beginPath();
      pen.arc(SIZE / 2, SIZE / 2, (share * SIZE) / 2 - 1, 0, 2 * Math.PI);
      pen.stroke();
    }
    pen.fillStyle = token("accent");
    for (const [x, y] of points as [number, number][]) {
      const [right, up] = owner === null ? [x, y] : [-y, x];
      pen.fillRect(SIZE / 2 + scale * right - DOT / 2, SIZE / 2 - scale * up - DOT / 2, DOT, DOT);
    }
    pen.fillStyle = token("faint");
    if (owner === null) pen.fillRect(SIZE / 2 - DOT, SIZE / 2 - DOT, 2 * DOT, 2 * DOT);
    else arrow(pen);
    pen.fillText(`${this.reach.toFixed(2)} m`, 4, 12);
  }
}

/** The robot: it looks up. */
function arrow(pen: CanvasRenderingContext2D): void {
  const [x, y] = [SIZE / 2, SIZE / 2];
  pen.beginPath();
  pen.moveTo(x, y - 7);
  pen.lineTo(x + 5, y + 5);
  pen.lineTo(x - 5, y + 5);
  pen.fill();
}
