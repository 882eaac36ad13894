/** Where a page gets everything from: a server (`socket.ts`), or the file that it is part of (`embedded.ts`). */
import type { Frame } from "./frame";
import type { Answers, Asks, Tell } from "./schema";

/** The fields of a request; they may be left out if none is required. */
export type Fields<Name extends keyof Asks> = {} extends Asks[Name] ? [Asks[Name]?] : [Asks[Name]];

export type Answer<Name extends keyof Asks> = Name extends keyof Answers ? Answers[Name] : Record<string, never>;

/** What not every backend has: panels by their names, control of a match, files to open and save. */
export type Offer = string;

export interface Uploaded {
  source: string;
  title: string;
}

export interface Backend {
  onTell: (tell: Tell) => void;
  onFrame: (frame: Frame) => void;
  onChange: (connected: boolean) => void;
  readonly connected: boolean;

  connect(): void;

  /** Whether it has something; what it does not have is not shown. */
  offers(what: Offer): boolean;

  /** Ask for a frame: the next one, or that of a moment. */
  see(at: number | null): void;

  /** Ask something; the promise fails with the reason if it cannot be done. */
  ask<Name extends keyof Asks>(ask: Name, ...fields: Fields<Name>): Promise<Answer<Name>>;

  /** Control with another key. */
  showKey(key: string): void;

  upload(file: File, progress: (share: number) => void): Promise<Uploaded>;

  download(path: string): Promise<Blob>;
}
