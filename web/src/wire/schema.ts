// Written by `python -m robopitch.web.schema` from src/robopitch/web/schema.py: change it there.

/** Both goals. */
export interface Goal {
  kind: "plates" | "net" | "recess";
  width: number;
  depth: number;
  height: number;
  thickness: number;
  crossbar: boolean;
  roof: boolean;
  reaches_wall: boolean;
}

/** The field, centre at the origin, goals at x = ∓length/2; 0 where it has none of something. */
export interface Field {
  length: number;
  width: number;
  margin_goal: number;
  margin_touch: number;
  wall_height: number;
  corner: number;
  line_width: number;
  centre_circle_radius: number;
  penalty_area_depth: number;
  penalty_area_width: number;
  goal_area_depth: number;
  goal_area_width: number;
  penalty_mark: number;
  corner_arc_radius: number;
  goal: Goal;
}

/** In the robot's frame: x forward, y left; direction is where it drives. */
export interface Wheel {
  x: number;
  y: number;
  direction: number;
  radius: number;
}

/** A kind of robot. */
export interface Kind {
  name: string;
  title: string;
  outline: [number, number][];
  height: number;
  wheels: Wheel[];
  holder: "dribbler" | "grabber" | null;
  holder_width: number;
  kick_speed: number;
  chips: boolean;
  sideways: boolean;
  speed: number;
  turn: number;
}

/** A robot that there is, on the pitch or not. */
export interface Player {
  team: "blue" | "yellow" | "obstacle";
  id: number;
  kind: number;
}

/** The part of the field that a camera sees. */
export interface Footprint {
  camera: number;
  corners: [number, number][];
}

/** League, field, robots and teams: sent when a page connects and whenever they change. */
export interface Pitch {
  tell: "pitch";
  source: string;
  league: string;
  title: string;
  family: string;
  engine: string;
  timestep: number;
  seed: number;
  max_ids: number;
  field: Field;
  ball_radius: number;
  kinds: Kind[];
  players: Player[];
  cameras: Footprint[];
  teams: Record<"blue" | "yellow", string>;
  choices: string[];
  presets: string[];
  realism: string;
  score: Record<"blue" | "yellow", number>;
  first: number;
  last: number;
}

/** An event. */
export interface Mark {
  time: number;
  kind: "goal" | "out" | "kick" | "collision" | "restart" | "referee" | "input" | "note";
  text: string;
  team: "blue" | "yellow" | null;
  place: [number, number] | null;
  score: Record<"blue" | "yellow", number> | null;
  detail: string;
}

/** Events since the last message; if `anew`, all events in memory. */
export interface Marks {
  tell: "marks";
  source: string;
  anew: boolean;
  marks: Mark[];
}

/** The first message to a page. */
export interface Welcome {
  tell: "welcome";
  viewer: number;
  version: string;
  trusted: boolean;
  start: string;
  source: string;
  at: number | null;
}

/** The match has not begun: what the server does before it. Sent every second until `Pitch` and `Status` come. */
export interface Preparing {
  tell: "preparing";
  step: string;
  done: number;
  expected: number;
  seconds: number;
}

/** Who controls, who watches. */
export interface Roles {
  tell: "roles";
  controller: number | null;
  viewers: number;
}

/** A message for the log and, for a few seconds, over the pitch. */
export interface Note {
  tell: "note";
  level: "info" | "warning" | "error";
  text: string;
}

/** The match went back in time: everything later than `time` is discarded. */
export interface Rewound {
  tell: "rewound";
  time: number;
}

/** Something that a team draws. */
export interface Shape {
  kind: "line" | "polygon" | "circle" | "arrow" | "text";
  points: [number, number][];
  radius: number;
  text: string;
  colour: string;
  width: number;
}

/** The shapes that a team drew under one name; a layer without shapes is removed. */
export interface Layer {
  team: "blue" | "yellow";
  name: string;
  shapes: Shape[];
}

/** Layers that changed. */
export interface Drawings {
  tell: "drawings";
  layers: Layer[];
}

/** An input of the server: one port on which clients send. */
export interface Link {
  received: number;
  rate: number;
  refused: Record<string, number>;
  last_refusal: string;
  clients: string[];
}

/** An output of the server: one address to which it sends. */
export interface Sending {
  to: string;
  rate: number;
  sent: number;
  dropped: Record<string, number>;
}

/** The referee that decides, and its last command. */
export interface Referee {
  says: string;
  command: string | null;
  stage: string | null;
}

/** The recording that is being written, and saved clips. */
export interface History {
  file: string | null;
  written: number;
  failure: string | null;
  remembers: number;
  clips: Record<string, string>;
}

/** State of the server: sent once a second and when something changes. */
export interface Status {
  tell: "status";
  time: number;
  tick: number;
  mode: "real time" | "free" | "lockstep";
  speed: number | null;
  real_time_factor: number;
  slip: number;
  late_p99: number;
  score: Record<"blue" | "yellow", number>;
  teams: Record<"blue" | "yellow", string>;
  robots: Record<"blue" | "yellow", number>;
  referee: Referee;
  delays: Record<string, number>;
  links: Record<string, Link>;
  out: Record<string, Sending>;
  tape: History;
  warnings: string[];
  steered: string[];
}

/** A number, a choice or a text that can be changed. */
export interface Parameter {
  path: string;
  value: number | boolean | string | null;
  first: number | boolean | string | null;
  unit: string;
  range: string;
  least: number | null;
  most: number | null;
  choices: string[];
  doc: string;
  source: string;
}

/** The answer to `parameters`. */
export interface Parameters {
  league: Parameter[];
  realism: Parameter[];
}

/** Samples of one signal or expression. */
export interface Trace {
  name: string;
  unit: string;
  times: number[];
  values: (number | null)[];
  error: string;
}

/** The answer to `trace`. */
export interface Traces {
  traces: Trace[];
}

/** The answer to `signals`: names that can be plotted, and functions. */
export interface Signals {
  names: string[];
  functions: Record<string, string>;
}

/** A robot or the ball: commanded, true, seen. */
export interface Row {
  name: string;
  commanded: number[] | null;
  true: number[];
  seen: number[] | null;
  charge: number | null;
  holds: number;
}

/** The answer to `table`. */
export interface Table {
  time: number;
  rows: Row[];
}

/** A saved scene. */
export interface SceneEntry {
  name: string;
  title: string;
  league: string;
}

/** The answer to `scenes`. */
export interface Scenes {
  folder: string;
  scenes: SceneEntry[];
}

export type Tell = Welcome | Preparing | Roles | Pitch | Marks | Status | Drawings | Rewound | Note;

/** The layout of binary frames, as in src/robopitch/web/frame.py. */
export const FRAME = {
  HEAD_KIND: 0,
  HEAD_FLAGS: 1,
  HEAD_ROBOTS: 2,
  HEAD_SEEN_ROBOTS: 3,
  HEAD_SEEN_BALLS: 4,
  HEAD_SPARE: 5,
  HEAD_TIME: 8,
  HEAD_FIRST: 16,
  HEAD_LAST: 24,
  HEAD_BALL: 32,
  HEAD_SIZE: 56,
  ROBOT_SIZE: 14,
  SEEN_SIZE: 8,
  PLACE: 0.0005,
  ANGLE: 0.0001,
  SPEED: 0.001,
  TURN: 0.01,
  AGE: 0.01,
  PAUSED: 1,
  PAST: 2,
  HOLDING: 1,
  ARMED: 2,
  STEERED: 4,
} as const;
