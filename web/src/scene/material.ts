/** What all paints must know about the pane being drawn, and how they are mixed. */
import { DoubleSide, NoBlending, NormalBlending, ShaderMaterial, Vector2 } from "three";
import type { IUniform } from "three";

/** Shared by all paints: changed once for each pane. Pixels are those of CSS. */
export interface SharedUniforms extends Record<string, IUniform> {
  pixel: { value: number }; // m that a pixel shows at distance 1 (at any distance from above)
  above: { value: number }; // 1 from above, 0 in perspective
  size: { value: Vector2 }; // of the pane, px
  grain: { value: number }; // px of CSS in one that is really drawn
  near: { value: number }; // m
}

export function newSharedUniforms(): SharedUniforms {
  return {
    pixel: { value: 1 },
    above: { value: 1 },
    size: { value: new Vector2(1, 1) },
    grain: { value: 1 },
    near: { value: 0.01 },
  };
}

const KNOWN = `
uniform float pixel;
uniform float above;
uniform vec2 size;
uniform float grain;
uniform float near;
/** m that a pixel shows at a place. */
float metres(vec4 place) { return pixel * place.w; }
`;

export interface MaterialSource {
  vertex: string;
  fragment: string;
  depth: boolean; // hides what is behind it, and is hidden
  blend: boolean;
  uniforms?: Record<string, IUniform>;
}

/** A paint. All are "transparent": then three draws them strictly in the order we give. */
export function paint(shared: SharedUniforms, source: MaterialSource): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader: KNOWN + source.vertex,
    fragmentShader: source.fragment,
    uniforms: { ...shared, ...source.uniforms },
    transparent: true,
    side: DoubleSide,
    blending: source.blend ? NormalBlending : NoBlending,
    depthTest: source.depth,
    depthWrite: source.depth && !source.blend,
  });
}

/** From this size on screen (css px) on, a robot shows its pattern. */
export const NEAR_SIZE = 34;

/** In which order things are drawn: what lies on the ground without depth, then bodies, then what floats above. */
export const ORDER = {
  FLOOR: 0,
  CARPET: 1,
  LINES: 2,
  FILLS: 3,
  SHADOWS: 4,
  GROUND_DISCS: 5,
  GROUND_STROKES: 6,
  BODIES: 7,
  OUTLINES: 8,
  NETS: 9,
  UPRIGHT: 10,
  BALL: 11,
  OVER: 12,
  WORDS: 13,
} as const;
