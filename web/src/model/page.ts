/** The state of this page: newest frame, pitch, roles, selection, and the moment that is shown. */
import type { Frame, Robot } from "../wire/frame";
import type { Answer, Backend, Fields } from "../wire/backend";
import type { Asks, Drawings, Layer, Mark, Note, Pitch, Preparing, Referee, Report, Rewound, Roles, Ruled, Status, Tell, Welcome } from "../wire/schema";
import { store } from "./storage";

export const LIVE = "live";

/** What can be switched on and off in the scene. */
export type LayerName =
  | "truth"
  | "seen"
  | "trails"
  | "arrows"
  | "numbers"
  | "cameras"
  | "drawings";

/** How the page stands to its server: "preparing" is connected to one whose match has not begun. */
export type Connection = "connecting" | "preparing" | "ready" | "lost";

export interface Watching {
  source: string; // "live" or a recording
  at: number | null; // the moment looked at; null: as it comes
  playing: boolean; // when looking at the past: it moves on …
  speed: number; // … so fast
}

/** The last report of a sensor, and the robot that carries the sensor. */
export interface Sensed {
  report: Report;
  owner: string | null;
}

interface Topics {
  frame: Frame;
  pitch: Pitch;
  status: Status;
  roles: Roles;
  marks: Mark[]; // new ones, or all of them after something changed
  rulings: Ruled[]; // the same
  drawings: Drawings;
  rewound: Rewound;
  note: Note;
  logged: Note; // for the log alone
  link: boolean; // connected
  connection: Connection; // also told when there is news about the preparation
  selection: ReadonlySet<string>;
  layers: Record<LayerName, boolean>;
  sensed: ReadonlyMap<string, Sensed>;
  watching: Watching;
  theme: string;
  panel: string; // to be opened
}

const MOST_MARKS = 5000;

export class Page {
  frame: Frame | null = null;
  pitch: Pitch | null = null;
  status: Status | null = null;
  roles: Roles = { tell: "roles", controller: null, viewers: 0 };
  welcome: Welcome | null = null;
  preparing: Preparing | null = null; // what the server does before the match begins
  marks: Mark[] = [];
  rulings: Ruled[] = []; // of the referee, in the order of time
  drawings = new Map<string, Layer>(); // by "team/name"
  selection: ReadonlySet<string> = new Set();
  readonly sensed = new Map<string, Sensed>(); // reports drawn on the pitch, by the sensor's name
  layers: Record<LayerName, boolean> = {
    truth: true,
    seen: false,
    trails: false,
    arrows: false,
    numbers: true,
    cameras: false,
    drawings: true,
  };
  watching: Watching = { source: LIVE, at: null, playing: false, speed: 1 };
  private listeners = new Map<keyof Topics, Set<(value: never) => void>>();
  private byName = new Map<string, Robot>();
  private described = false; // the pitch has come on this connection

  constructor(readonly backend: Backend) {
    backend.onTell = (tell) => this.hear(tell);
    backend.onFrame = (frame) => this.take(frame);
    backend.onChange = (connected) => {
      this.described = false;
      this.preparing = null;
      this.emit("link", connected);
      this.emit("connection", this.connection);
    };
  }

  // ---- listening ------------------------------------------------------------------------------------------------

  on<Topic extends keyof Topics>(topic: Topic, listener: (value: Topics[Topic]) => void): void {
    if (!this.listeners.has(topic)) this.listeners.set(topic, new Set());
    this.listeners.get(topic)?.add(listener as (value: never) => void);
  }

  private emit<Topic extends keyof Topics>(topic: Topic, value: Topics[Topic]): void {
    for (const listener of this.listeners.get(topic) ?? []) (listener as (value: Topics[Topic]) => void)(value);
  }

  // ---- asking ---------------------------------------------------------------------------------------------------

  get connection(): Connection {
    if (!this.backend.connected) return this.welcome === null ? "connecting" : "lost";
    return this.described ? "ready" : "preparing";
  }

  /** Whether this page may change the match. */
  get controls(): boolean {
    return this.welcome !== null && this.roles.controller === this.welcome.viewer;
  }

  /** Request something; null if it is refused: then the reason is shown. */
  async request<Name extends keyof Asks>(ask: Name, ...fields: Fields<Name>): Promise<Answer<Name> | null> {
    try {
      return await this.backend.ask(ask, ...fields);
    } catch (error) {
      this.say((error as Error).message, "error");
      return null;
    }
  }

