// Written by `python -m robopitch.web.schema` from the schemas in web/ and server/api/: change it there.

/** A hinge or slide: its angle or way is a polynomial of the joint angle in a row of the frame, less `zero`. */
export interface FigureJoint {
  slides: boolean;
  anchor: [number, number, number];
  axis: [number, number, number];
  row: number;
  zero: number;
  factors: number[];
}

/** Triangles, counter-clockwise from outside. */
export interface FigureMesh {
  corners: [number, number, number][];
  faces: [number, number, number][];
}

/** A solid in the frame of its part. */
export interface FigureShape {
  kind: "box" | "sphere" | "capsule" | "cylinder" | "ellipsoid" | "mesh";
  size: [number, number, number];
  position: [number, number, number];
  quaternion: [number, number, number, number];
  colour: [number, number, number];
  marked: boolean;
  mesh: FigureMesh | null;
}

/** A rigid part: its place in that of its parent, and then its joints in their order. */
export interface FigurePart {
  parent: number;
  position: [number, number, number];
  quaternion: [number, number, number, number];
  joints: FigureJoint[];
  shapes: FigureShape[];
}

/** A robot with joints. */
export interface Figure {
  parts: FigurePart[];
  joints: number;
  standing: number;
  servos: string[];
}

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

/** White markings by their centre lines; the paint reaches half a line width to all sides, beyond ends, too. */
export interface Markings {
  segments: [number, number, number, number][];
  arcs: [number, number, number, number, number][];
  spots: [number, number, number][];
}

/** The field, centre at the origin, goals at x = ∓length/2; 0 where it has none of something. */
export interface Field {
  length: number;
  width: number;
  margin_goal: number;
  margin_touch: number;
  wall_height: number;
  fillings: [number, number, number, number][];
  recess: number;
  line_width: number;
  centre_circle_radius: number;
  penalty_area_depth: number;
  penalty_area_width: number;
  goal_area_depth: number;
  goal_area_width: number;
  penalty_mark: number;
  corner_arc_radius: number;
  goal: Goal;
  markings: Markings;
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
  sensors: number;
  figure: Figure | null;
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
  engine: string;
  timestep: number;
  seed: number;
  max_ids: number;
  field: Field;
  ball_radius: number;
  markers: "dots" | "patches";
  kinds: Kind[];
  players: Player[];
  cameras: Footprint[];
  teams: Record<"blue" | "yellow", string>;
  names: Record<"blue" | "yellow", string>;
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
  endings: string[];
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
  waiting: number;
  slowed: string[];
  teams: ("blue" | "yellow")[];
  at: string;
  lockstep: boolean;
}

/** An output of the server: one address to which it sends. */
export interface Sending {
  to: string;
  rate: number;
  sent: number;
  dropped: Record<string, number>;
}

/** Cards of a team. */
export interface CardCount {
  yellow: number;
  red: number;
}

/** The referee that decides, and what it ruled last. */
export interface Referee {
  says: string;
  external: boolean;
  command: string | null;
  stage: string | null;
  phase: string;
  team: "blue" | "yellow" | null;
  place: [number, number] | null;
  clearance: number | null;
  then: string | null;
  period: string;
  time_left: number | null;
  since: number;
  cards: Record<"blue" | "yellow", CardCount>;
  whistles: string[];
}

/** What the referee ruled, from `time` on. */
export interface Ruled {
  time: number;
  runs: boolean;
  referee: Referee;
}

/** Rulings since the last message; if `anew`, all of them in memory. */
export interface Rulings {
  tell: "rulings";
  source: string;
  anew: boolean;
  rulings: Ruled[];
}

/** The recording that is being written, and saved clips. */
export interface History {
  file: string | null;
  written: number;
  failure: string | null;
  remembers: number;
  memory_bytes: number;
  memory_limit: number;
  clips: Record<string, string>;
}

/** A panel that the league or the server offers. */
export interface ViewEntry {
  name: string;
  title: string;
  formation: boolean;
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
  history: History;
  tape: History;
  warnings: string[];
  steered: string[];
  views: ViewEntry[];
}

/** A pose, and the seconds that it takes from the one before. */
export interface Keyframe {
  seconds: number;
  pose: Record<string, number>;
}

/** The answer to `open_motion`. */
export interface Motion {
  name: string;
  title: string;
  keyframes: Keyframe[];
}

/** A motion that can be played. */
export interface MotionEntry {
  name: string;
  title: string;
  saved: boolean;
  seconds: number;
  servos: string[];
}

/** The answer to `motions`. */
export interface Motions {
  folder: string;
  motions: MotionEntry[];
}

/** The answer to `read_motions`. */
export interface MotionFile {
  motions: Motion[];
}

/** The answer to `motion_text`: a file in TOML. */
export interface MotionText {
  text: string;
}

