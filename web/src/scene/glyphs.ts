/** Letters on one texture, each drawn once for each size it is needed in: crisp at any size. */
import { CanvasTexture, LinearFilter, NoColorSpace } from "three";

export interface Glyph {
  left: number; // on the texture, 0 … 1
  top: number;
  right: number;
  bottom: number;
  width: number; // px that are really drawn, with its halo
  height: number;
  advance: number;
}

const SIDE = 512; // px
const HALO = 2; // px around a letter
const FAMILY = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

export class Glyphs {
  readonly texture: CanvasTexture;
  private readonly drawing: CanvasRenderingContext2D | null;
  private readonly known = new Map<number, Glyph>(); // by code point and size
  private x = 0;
  private y = 0;
  private row = 0;
  private full = false;

  constructor() {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = SIDE;
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
    const key = code * 128 + size;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const { drawing } = this;
    if (drawing === null) return null;
    const letter = String.fromCodePoint(code);
    drawing.font = `600 ${size}px ${FAMILY}`;
    const advance = drawing.measureText(letter).width;
    const width = Math.ceil(advance) + 2 * HALO + 2;
    const height = Math.ceil(1.25 * size) + 2 * HALO;
    if (this.x + width > SIDE) {
      this.x = 0;
      this.y += this.row;
      this.row = 0;
    }
    if (this.y + height > SIDE) {
      this.full = true;
      return null;
    }
    this.row = Math.max(this.row, height);
    // Red is the letter, green its halo: the paint mixes ink and halo from them.
    drawing.save();
    drawing.beginPath();
    drawing.rect(this.x, this.y, width, height);
    drawing.clip();
    drawing.globalCompositeOperation = "lighter";
    drawing.lineJoin = "round";
    drawing.lineWidth = 2 * HALO - 0.5;
    drawing.strokeStyle = drawing.fillStyle = "#00ff00";
    const base = this.y + HALO + size;
    drawing.strokeText(letter, this.x + HALO + 1, base);
    drawing.fillStyle = "#ff0000";
    drawing.fillText(letter, this.x + HALO + 1, base);
    drawing.restore();
    const glyph: Glyph = {
      left: this.x / SIDE,
      top: this.y / SIDE,
      right: (this.x + width) / SIDE,
      bottom: (this.y + height) / SIDE,
      width,
      height,
      advance,
    };
    this.x += width;
    this.known.set(key, glyph);
    this.texture.needsUpdate = true;
    return glyph;
  }

  /** From the left edge of a glyph's picture to where the letter begins, and from its lower edge to the line. */
  static readonly INDENT = HALO + 1;

  static below(size: number): number {
    return Math.ceil(1.25 * size) + HALO - size;
  }

  private empty(): void {
    this.known.clear();
    this.x = this.y = this.row = 0;
    this.full = false;
    if (this.drawing === null) return;
    this.drawing.globalCompositeOperation = "source-over";
    this.drawing.fillStyle = "#000000";
    this.drawing.fillRect(0, 0, SIDE, SIDE);
    this.texture.needsUpdate = true;
  }
}
