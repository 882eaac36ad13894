/** Motions of a robot with joints: play one, or make one by recording poses. The server plays them. */
import { kindOf, robotOf } from "../../interaction/things";
import { LIVE, type Page } from "../../model/page";
import type { Keyframe, MotionEntry, Playing, Servo } from "../../wire/schema";
import { ControlGuard } from "../controlGuard";
import { button, make, section, write } from "../elements";
import { HookButton } from "../hookButton";
import { counted, fixed } from "../numbers";
import { type Panel, Poller } from "../panel";
import { download } from "../plots/saving";
import { RobotChoice } from "../robotChoice";
import { Joints } from "../servos/joints";
import { Keyframes } from "./keyframes";
import { MotionList } from "./list";
import "../servos/servos.css";
import "./motions.css";

const OFTEN = 250; // ms between two questions
const UNNAMED = "motion"; // the file of a motion without a name
const APPROACH = 1; // s to reach the pose of a single keyframe

export class Motions implements Panel {
  private readonly robot: RobotChoice;
  private readonly hook: HookButton;
  private readonly remark = make("p", { class: "faint", role: "status" }, "Waiting for the server …");
  private readonly folder = make("p", { class: "faint small", "data-fact": "folder" });
  private readonly title = make("input", { id: "motion-title", placeholder: "Wave", maxlength: 100, autocomplete: "off" });
  private readonly name = make("input", { id: "motion-name", placeholder: "wave", maxlength: 64, autocomplete: "off", pattern: "[A-Za-z0-9_][A-Za-z0-9_\\-]*", title: "Letters, digits, - and _: it becomes the name of a file" });
  private readonly source = make("select", { id: "motion-source", class: "slim", "aria-label": "Which positions are recorded" }, make("option", { value: "angle" }, "measured"), make("option", { value: "goal_angle" }, "goals"));
  private readonly seconds = make("input", { id: "motion-seconds", class: "slim", type: "number", min: 0.01, max: 60, step: 0.1, value: 1, "aria-label": "Seconds of a new keyframe" });
  private readonly file = make("input", { type: "file", accept: ".toml", hidden: true, "aria-label": "Motion file" });
  private readonly total = make("p", { class: "faint small" });
  private readonly bar = make("progress", { class: "motion-bar", max: 1, value: 0, "aria-label": "Progress of the motion" });
  private readonly progress = make("p", { class: "small", role: "status", id: "motion-playing" });
  private readonly running = make("div", { class: "motion-running", hidden: true }, this.progress, this.bar);
  private readonly list: MotionList;
  private readonly keyframes: Keyframes;
  private readonly joints: Joints;
  private readonly parts: HTMLElement[];
  private readonly poller = new Poller(OFTEN, () => void this.ask());
  private servos: Servo[] = [];
  private entries: MotionEntry[] = [];
  private shownKind = "";
  private edited = false;
  private asking = false;

  constructor(
    private readonly page: Page,
    root: HTMLElement,
  ) {
    const guard = new ControlGuard(page);
    this.robot = new RobotChoice(page, "motions", () => void this.refresh());
    this.list = new MotionList(page, ({ name, title }) => void this.play({ name, title }), (motion) => void this.open(motion.name));
    this.keyframes = new Keyframes(() => this.touch(), (frame) => void this.play({ title: "Pose", keyframes: [{ ...frame, seconds: APPROACH }] }));
    this.joints = new Joints(new ControlGuard(page), (...move) => this.move(...move), () => page.openPanel("servos"));
    const stop = guard.guard(button({ class: "slim", id: "motion-stop", onclick: () => void page.request("stop_motion", robotOf(this.robot.name)) }, "Stop"));
    this.running.append(stop);
    this.title.addEventListener("input", () => (this.edited = true));
    this.file.addEventListener("change", () => void this.load());
    const form = make(
      "form",
      { class: "motion-form", onsubmit: (event) => void this.save(event) },
      make("label", { for: "motion-title" }, "Title"),
      this.title,
      make("label", { for: "motion-name" }, "Name"),
      make("span", { class: "motion-name" }, this.name, guard.guard(make("button", { id: "motion-save", title: "Save it in the folder of the server" }, "Save"))),
    );
    this.parts = [
      section("Motions", this.list.root, this.folder),
      section("Joints", make("div", { class: "motion-joints" }, this.joints.root)),
      section(
        "Editor",
        make("p", { class: "faint small" }, "Move the joints, record poses one after the other, and play them."),
        make("div", { class: "bar" }, button({ id: "motion-record", onclick: () => void this.record() }, "Record pose"), this.source, this.seconds, make("span", { class: "faint" }, "s")),
        this.keyframes.root,
        this.total,
        make(
          "div",
          { class: "bar" },
          guard.guard(button({ id: "motion-play", onclick: () => void this.playEdited() }, "▶ Play")),
          button({ class: "slim", id: "motion-new", title: "Begin with no keyframe", onclick: () => this.clear() }, "New"),
          button({ class: "slim", id: "motion-download", onclick: () => void this.download() }, "Download TOML"),
          button({ class: "slim", id: "motion-open", onclick: () => this.file.click() }, "Open a file …"),
          this.file,
        ),
        form,
      ),
    ];
    this.hook = new HookButton(page, () => this.robot.name);
    this.robot.root.append(this.hook.root);
    root.append(this.robot.root, this.remark, this.running, ...this.parts);
    page.on("pitch", () => (this.shownKind = ""));
    this.count();
  }

  visible(on: boolean): void {
    if (on) this.robot.follow();
    this.shownKind = ""; // a file may have come
    this.poller.run(on);
  }

  // ---- asking ---------------------------------------------------------------------------------------------------