/** The answer to `save_motion`. */
export interface SavedMotion {
  file: string;
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

/** A setting of a sensor. */
export interface Setting {
  name: string;
  value: number | boolean | string | null;
  unit: string;
  least: number | null;
  most: number | null;
  choices: string[];
  doc: string;
}

/** A sensor of the match. */
export interface SensorEntry {
  name: string;
  owner: string | null;
  view: "detections" | "points" | "image" | "values" | "registers";
  hears: string[];
  on: boolean;
  calibrates: boolean;
  settings: Setting[];
  signals: string[];
}

/** The answer to `sensors`. */
export interface Sensors {
  sensors: SensorEntry[];
}

/** A detected robot or ball. */
export interface Object {
  name: string;
  x: number;
  y: number;
  heading: number | null;
}

/** An image: rows from top to bottom, bytes of grey or of red, green and blue. */
export interface Picture {
  width: number;
  height: number;
  colours: number;
  data: string;
}

/** A named value or register; values of different units are plotted apart. */
export interface Number {
  name: string;
  value: number;
  unit: string;
}

/** The answer to `report`: what a sensor reported last. Only what its view has is filled in. */
export interface Report {
  view: "detections" | "points" | "image" | "values" | "registers";
  age: number | null;
  objects: Object[];
  points: number[][];
  image: Picture | null;
  numbers: Number[];
}

/** A column of a table. */
export interface ViewColumn {
  title: string;
  unit: string;
  digits: number;
  about: string;
}

/** A row of a table. */
export interface ViewRow {
  key: string;
  group: string;
  cells: (number | boolean | string | null)[];
  tone: "" | "warn" | "faint";
}

/** The answer to `view`: a table that the league or the server offers. */
export interface ViewTable {
  note: string;
  columns: ViewColumn[];
  rows: ViewRow[];
  details: boolean;
  detail: string | null;
}

/** A packet on a servo bus, in words. */
export interface BusLine {
  number: number;
  time: number;
  to_device: boolean;
  id: number | null;
  instruction: string;
  text: string;
  error: string;
}

/** The answer to `bus_log`. */
export interface BusLog {
  robots: string[];
  lines: BusLine[];
}

/** The answer to `save_scene`. */
export interface SavedScene {
  file: string;
}

/** A point of the field, m, and where it is said to be in the picture, px. */
export interface FieldPoint {
  name: string;
  x: number;
  y: number;
  column: number;
  row: number;
  error: number | null;
}

/** A colour: the box that its pixels are in. */
export interface ColourEntry {
  name: string;
  cube: number[];
  shown: string;
  changed: boolean;
}

/** A robot or a ball in the picture, px. */
export interface Found {
  name: string;
  column: number;
  row: number;
  ahead: number[];
  certainty: number;
}

/** The answer to `calibration`. */
export interface Calibration {
  camera: string;
  width: number;
  height: number;
  points: FieldPoint[];
  residual: number | null;
  problem: string;
  colours: ColourEntry[];
  overlaps: string[][];
  found: Found[];
  age: number | null;
}

/** A unit in which a number can be given. */
export interface FormUnit {
  name: string;
  factor: number;
}

/** A key of a robot file, as the form asks for it. */
export interface FormField {
  key: string;
  kind: "number" | "text" | "choice" | "switch" | "table" | "variants" | "list" | "row" | "settings";
  doc: string;
  unit: string;
  units: FormUnit[];
  range: string;
  least: number | null;
  most: number | null;
  choices: string[];
  required: boolean;
  optional: boolean;
  default: number | boolean | string | null;
  fields: FormField[];
  alternatives: string[][];
}

/** A robot that a new one can start from. */
export interface RobotEntry {
  name: string;
  title: string;
  own: boolean;
}

/** The answer to `robot_form`. */
export interface RobotForm {
  fields: FormField[];
  robots: RobotEntry[];
}

/** The answer to `sensor_form`: the settings of a kind of sensor. */
export interface SensorForm {
  fields: FormField[];
}

/** The answer to `open_robot`: the tables of a robot file; every number is {value, unit, source}. */
export interface RobotValues {
  values: Record<string, unknown>;
}

/** What is wrong with a robot. */
export interface RobotProblem {
  path: string;
  text: string;
}

/** A wheel in the drawing, in the robot's frame. */
export interface DrawnWheel {
  x: number;
  y: number;
  direction: number;
  radius: number;
  roller: boolean;
  steered: number;
}

/** A kicker or holder in the drawing: across the front, and how far before it the ball is reached. */
export interface DrawnDevice {
  width: number;
  reach: number;
}

/** A robot from above, as far as its values are valid; m, x forward and y left. */
export interface RobotDrawing {
  outline: [number, number][];
  wheels: DrawnWheel[];
  front: number;
  ball: number;
  kicker: DrawnDevice | null;
  holder: DrawnDevice | null;
}

/** The answer to `check_robot`: the file, and what is wrong with it. */
export interface RobotCheck {
  toml: string;
  problems: RobotProblem[];
  drawing: RobotDrawing;
}

/** The answer to `save`. */
export interface Clip {
  file: string;
  url: string;
}

/** An option of a feature: a switch, a number, a text, or texts. */
export interface FeatureOption {
  name: string;
  flag: string;
  doc: string;
  kind: "switch" | "number" | "text" | "texts";
  hint: string;
  value: boolean | number | string | string[] | null;
  usual: boolean | number | string | string[] | null;
}

/** A feature of the league; of those that are not live, options hold from the start of the server. */
export interface FeatureRow {
  name: string;
  summary: string;
  live: boolean;
  on: boolean;
  about: string;
  options: FeatureOption[];
}

/** The answer to `features`. */
export interface FeatureList {
  features: FeatureRow[];
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

/** A servo of a robot; positions are those of its registers. */
export interface Servo {
  id: number;
  name: string;
  model: string;
  position: number;
  goal: number;
  least: number;
  most: number;
  torque: boolean;
  angle: number;
  goal_angle: number;
}

/** A register of a servo. */
export interface Register {
  name: string;
  address: number;
  value: number;
  writable: boolean;
  least: number;
  most: number;
}

/** A motion that a robot plays. */
export interface Playing {
  title: string;
  time: number;
  seconds: number;
}

/** The answer to `servos`. */
export interface Servos {
  servos: Servo[];
  registers: Register[];
  playing: Playing | null;
  hangs: boolean;
}

/** A place of a formation, in the frame of the team: x towards the goal that it attacks. */
export interface Spot {
  x: number;
  y: number;
  pull_x: number;
  pull_y: number;
}

/** The answer to `read_formation`: where free robots stand. */
export interface Formation {
  attack: Spot[];
  defence: Spot[];
}

/** The answer to `formation`. */
export interface FormationState {
  plays: string;
  formed: boolean;
  told: boolean;
  attack: Spot[];
  defence: Spot[];
}

/** The answer to `formation_text`: a file in TOML. */
export interface FormationText {
  text: string;
}

/** The answer to `kick`: the speed of the ball, m/s. */
export interface KickSpeed {
  speed: number;
}

/** The answer to `speed`: the multiple of real time. */
export interface Speed {
  speed: number;
}

/** The answer to `step`. */
export interface Tick {
  tick: number;
}

/** The answer to `branch`: the moment from which the match continues. */
export interface Time {
  time: number;
}

export type Tell = Welcome | Preparing | Roles | Pitch | Marks | Rulings | Status | Drawings | Rewound | Note;

/** A robot or the ball, and what is to be changed about it. */
export interface Thing {
  ball?: boolean;
  team?: "blue" | "yellow" | null;
  id?: number | null;
  x?: number | null;
  y?: number | null;
  height?: number | null;
  heading?: number | null;
  vx?: number | null;
  vy?: number | null;
  vz?: number | null;
  turn?: number | null;
  roll?: boolean;
  present?: boolean | null;
}

/** The fields of each request. */
export interface Asks {
  save: Record<string, never>;
  features: Record<string, never>;
  use_feature: { name: string; options: Record<string, unknown>; };
  parameters: Record<string, never>;
  change: { set?: Record<string, unknown> | null; noise?: Record<string, unknown> | null; realism?: string; };
  use_robot: { text: string; team?: "blue" | "yellow" | null; };
  whistle: { whistle: string; team?: "blue" | "yellow" | null; robot?: number | null; place?: [number, number] | null; count?: number; card?: "yellow" | "red"; };
  change_sensor: { name: string; set: Record<string, unknown>; };
  servos: { team: "blue" | "yellow"; id: number; servo?: number | null; };
  write_register: { team: "blue" | "yellow"; id: number; servo: number; name: string; value: number; };
  swap: { team: "blue" | "yellow"; name?: string; };
  formation: { team: "blue" | "yellow"; };
  formation_text: { attack: Spot[]; defence: Spot[]; };
  read_formation: { text: string; };
  set_formation: { team: "blue" | "yellow"; attack?: Spot[]; defence?: Spot[]; };
  steer: { team: "blue" | "yellow"; id: number; forward: number; left?: number | null; turn?: number | null; kick?: number | null; chip?: boolean; dribble?: number | null; };
  release: { team: "blue" | "yellow"; id: number; };
  place: { gesture: number; held?: boolean; things: Thing[]; };
  kick: { x: number; y: number; how: "fast" | "stop" | "pass" | "chip"; };
  undo: Record<string, never>;
  let_go: Record<string, never>;
  hang: { team: "blue" | "yellow"; id: number; on: boolean; };
  pull: { team: "blue" | "yellow"; id: number; to?: [number, number, number] | null; grip?: [number, number, number] | null; };
  speed: { speed: number; };
  step: { ticks: number; };
  reset: Record<string, never>;
  branch: { at: number; };
  robot_form: Record<string, never>;
  sensor_form: { kind: string; };
  open_robot: { name?: string; text?: string; file?: string; };
  check_robot: { values: Record<string, unknown>; };
  motions: { robot?: string; };
  open_motion: { robot?: string; name: string; };
  read_motions: { text: string; };
  motion_text: { name: string; title?: string; keyframes: Keyframe[]; };
  save_motion: { name: string; title?: string; keyframes: Keyframe[]; };
  play_motion: { team: "blue" | "yellow"; id: number; name?: string; title?: string; keyframes?: Keyframe[]; };
  stop_motion: { team: "blue" | "yellow"; id: number; };
  view: { name: string; row?: string | null; };
  bus_log: { team: "blue" | "yellow"; id: number; after?: number; };
  table: { at?: number | null; };
  signals: Record<string, never>;
  trace: { expressions?: string[]; since?: number | null; seconds?: number | null; };
  hello: { token?: string; };
  see: { at?: number | null; };
  watch: { source?: string; };
  control: { take?: boolean; };
  scenes: Record<string, never>;
  save_scene: { name?: string; title?: string; };
  load_scene: { name?: string; };
  apply_scene: { text?: string; };
  sensors: { owners?: string[] | null; };
  report: { name: string; };
  calibration: { name: string; };
  calibrate: { name: string; colour?: string | null; point?: string | null; at?: [number, number] | null; clear?: boolean; };
}

/** The answer to each request; to others it is empty. */
export interface Answers {
  save: Clip;
  features: FeatureList;
  parameters: Parameters;
  servos: Servos;
  formation: FormationState;
  formation_text: FormationText;
  read_formation: Formation;
  kick: KickSpeed;
  speed: Speed;
  step: Tick;
  branch: Time;
  robot_form: RobotForm;
  sensor_form: SensorForm;
  open_robot: RobotValues;
  check_robot: RobotCheck;
  motions: Motions;
  open_motion: Motion;
  read_motions: MotionFile;
  motion_text: MotionText;
  save_motion: SavedMotion;
  view: ViewTable;
  bus_log: BusLog;
  table: Table;
  signals: Signals;
  trace: Traces;
  scenes: Scenes;
  save_scene: SavedScene;
  sensors: Sensors;
  report: Report;
  calibration: Calibration;
}

/** The layout of binary frames, as in src/robopitch/web/frame.py. */
export const FRAME = {
  HEAD_VERSION: 0,
  HEAD_FLAGS: 1,
  HEAD_SECTIONS: 2,
  HEAD_SPARE: 3,
  HEAD_TIME: 4,
  HEAD_FIRST: 12,
  HEAD_LAST: 20,
  HEAD_SIZE: 28,
  SECTION_KIND: 0,
  SECTION_OWNER: 1,
  SECTION_SOURCE: 2,
  SECTION_STRIDE: 3,
  SECTION_COUNT: 5,
  SECTION_SIZE: 7,
  BALL_X: 0,
  BALL_Y: 4,
  BALL_Z: 8,
  BALL_VX: 12,
  BALL_VY: 16,
  BALL_VZ: 20,
  BALL_SIZE: 24,
  ROBOT_STATE: 0,
  ROBOT_ID: 1,
  ROBOT_X: 3,
  ROBOT_Y: 5,
  ROBOT_HEADING: 7,
  ROBOT_VX: 9,
  ROBOT_VY: 11,
  ROBOT_TURN: 13,
  ROBOT_SIZE: 15,
  ARTICULATED_STATE: 0,
  ARTICULATED_ID: 1,
  ARTICULATED_X: 3,
  ARTICULATED_Y: 5,
  ARTICULATED_Z: 7,
  ARTICULATED_QW: 9,
  ARTICULATED_QX: 11,
  ARTICULATED_QY: 13,
  ARTICULATED_QZ: 15,
  ARTICULATED_SIZE: 17,
  SIGHTING_AGE: 0,
  SIGHTING_ID: 1,
  SIGHTING_X: 3,
  SIGHTING_Y: 5,
  SIGHTING_HEADING: 7,
  SIGHTING_SIZE: 9,
  VERSION: 3,
  BALLS: 1,
  ROBOTS: 2,
  ARTICULATED: 3,
  OBSTACLES: 4,
  SIGHTINGS: 5,
  PLACE: 0.0005,
  ANGLE: 0.0001,
  SPEED: 0.001,
  TURN: 0.01,
  AGE: 0.01,
  UNIT: 3.051850947599719e-05,
  PAUSED: 1,
  PAST: 2,
  HOLDING: 1,
  ARMED: 2,
  STEERED: 4,
  HUNG: 8,
} as const;
