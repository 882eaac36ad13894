/** The image of a camera. */
import type { Report } from "../../wire/schema";
import { make } from "../elements";

export class ImageView {
  private readonly canvas = make("canvas", { class: "sensor-canvas sensor-image" });
  readonly root = this.canvas;

  show({ image }: Report): void {
    const pen = this.canvas.getContext("2d");
    if (pen === null || image === null) return;
    const { width, height, colours, data } = image;
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    const bytes = atob(data);
    const pixels = pen.createImageData(width, height);
    for (let pixel = 0; pixel < width * height; pixel++) {
      for (let colour = 0; colour < 3; colour++) {
        pixels.data[4 * pixel + colour] = bytes.charCodeAt(colours * pixel + (colours === 3 ? colour : 0));
      }
      pixels.data[4 * pixel + 3] = 255;
    }
    pen.putImageData(pixels, 0, 0);
  }
}
