/** The connection to the server: asks and answers, and a new connection whenever one is lost. */
import { keepKey } from "./key";
import type { Tell } from "./schema";

export type Ask = Record<string, unknown>;

interface Waiting {
  message: Ask;
  done(answer: unknown): void;
  failed(error: Error): void;
}

const LONGEST_PAUSE = 2000; // ms between two attempts to connect

export class Link {
  onTell: (tell: Tell) => void = () => {};
  onFrame: (data: ArrayBuffer) => void = () => {};
  onChange: (connected: boolean) => void = () => {};
  connected = false;
  private socket: WebSocket | null = null;
  private waiting = new Map<number, Waiting>();
  private next = 1;
  private pause = 200;

  constructor(
    private readonly url: string,
    private key: string,
  ) {}

  /** For requests beside this connection. */
  get headers(): Record<string, string> {
    return this.key === "" ? {} : { Authorization: `Bearer ${this.key}` };
  }

  /** Control with another key. */
  showKey(key: string): void {
    this.key = key;
    keepKey(key);
    this.send({ ask: "hello", token: key });
  }

  connect(): void {
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.pause = 200;
      this.connected = true;
      socket.send(JSON.stringify({ ask: "hello", token: this.key }));
      this.onChange(true);
    };
    socket.onmessage = ({ data }) => {
      if (data instanceof ArrayBuffer) this.onFrame(data);
      else this.hear(JSON.parse(data as string));
    };
    socket.onclose = () => {
      for (const { failed } of this.waiting.values()) failed(new Error("The connection was lost."));
      this.waiting.clear();
      const before = this.connected;
      this.connected = false;
      if (before) this.onChange(false);
      setTimeout(() => this.connect(), this.pause);
      this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
    };
  }

  /** Ask for a frame: the next one, or that of a moment. */
  see(at: number | null): void {
    this.send(at === null ? { ask: "see" } : { ask: "see", at });
  }

  /** Ask something; the promise fails with the reason if it cannot be done. */
  ask<Answer = Record<string, unknown>>(ask: string, more: Ask = {}): Promise<Answer> {
    const id = this.next++;
    return new Promise<Answer>((done, failed) => {
      if (!this.connected) {
        failed(new Error("There is no connection to the server."));
        return;
      }
      const message = { ...more, ask, number: id };
      this.waiting.set(id, { message, done: done as (answer: unknown) => void, failed });
      this.send(message);
    });
  }

  private send(message: Ask): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private hear(message: Record<string, unknown>): void {
    if ("tell" in message) {
      this.onTell(message as unknown as Tell);
      return;
    }
    const waiting = this.waiting.get(message.answer as number);
    if (waiting !== undefined && typeof message.retry === "number") {
      setTimeout(() => this.send(waiting.message), 1000 * message.retry); // many ask: ours is answered later
      return;
    }
    this.waiting.delete(message.answer as number);
    if ("error" in message) waiting?.failed(new Error(message.error as string));
    else waiting?.done(message);
  }
}
