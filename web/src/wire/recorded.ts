/** The data of an embedded match: a head in JSON, then frames without balls, then balls.
 *
 * Frames with the same layout stand together in a run: byte by byte, each less that of the frame before, all first bytes
 * first, so that what hardly changes compresses to nothing. Balls likewise, as whole numbers.
 */
import type { Ball } from "./frame";
import { FRAME, type Tell } from "./schema";

const BALL = 6; // numbers: position and velocity

export interface Exported {
  name: string;
  unit: string;
  times: number[];
  values: (number | null)[];
}

export interface Head {
  first: number;
  last: number;
  tells: Tell[];
  runs: [count: number, size: number][]; // frames and their bytes
  times: number[]; // of the frames, ms after the one before
  ballTimes: number[]; // likewise
  names: string[]; // of signals that follow from the frames
  signals: Exported[];
  loss: string;
}

/** From the text in the page: base64 of a deflated block. */
export async function unpack(text: string): Promise<[Head, Recorded]> {
  const packed = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const data = new Uint8Array(await new Response(stream).arrayBuffer());
  const length = new DataView(data.buffer).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(data.subarray(4, 4 + length))) as Head;
  return [head, new Recorded(head, data.subarray(4 + length))];
}

/** Each number is what is added to the one before. */
function summed(steps: number[], first: number): Float64Array {
  let time = 0;
  return Float64Array.from(steps, (step) => first + (time += step) / 1000);
}

/** The last moment not after a time, and how far it is to the next one, from 0 to 1. */
export function placeIn(times: Float64Array, time: number): [number, number] {
  let [low, high] = [0, times.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= time + 1e-9) low = middle;
    else high = middle - 1;
  }
  const step = (times[low + 1] ?? times[low]) - times[low];
  return [low, step > 0 ? Math.min(Math.max((time - times[low]) / step, 0), 1) : 0];
}

export class Recorded {
  readonly times: Float64Array;
  private readonly ballTimes: Float64Array;
  private readonly frames: ArrayBuffer[] = [];
  private readonly balls: Int16Array;

  constructor(head: Head, data: Uint8Array) {
    this.times = summed(head.times, head.first);
    this.ballTimes = summed(head.ballTimes, head.first);
    let at = 0;
    for (const [count, size] of head.runs) {
      this.readRun(data.subarray(at, at + count * size), count, size);
      at += count * size;
    }
    this.balls = readBalls(data.subarray(at), head.ballTimes.length);
  }

  get count(): number {
    return this.frames.length;
  }

  frame(index: number): ArrayBuffer {
    return this.frames[index];
  }

  place(time: number): [number, number] {
    return placeIn(this.times, time);
  }

  ballPlace(time: number): [number, number] {
    return placeIn(this.ballTimes, time);
  }

  ball(index: number): Ball {
    const from = BALL * Math.min(index, this.ballTimes.length - 1);
    const [x, y, z, vx, vy, vz] = this.balls.subarray(from, from + BALL);
    return { x: x * FRAME.PLACE, y: y * FRAME.PLACE, z: z * FRAME.PLACE, vx: vx * FRAME.SPEED, vy: vy * FRAME.SPEED, vz: vz * FRAME.SPEED };
  }

  private readRun(data: Uint8Array, count: number, size: number): void {
    const made = Array.from({ length: count }, () => new Uint8Array(size));
    for (let byte = 0; byte < size; byte++) {
      let value = 0;
      for (let index = 0; index < count; index++) made[index][byte] = value = (value + data[byte * count + index]) & 255;
    }
    for (const one of made) this.frames.push(one.buffer);
  }
}

/** Whole numbers of 16 bits, all low bytes of a column before its high ones. */
function readBalls(data: Uint8Array, count: number): Int16Array {
  const balls = new Int16Array(BALL * count);
  for (let column = 0; column < BALL; column++) {
    const from = 2 * column * count;
    let value = 0;
    for (let index = 0; index < count; index++) {
      value = (value + data[from + index] + 256 * data[from + count + index]) & 65535;
      balls[BALL * index + column] = value; // the last 16 bits, with their sign
    }
  }
  return balls;
}
