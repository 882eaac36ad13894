/** The connection to the server: asks and answers, and a new connection whenever one is lost. */
import type { Answer, Backend, Fields, Uploaded } from "./backend";
import { decode, type Frame } from "./frame";
import { keepKey } from "./key";
import type { Asks, Tell } from "./schema";

type Message = Record<string, unknown>;

interface Waiting {
  message: Message;
  done(answer: unknown): void;
  failed(error: Error): void;
}

const LONGEST_PAUSE = 2000; // ms between two attempts to connect

export class Socket implements Backend {
  onTell: (tell: Tell) => void = () => {};
  onFrame: (frame: Frame) => void = () => {};
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

  /** A server has everything. */
  offers(): boolean {
    return true;
  }

  /** For requests beside this connection. */
  private get headers(): Record<string, string> {
    return this.key === "" ? {} : { Authorization: `Bearer ${this.key}` };
  }

  // Not by a plain link: a page that has the key from the address must send it along.
  async download(path: string): Promise<Blob> {
    const answer = await fetch(path, { headers: this.headers });
    if (!answer.ok) throw new Error(String(((await answer.json()) as { error?: string }).error ?? answer.statusText));
    return answer.blob();
  }

  /** With XMLHttpRequest, which unlike fetch tells how far it is. */
  upload(file: File, progress: (share: number) => void): Promise<Uploaded> {
    return new Promise((done, failed) => {
      const request = new XMLHttpRequest();
      request.open("POST", `recordings?name=${encodeURIComponent(file.name)}`);
      for (const [name, value] of Object.entries(this.headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0);
      request.onerror = () => failed(new Error("the server could not be reached"));
      request.onload = () => {
        const answer = parse(request.responseText);
        if (request.status < 400 && typeof answer.source === "string") {
          done({ source: answer.source, title: String(answer.title ?? "") });
        } else failed(new Error(String(answer.error ?? (request.responseText.slice(0, 200) || request.statusText))));
      };
      request.send(file);
    });
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
      if (data instanceof ArrayBuffer) this.onFrame(decode(data));
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
  ask<Name extends keyof Asks>(ask: Name, ...[fields]: Fields<Name>): Promise<Answer<Name>> {
    const id = this.next++;
    return new Promise<Answer<Name>>((done, failed) => {
      if (!this.connected) {
        failed(new Error("There is no connection to the server."));
        return;
      }
      const message = { ...fields, ask, number: id };
      this.waiting.set(id, { message, done: done as (answer: unknown) => void, failed });
      this.send(message);
    });
  }

  private send(message: Message): void {
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

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
