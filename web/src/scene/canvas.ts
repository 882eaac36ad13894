/** The drawing surface: gets a context if there is one, sets its resolution, draws one pane after the other. */
import { Color, ColorManagement, WebGLRenderer } from "three";
import type { Eye } from "./eye";
import type { Pane } from "./panes";
import type { Palette, Rgb } from "./palette";
import type { QualityChoice } from "./quality";
import type { World } from "./world";

ColorManagement.enabled = false; // colours are given and drawn as the screen has them

const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render|virgl/i;

export class Surface {
  readonly software: boolean; // drawn by the processor: slow
  readonly smoothed: boolean; // edges are smoothed by the graphics
  private readonly largest: number; // px that a side of the picture may have
  ratio = 1; // real pixels per css px
  private wide = 1; // the same, exactly: after rounding to whole pixels
  private high = 1;
  private readonly renderer: WebGLRenderer;
  private readonly back = new Color();

  private constructor(
    private readonly canvas: HTMLCanvasElement,
    context: WebGL2RenderingContext,
    software: boolean,
  ) {
    this.software = software;
    this.smoothed = context.getContextAttributes()?.antialias === true;
    const viewport = context.getParameter(context.MAX_VIEWPORT_DIMS) as Int32Array;
    const buffer = context.getParameter(context.MAX_RENDERBUFFER_SIZE) as number;
    this.largest = Math.min(buffer, ...viewport);
    this.renderer = new WebGLRenderer({ canvas, context });
    this.renderer.autoClear = false;
    this.renderer.setScissorTest(true);
  }

  /**
   * Null where there is no WebGL. Whether edges are smoothed cannot be changed later: always at high quality, and where
   * it is cheap if the page decides.
   */
  static on(canvas: HTMLCanvasElement, choice: QualityChoice, slow: boolean): Surface | null {
    const probe = document.createElement("canvas").getContext("webgl2");
    const software = probe !== null && isSoftware(probe);
    probe?.getExtension("WEBGL_lose_context")?.loseContext();
    const antialias = choice === "high" || (choice === "auto" && !slow && !software);
    const context = canvas.getContext("webgl2", { alpha: false, antialias, stencil: false });
    return context === null ? null : new Surface(canvas, context, software);
  }

  /** `ratio`: real pixels per css px; less where the graphics cannot have that many. */
  resize(width: number, height: number, ratio: number): void {
    this.ratio = Math.min(ratio, this.largest / Math.max(width, height));
    const across = Math.max(1, Math.round(width * this.ratio));
    const down = Math.max(1, Math.round(height * this.ratio));
    if (across === this.canvas.width && down === this.canvas.height && this.wide * width === across) return;
    this.wide = across / width;
    this.high = down / height;
    this.renderer.setSize(across, down, false);
  }

  /** What is seen between panes. */
  begin(palette: Palette, width: number, height: number): void {
    this.clear(palette.gap, 0, 0, width, height);
  }

  draw(world: World, eye: Eye, pane: Pane, height: number, palette: Palette): void {
    this.clear(palette.hall, pane.x, height - pane.y - pane.height, pane.width, pane.height);
    this.renderer.render(world.scene, eye.camera);
  }

  /** A part of the canvas, in css px from its lower left corner. */
  private clear(colour: Rgb, x: number, y: number, width: number, height: number): void {
    const { renderer } = this;
    const left = Math.round(x * this.wide);
    const low = Math.round(y * this.high);
    const across = Math.round((x + width) * this.wide) - left;
    const up = Math.round((y + height) * this.high) - low;
    renderer.setViewport(left, low, across, up);
    renderer.setScissor(left, low, across, up);
    renderer.setClearColor(this.back.setRGB(colour[0], colour[1], colour[2]));
    renderer.clear();
  }

  /**
   * What has just been drawn, as a PNG of another size. Call it in the same task as drawing: afterwards the browser
   * has taken the picture away.
   */
  async png(width: number, height: number): Promise<Blob> {
    const copy = document.createElement("canvas");
    copy.width = width;
    copy.height = height;
    const context = copy.getContext("2d", { alpha: false });
    if (context === null) throw new Error("This browser cannot copy the picture.");
    context.imageSmoothingQuality = "high";
    context.drawImage(this.canvas, 0, 0, width, height);
    return new Promise((done, fail) => {
      copy.toBlob((blob) => (blob ? done(blob) : fail(new Error("The picture is too large."))), "image/png");
    });
  }
}

function isSoftware(context: WebGL2RenderingContext): boolean {
  const more = context.getExtension("WEBGL_debug_renderer_info");
  return SOFTWARE.test(String(context.getParameter(more ? more.UNMASKED_RENDERER_WEBGL : context.RENDERER)));
}

/** Real pixels per css px of this screen. */
export function density(): number {
  return window.devicePixelRatio || 1;
}
