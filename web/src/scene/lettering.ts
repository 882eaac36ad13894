/** Words in the scene: upright on screen, of a size in pixels, in one draw. */
import type { Mesh } from "three";
import { Batch } from "./batch";
import type { SharedUniforms } from "./material";
import { ORDER, paint } from "./material";
import type { Glyph } from "./glyphs";
import { Glyphs } from "./glyphs";
import type { Rgb } from "./palette";

const MATERIAL = {
  vertex: `
    attribute vec4 anchor; // place, and m by which it counts as nearer
    attribute vec4 box; // px that are really drawn: lower left corner from the anchor, size
    attribute vec4 cell; // on the texture, px
    attribute vec4 ink;
    attribute vec4 halo;
    uniform float side; // of the texture, px
    varying vec2 spot;
    varying vec4 letter;
    varying vec4 around;
    void main() {
      vec4 seen = viewMatrix * vec4(anchor.xyz, 1.0);
      vec4 at = projectionMatrix * seen;
      if (at.w < near) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
      vec4 nearer = projectionMatrix * vec4(seen.xy, min(seen.z + anchor.w, -near), 1.0);
      vec2 whole = size / grain;
      vec2 right = 0.5 * (position.xy + 1.0);
      // Letters lie on whole pixels: else they would be blurred.
      vec2 point = floor((0.5 * at.xy / at.w + 0.5) * whole + 0.5) + box.xy + right * box.zw;
      spot = vec2(mix(cell.x, cell.z, right.x), mix(cell.w, cell.y, right.y)) / side;
      letter = ink;
      around = halo;
      gl_Position = vec4(2.0 * point / whole - 1.0, nearer.z / nearer.w, 1.0);
    }`,
  fragment: `
    uniform sampler2D atlas;
    varying vec2 spot;
    varying vec4 letter;
    varying vec4 around;
    void main() {
      vec2 cover = texture2D(atlas, spot).rg;
      float inner = cover.r * letter.a;
      float outer = cover.g * around.a * (1.0 - inner);
      float sum = inner + outer;
      if (sum < 0.01) discard;
      gl_FragColor = vec4((letter.rgb * inner + around.rgb * outer) / sum, sum);
    }`,
  depth: true,
  blend: true,
};

const SMALLEST = 7; // px that are really drawn: below this nobody can read it, so it is drawn that large
const LARGEST = 160; // px

export class Lettering {
  private readonly glyphs = new Glyphs();
  private readonly batch: Batch;

  constructor(private readonly shared: SharedUniforms) {
    const material = paint(shared, { ...MATERIAL, uniforms: { atlas: { value: this.glyphs.texture }, side: this.glyphs.side } });
    this.batch = new Batch(material, ORDER.WORDS, { anchor: 4, box: 4, cell: 4, ink: 4, halo: 4 }, 4096);
  }

  get mesh(): Mesh {
    return this.batch.mesh;
  }

  clear(): void {
    this.glyphs.refresh();
    this.batch.clear();
  }

  done(): void {
    this.batch.done();
  }

  /**
   * Words around a place, `size` css px high; `dx`, `dy` (css px) shift them, `nearer` m brings them before what
   * they belong to.
   * `align`: 0 they begin there, 0.5 they are centred, 1 they end there.
   */
  add(
    text: string,
    x: number,
    y: number,
    z: number,
    size: number,
    align: number,
    dx: number,
    dy: number,
    nearer: number,
    ink: Rgb,
    halo: Rgb,
    haloOpacity: number,
    opacity = 1,
  ): void {
    const ratio = 1 / this.shared.grain.value;
    const real = Math.min(LARGEST, Math.max(SMALLEST, Math.round(size * ratio)));
    let width = 0;
    for (let i = 0; i < text.length; i++) width += this.glyphs.get(codeAt(text, i), real)?.advance ?? 0;
    let left = Math.round(dx * ratio - align * width);
    // Capitals and figures are about 0.72 of the size high: that middle is put on the place.
    const base = Math.round(dy * ratio - 0.36 * real);
    for (let i = 0; i < text.length; i++) {
      const code = codeAt(text, i);
      const glyph = this.glyphs.get(code, real);
      if (glyph === null) continue;
      const low = base - Glyphs.below(real);
      if (code !== 32) this.letter(glyph, x, y, z, nearer, Math.round(left) - Glyphs.indent(real), low, ink, opacity, halo, haloOpacity);
      left += glyph.advance;
    }
  }

  private letter(
    glyph: Glyph,
    x: number,
    y: number,
    z: number,
    nearer: number,
    left: number,
    low: number,
    ink: Rgb,
    opacity: number,
    halo: Rgb,
    haloOpacity: number,
  ): void {
    const at = 4 * this.batch.next();
    if (at < 0) return;
    const write = (column: number, a: number, b: number, c: number, d: number) => {
      const numbers = this.batch.column(column);
      numbers[at] = a;
      numbers[at + 1] = b;
      numbers[at + 2] = c;
      numbers[at + 3] = d;
    };
    write(0, x, y, z, nearer);
    write(1, left, low, glyph.width, glyph.height);
    write(2, glyph.left, glyph.top, glyph.right, glyph.bottom);
    write(3, ink[0], ink[1], ink[2], opacity);
    write(4, halo[0], halo[1], halo[2], haloOpacity * opacity);
  }
}

/** Letters beyond the first plane of Unicode are rare enough to be left out: no pairs. */
function codeAt(text: string, index: number): number {
  return text.charCodeAt(index);
}
