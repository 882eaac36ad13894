/** A match inside the page: no server, no network. `web/embedding.py` writes what is read here. */
import type { Answer, Backend, Fields, Offer, Uploaded } from "./backend";
import { ballBetween, framesBetween } from "./between";
import { type Ball, decode, type Frame } from "./frame";
import { valueOf } from "./embeddedSignals";
import { type Head, Recorded, unpack } from "./recorded";
import type { Asks, Signals, Tell, Trace, Traces } from "./schema";

const OFFERED = ["match", "plots", "layers", "log"]; // panels that need no server
const KEPT = 8; // decoded frames

export class Embedded implements Backend {
  onTell: (tell: Tell) => void = () => {};
  onFrame: (frame: Frame) => void = () => {};
  onChange: (connected: boolean) => void = () => {};
  connected = false;
  private head: Head | null = null;
  private recorded: Recorded | null = null;
  private decoded = new Map<number, Frame>();

  constructor(private readonly text: string) {}

  connect(): void {
    void unpack(this.text).then(([head, recorded]) => {
      this.head = head;
      this.recorded = recorded;
      this.connected = true;
      this.onChange(true);
      for (const tell of head.tells) this.onTell(tell);
    });
  }

  offers(what: Offer): boolean {
    return OFFERED.includes(what);
  }

  see(at: number | null): void {
    // Later, as an answer comes: who asks is not yet done with asking.
    queueMicrotask(() => this.onFrame(this.frame(at ?? this.head?.first ?? 0)));
  }

  ask<Name extends keyof Asks>(ask: Name, ...[fields]: Fields<Name>): Promise<Answer<Name>> {
    const answer = this.answer(ask, (fields ?? {}) as Asks["trace"]);
    if (answer === null) return Promise.reject(new Error("This file has no server behind it."));
    return Promise.resolve(answer as Answer<Name>);
  }

  showKey(): void {}

  upload(): Promise<Uploaded> {
    return Promise.reject(new Error("This file has no server behind it."));
  }

  download(): Promise<Blob> {
    return Promise.reject(new Error("This file has no server behind it."));
  }

  private answer(ask: keyof Asks, fields: Asks["trace"]): Signals | Traces | null {
    const { head } = this;
    if (head === null) return null;
    if (ask === "signals") return { names: [...head.names, ...head.signals.map(({ name }) => name)], functions: {} };
    if (ask !== "trace") return null;
    const since = fields.since ?? head.last - (fields.seconds ?? 10);
    const until = fields.since == null ? head.last : since + (fields.seconds ?? 10);
    return { traces: (fields.expressions ?? []).map((name) => this.trace(name, since, until)) };
  }

  /** Samples of a signal: of those that every file has, or of those that were exported with it. */
  private trace(name: string, since: number, until: number): Trace {
    const found = this.head?.signals.find((one) => one.name === name);
    const inside = (time: number): boolean => time > since && time <= until;
    if (found !== undefined) {
      const kept = found.times.map(inside);
      const only = <One>(values: One[]): One[] => values.filter((_, place) => kept[place]);
      return { ...found, times: only(found.times), values: only(found.values), error: "" };
    }
    const times = [...(this.recorded?.times ?? [])].filter(inside);
    const known = this.head?.names.includes(name) ?? false;
    const values = known ? times.map((time) => valueOf(this.frame(time), name)) : [];
    const error = known ? "" : `${name}: this file has signals by their names only`;
    return { name, unit: "", times: known ? times : [], values, error };
  }

  private frame(at: number): Frame {
    const { head, recorded } = this;
    if (head === null || recorded === null) throw new Error("nothing is read yet");
    const time = Math.min(Math.max(at, head.first), head.last);
    const [before, share] = recorded.place(time);
    const after = Math.min(before + 1, recorded.count - 1);
    const robots = framesBetween(this.read(before), this.read(after), share, recorded.times[after] - recorded.times[before]);
    const ball = this.ball(recorded, time);
    return { ...robots, time, first: head.first, last: head.last, past: true, paused: false, ball, balls: [ball] };
  }

  private ball(recorded: Recorded, time: number): Ball {
    const [before, share] = recorded.ballPlace(time);
    return ballBetween(recorded.ball(before), recorded.ball(before + 1), share);
  }

  private read(index: number): Frame {
    let frame = this.decoded.get(index);
    if (frame === undefined) {
      frame = decode((this.recorded as Recorded).frame(index));
      this.decoded.set(index, frame);
      if (this.decoded.size > KEPT) this.decoded.delete(this.decoded.keys().next().value as number);
    }
    return frame;
  }
}
