/** Letters on one texture, each drawn once for each size it is needed in: crisp at any size. */
import { CanvasTexture, LinearFilter, NoColorSpace } from "three";

export interface Glyph {
  left: number; // on the texture, px
  top: number;
  right: number;
  bottom: number;
  width: number; // px that are really drawn, with its halo
  height: number;
  advance: number;
}

const FIRST_SIDE = 512; // px
const LAST_SIDE = 4096;
const FAMILY = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

export class Glyphs {
  readonly texture: CanvasTexture;
  readonly side = { value: FIRST_SIDE }; // px
  private readonly canvas = document.createElement("canvas");
  private readonly drawing: CanvasRenderingContext2D | null;
  private readonly known = new Map<number, Glyph>(); // by code point and size
  private x = 0;
  private y = 0;
  private row = 0;
  private full = false;

  constructor() {
    const { canvas } = this;
    canvas.width = canvas.height = FIRST_SIDE;
    this.drawing = canvas.getContext("2d", { willReadFrequently: true });
    this.texture = new CanvasTexture(canvas);
    this.texture.flipY = false;
    this.texture.generateMipmaps = false;
    this.texture.minFilter = this.texture.magFilter = LinearFilter;
    this.texture.colorSpace = NoColorSpace;
    this.empty();
  }

  /** If it did not all fit the last time: begin anew. To be called before a new picture. */
  refresh(): void {
    if (this.full) this.empty();
  }

  /** A letter of a size in px that are really drawn; null if there is no more place. */
  get(code: number, size: number): Glyph | null {
    const key = code * 256 + size;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const { drawing } = this;
    if (drawing === null) return null;
    const letter = String.fromCodePoint(code);
    const font = `600 ${size}px ${FAMILY}`;
    const halo = haloOf(size);
    drawing.font = font;
    const advance = drawing.measureText(letter).width;
    const width = Math.ceil(advance) + 2 * halo + 2;
    const height = Math.ceil(1.25 * size) + 2 * halo;
    while (!this.fits(width, height)) {
      if (!this.grow()) {
        this.full = true;
        return null;
      }
    }
    this.row = Math.max(this.row, height);
    // Red is the letter, green its halo: the paint mixes ink and halo from them.
    drawing.font = font; // a canvas that has grown has forgotten it
    drawing.save();
    drawing.beginPath();
    drawing.rect(this.x, this.y, width, height);
    drawing.clip();
    drawing.globalCompositeOperation = "lighter";
    drawing.lineJoin = "round";
    drawing.lineWidth = 2 * halo - 0.5;
    drawing.strokeStyle = drawing.fillStyle = "#00ff00";
    const base = this.y + halo + size;
    drawing.strokeText(letter, this.x + halo + 1, base);
    drawing.fillStyle = "#ff0000";
    drawing.fillText(letter, this.x + halo + 1, base);
    drawing.restore();
    const glyph: Glyph = {
      left: this.x,
      top: this.y,
      right: this.x + width,
      bottom: this.y + height,
      width,
      height,
      advance,
    };
    this.x += width;
    this.known.set(key, glyph);
    this.texture.needsUpdate = true;
    return glyph;
  }

  /** From the left edge of a glyph's picture to where the letter begins. */
  static indent(size: number): number {
    return haloOf(size) + 1;
  }

  /** From the lower edge of a glyph's picture to the line. */
  static below(size: number): number {
    return Math.ceil(1.25 * size) + haloOf(size) - size;
  }

  /** Whether there is place for a letter in this row or in a new one; makes that the place of the next letter. */
  private fits(width: number, height: number): boolean {
    const side = this.side.value;
    if (this.x + width > side) {
      this.x = 0;
      this.y += this.row;
      this.row = 0;
    }
    return this.y + height <= side;
  }

  /** Twice the side; what is there stays where it is. False if it is too large already. */
  private grow(): boolean {
    const { canvas, drawing } = this;
    const side = 2 * this.side.value;
    if (drawing === null || side > LAST_SIDE) return false;
    const before = drawing.getImageData(0, 0, canvas.width, canvas.height);
    canvas.width = canvas.height = this.side.value = side;
    drawing.fillStyle = "#000000";
    drawing.fillRect(0, 0, side, side);
    drawing.putImageData(before, 0, 0);
    this.texture.dispose(); // on the graphics card a texture does not change its size
    this.texture.needsUpdate = true;
    return true;
  }

  private empty(): void {
    this.known.clear();
    this.x = this.y = this.row = 0;
    this.full = false;
    if (this.drawing === null) return;
    this.drawing.globalCompositeOperation = "source-over";
    this.drawing.fillStyle = "#000000";
    this.drawing.fillRect(0, 0, this.side.value, this.side.value);
    this.texture.needsUpdate = true;
  }
}

/** px around a letter. */
function haloOf(size: number): number {
  return Math.max(2, Math.round(size / 10));
}