  /** Tell the user something. */
  say(text: string, level: Note["level"] = "info"): void {
    this.emit("note", { tell: "note", level, text });
  }

  /** Write something into the log, and nowhere else. */
  log(text: string, level: Note["level"]): void {
    this.emit("logged", { tell: "note", level, text });
  }

  // ---- what the user looks at -----------------------------------------------------------------------------------

  select(names: Iterable<string>): void {
    this.selection = new Set(names);
    this.emit("selection", this.selection);
  }

  show(layer: LayerName, on: boolean): void {
    this.layers = { ...this.layers, [layer]: on };
    this.emit("layers", this.layers);
  }

  openPanel(name: string): void {
    this.emit("panel", name);
  }

  /** Draw the report of a sensor on the pitch; null: no longer. */
  showSensed(sensor: string, sensed: Sensed | null): void {
    if (sensed === null && !this.sensed.has(sensor)) return;
    if (sensed === null) this.sensed.delete(sensor);
    else this.sensed.set(sensor, sensed);
    this.emit("sensed", this.sensed);
  }

  /** Look at another moment, or at the live match again (`{ at: null }`). */
  watch(change: Partial<Watching>): void {
    this.watching = { ...this.watching, ...change };
    this.emit("watching", this.watching);
  }

  /** Whether the match is shown as it is now: not a recording, and not the past. */
  get isNow(): boolean {
    return this.watching.source === LIVE && this.watching.at === null;
  }

  /** What the referee says at the moment that is shown; undefined if that is not known. */
  get referee(): Referee | undefined {
    if (this.isNow) return this.status?.referee;
    const time = this.frame?.time ?? 0;
    let at = this.rulings.length - 1;
    while (at >= 0 && this.rulings[at].time > time + 1e-6) at--;
    if (at < 0) return undefined;
    const ruled = this.rulings[at];
    const { time_left: left } = ruled.referee;
    return { ...ruled.referee, time_left: left !== null && ruled.runs ? Math.max(0, left - (time - ruled.time)) : left };
  }

  /** Whether there is a live match; otherwise the server shows a recording and nothing else. */
  get hasMatch(): boolean {
    return this.welcome === null || this.welcome.source === LIVE;
  }

  get theme(): string {
    return document.documentElement.dataset.theme ?? "dark";
  }

  set theme(name: string) {
    document.documentElement.dataset.theme = name;
    store("theme", name);
    this.emit("theme", name);
  }

  /** A robot of the newest frame. */
  robot(name: string): Robot | undefined {
    return this.byName.get(name);
  }

  // ---- hearing --------------------------------------------------------------------------------------------------

  private take(frame: Frame): void {
    this.frame = frame;
    this.byName.clear();
    for (const robot of frame.robots) this.byName.set(robot.name, robot);
    this.emit("frame", frame);
  }

  private hear(tell: Tell): void {
    switch (tell.tell) {
      case "welcome":
        this.welcome = tell;
        this.watch({ source: tell.source, at: tell.at, playing: tell.at !== null });
        break;
      case "preparing":
        this.preparing = tell;
        this.emit("connection", this.connection);
        break;
      case "roles":
        this.roles = tell;
        this.emit("roles", tell);
        break;
      case "pitch":
        this.pitch = tell;
        if (!this.described) {
          this.described = true;
          this.emit("connection", this.connection);
        }
        this.emit("pitch", tell);
        break;
      case "status":
        this.status = tell;
        this.emit("status", tell);
        break;
      case "marks":
        this.marks = tell.anew ? tell.marks : [...this.marks, ...tell.marks].slice(-MOST_MARKS);
        this.emit("marks", tell.marks);
        break;
      case "rulings":
        this.rulings = tell.anew ? tell.rulings : [...this.rulings, ...tell.rulings].slice(-MOST_MARKS);
        this.emit("rulings", tell.rulings);
        break;
      case "drawings":
        for (const layer of tell.layers) {
          const key = `${layer.team}/${layer.name}`;
          if (layer.shapes.length > 0) this.drawings.set(key, layer);
          else this.drawings.delete(key);
        }
        this.emit("drawings", tell);
        break;
      case "rewound":
        this.marks = this.marks.filter((mark) => mark.time <= tell.time);
        this.rulings = this.rulings.filter((ruled) => ruled.time <= tell.time);
        this.emit("rewound", tell);
        break;
      case "note":
        this.emit("note", tell);
        break;
    }
  }
}
