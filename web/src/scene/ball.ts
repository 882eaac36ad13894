/** The ball: a round picture of a sphere that faces the eye, never too small to be found. */
import { BufferGeometry, Float32BufferAttribute, Mesh, Vector3 } from "three";
import type { ShaderMaterial } from "three";
import type { SharedUniforms } from "./material";
import { ORDER, paint } from "./material";
import { BALL_COLOUR } from "./palette";

export const LEAST_RADIUS = 4; // css px

const MATERIAL = {
  vertex: `
    uniform vec3 spot;
    uniform float radius;
    varying vec2 place;
    varying float limit; // px
    void main() {
      vec4 centre = viewMatrix * vec4(spot, 1.0);
      float dot_ = metres(projectionMatrix * centre);
      limit = max(radius / dot_, ${LEAST_RADIUS}.0);
      place = position.xy * (limit + 1.5);
      gl_Position = projectionMatrix * vec4(centre.xy + place * dot_, centre.zw);
      if (above > 0.5) gl_Position.z = -0.98; // nothing hides it from above
    }`,
  fragment: `
    uniform vec3 tint;
    uniform float grain;
    varying vec2 place;
    varying float limit;
    void main() {
      float far = length(place);
      vec2 at = place / limit;
      vec3 normal = vec3(at, sqrt(max(0.0, 1.0 - dot(at, at))));
      float light = 0.84 + 0.2 * max(0.0, dot(normal, vec3(-0.35, 0.45, 0.82)));
      vec3 colour = mix(tint * light, vec3(0.16, 0.06, 0.0), smoothstep(limit - 0.2, limit + 0.7, far));
      gl_FragColor = vec4(colour, clamp((limit + 1.0 - far) / grain + 0.5, 0.0, 1.0));
    }`,
  depth: true,
  blend: true,
};

export class BallSphere {
  readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;
  private readonly spot = { value: new Vector3() };
  private readonly radius = { value: 0.02 };

  constructor(shared: SharedUniforms) {
    const quad = new BufferGeometry();
    quad.setAttribute("position", new Float32BufferAttribute([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], 3));
    quad.setIndex([0, 1, 2, 0, 2, 3]);
    const uniforms = { spot: this.spot, radius: this.radius, tint: { value: BALL_COLOUR } };
    this.mesh = new Mesh(quad, paint(shared, { ...MATERIAL, uniforms }));
    this.mesh.frustumCulled = false;
    this.mesh.matrixAutoUpdate = false;
    this.mesh.renderOrder = ORDER.BALL;
  }

  put(x: number, y: number, z: number, radius: number): void {
    this.spot.value.set(x, y, z);
    this.radius.value = radius;
  }
}