  private async refresh(): Promise<void> {
    this.shownKind = "";
    await this.ask();
  }

  private async ask(): Promise<void> {
    const { backend, watching, hasMatch } = this.page;
    this.robot.list();
    if (this.asking || !backend.connected || this.robot.name === "") return;
    if (watching.source !== LIVE || !hasMatch) {
      this.say("A recording plays what was recorded; motions are for the match.");
      return;
    }
    this.asking = true;
    const robot = this.robot.name;
    try {
      const { servos, playing, hangs } = await backend.ask("servos", robotOf(robot));
      if (robot !== this.robot.name) return;
      this.say(servos.length === 0 ? "This robot has no servos." : "");
      this.servos = servos;
      this.hook.show(hangs);
      this.joints.show(robot, servos, null);
      this.keyframes.offer(servos);
      this.showPlaying(playing);
      await this.listed(kindOf(this.page, robot)?.name ?? "");
    } catch (error) {
      if (backend.connected) this.say((error as Error).message);
    } finally {
      this.asking = false;
    }
  }

  /** Ask for the motions of a kind of robot, once. */
  private async listed(kind: string): Promise<void> {
    if (kind !== this.shownKind) {
      const { folder, motions } = await this.page.backend.ask("motions", { robot: kind });
      this.shownKind = kind;
      this.entries = motions;
      write(this.folder, folder === "" ? "" : `Folder: ${folder}`);
    }
    this.list.show(this.entries, this.servos.map(({ name }) => name));
  }

  private showPlaying(playing: Playing | null): void {
    this.running.hidden = playing === null;
    if (playing === null) return;
    const { title, time, seconds } = playing;
    write(this.progress, `Plays ${title}: ${fixed(Math.min(time, seconds), 1)} of ${fixed(seconds, 1)} s`);
    this.bar.value = seconds > 0 ? time / seconds : 1;
  }

  /** Say why there is nothing to be seen. */
  private say(text: string): void {
    write(this.remark, text);
    this.remark.hidden = text === "";
    for (const part of this.parts) part.hidden = text !== "";
  }

  // ---- the robot ------------------------------------------------------------------------------------------------

  private async move(robot: string, servo: number, value: number): Promise<void> {
    await this.page.request("write_register", { ...robotOf(robot), servo, name: "goal_position", value });
    await this.ask();
  }

  private async play(what: { name?: string; title: string; keyframes?: Keyframe[] }): Promise<void> {
    if ((await this.page.request("play_motion", { ...robotOf(this.robot.name), ...what })) === null) return;
    await this.ask();
  }

  private async playEdited(): Promise<void> {
    if (this.keyframes.value.length === 0) this.page.say("There is no keyframe yet: record a pose first.", "warning");
    else await this.play({ title: this.shownTitle, keyframes: this.keyframes.value });
  }

  // ---- the motion in the editor ---------------------------------------------------------------------------------

  private get shownTitle(): string {
    return this.title.value.trim() || this.name.value.trim() || "Motion";
  }

  private async record(): Promise<void> {
    const robot = this.robot.name;
    const answer = robot === "" ? null : await this.page.request("servos", robotOf(robot));
    if (answer === null || answer.servos.length === 0) return;
    const field = this.source.value as "angle" | "goal_angle";
    const value = this.seconds.valueAsNumber;
    this.keyframes.add({
      seconds: value > 0 && value <= 60 ? value : 1,
      pose: Object.fromEntries(answer.servos.map((servo) => [servo.name, servo[field]])),
    });
  }

  /** Somebody changed the motion. */
  private touch(): void {
    this.edited = true;
    this.count();
  }

  private count(): void {
    const frames = this.keyframes.value;
    const seconds = frames.reduce((sum, frame) => sum + frame.seconds, 0);
    write(this.total, frames.length === 0 ? "No keyframe yet." : `${counted(frames.length, "keyframe")}, ${fixed(seconds, 2)} s`);
  }

  private edit(name: string, title: string, keyframes: Keyframe[]): void {
    if (this.edited && this.keyframes.value.length > 0 && !confirm("The motion in the editor was changed. Discard the changes?")) return;
    this.name.value = name;
    this.title.value = title;
    this.keyframes.value = keyframes;
    this.edited = false;
    this.count();
  }

  private clear(): void {
    this.edit("", "", []);
  }

  private async open(name: string): Promise<void> {
    const robot = kindOf(this.page, this.robot.name)?.name ?? "";
    const motion = await this.page.request("open_motion", { robot, name });
    if (motion !== null) this.edit(name.replace("/", "-"), motion.title, motion.keyframes);
  }

  private async load(): Promise<void> {
    const [file] = this.file.files ?? [];
    this.file.value = ""; // the same file can be opened again
    if (file === undefined) return;
    const read = await this.page.request("read_motions", { text: await file.text() });
    if (read === null) return;
    const [first, ...more] = read.motions;
    this.edit(first.name, first.title, first.keyframes);
    if (more.length > 0) this.page.say(`The file has ${counted(read.motions.length, "motion")}; the first is opened.`);
  }

  private async download(): Promise<void> {
    const name = this.name.value.trim() || UNNAMED;
    const answer = await this.page.request("motion_text", { name, title: this.shownTitle, keyframes: this.keyframes.value });
    if (answer !== null) download(new Blob([answer.text], { type: "application/toml" }), `${name}.toml`);
  }

  private async save(event: Event): Promise<void> {
    event.preventDefault();
    const name = this.name.value.trim();
    if ((await this.page.request("save_motion", { name, title: this.title.value.trim() || name, keyframes: this.keyframes.value })) === null) return;
    this.page.say(`The motion ${this.shownTitle} is saved.`);
    this.edited = false;
    await this.refresh();
  }
}
