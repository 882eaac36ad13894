/** Many equal quads in one draw: the ground for strokes, discs and words. */
import {
  DynamicDrawUsage,
  Float32BufferAttribute,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
} from "three";
import type { ShaderMaterial } from "three";

const CORNERS = new Float32BufferAttribute([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], 3);
const INDEX = [0, 1, 2, 0, 2, 3];

export class Batch {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  count = 0;
  private room = 0;
  private readonly columns: Column[];

  /** `layout`: how many numbers each attribute has. */
  constructor(
    material: ShaderMaterial,
    order: number,
    layout: Readonly<Record<string, number>>,
    private readonly most = 65536,
  ) {
    this.columns = Object.entries(layout).map(([name, width]) => ({ name, width, numbers: new Float32Array(0) }));
    this.mesh = new Mesh(new InstancedBufferGeometry(), material);
    this.mesh.frustumCulled = false;
    this.mesh.matrixAutoUpdate = false;
    this.mesh.renderOrder = order;
    this.grow(64);
  }

  /** Make place for one more; its number, or −1 if there are too many. */
  next(): number {
    if (this.count === this.room) {
      if (this.room >= this.most) return -1;
      this.grow(2 * this.room);
    }
    return this.count++;
  }

  column(index: number): Float32Array {
    return (this.columns[index] as Column).numbers;
  }

  clear(): void {
    this.count = 0;
  }

  /** Hand over what was written. */
  done(): void {
    const { geometry } = this.mesh;
    geometry.instanceCount = this.count;
    this.mesh.visible = this.count > 0;
    if (this.count === 0) return;
    for (const { name, width } of this.columns) {
      const attribute = geometry.getAttribute(name) as InstancedBufferAttribute;
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, this.count * width);
      attribute.needsUpdate = true;
    }
  }

  private grow(room: number): void {
    this.room = room;
    this.mesh.geometry.dispose();
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute("position", CORNERS.clone());
    geometry.setIndex(INDEX);
    for (const column of this.columns) {
      const numbers = new Float32Array(room * column.width);
      numbers.set(column.numbers);
      column.numbers = numbers;
      const attribute = new InstancedBufferAttribute(numbers, column.width);
      attribute.setUsage(DynamicDrawUsage);
      geometry.setAttribute(column.name, attribute);
    }
    geometry.instanceCount = this.count;
    this.mesh.geometry = geometry;
  }
}

interface Column {
  name: string;
  width: number;
  numbers: Float32Array;
}
