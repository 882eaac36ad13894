/** The keyframes of a motion: the seconds and the angles of each, in an order that can be changed. */
import type { Keyframe, Servo } from "../../wire/schema";
import { button, make } from "../elements";
import { counted } from "../numbers";

const LONGEST = 60; // s of one keyframe, as the server has it
const WIDEST = 360; // degrees

export class Keyframes {
  readonly root = make("ol", { class: "keyframes", "aria-label": "Keyframes" });
  private frames: Keyframe[] = [];
  private open = new Set<Keyframe>(); // whose angles are shown
  private servos: string[] = [];

  /** @param changed told when somebody edits them @param go told to bring the robot into a pose */
  constructor(
    private readonly changed: () => void,
    private readonly go: (frame: Keyframe) => void,
  ) {}

  get value(): Keyframe[] {
    return this.frames;
  }

  set value(frames: Keyframe[]) {
    this.frames = frames;
    this.open.clear();
    this.draw();
  }

  /** The servos of the robot, whose angles can be edited. */
  offer(servos: Servo[]): void {
    const names = servos.map(({ name }) => name);
    if (names.join() === this.servos.join()) return;
    this.servos = names;
    this.draw();
  }

  add(frame: Keyframe): void {
    this.frames = [...this.frames, frame];
    this.draw();
    this.changed();
  }

  private draw(): void {
    this.root.replaceChildren(...this.frames.map((frame, index) => this.line(frame, index)));
  }

  private line(frame: Keyframe, index: number): HTMLElement {
    const called = `keyframe ${index + 1}`;
    const seconds = make("input", { type: "number", class: "slim", min: 0.01, max: LONGEST, step: 0.1, value: frame.seconds, "aria-label": `Seconds of ${called}` });
    seconds.addEventListener("change", () => {
      const value = seconds.valueAsNumber;
      if (value > 0 && value <= LONGEST) this.put(frame, { ...frame, seconds: value });
      else seconds.value = String(frame.seconds);
    });
    const act = (what: string, label: string, shown: string, onclick: () => void, off = false) =>
      button({ class: "slim", "data-act": `${what} ${index}`, "aria-label": `${label} ${called}`, title: `${label} this keyframe`, disabled: off, onclick }, shown);
    const angles = make("details", { class: "keyframe-angles", open: this.open.has(frame) }, make("summary", {}, counted(Object.keys(frame.pose).length, "servo")));
    if (angles.open) angles.append(this.angles(frame, called));
    angles.addEventListener("toggle", () => {
      if (angles.open === this.open.has(frame)) return;
      if (angles.open) this.open.add(frame);
      else this.open.delete(frame);
      if (angles.open && angles.children.length === 1) angles.append(this.angles(frame, called));
    });
    const last = this.frames.length - 1;
    return make(
      "li",
      { class: "keyframe", "data-keyframe": index },
      make("div", { class: "keyframe-line" }, make("span", { class: "mono faint" }, String(index + 1)), seconds, make("span", { class: "faint" }, "s"), act("go", "Go to", "Go", () => this.go(frame)), act("up", "Move up", "↑", () => this.move(index, -1), index === 0), act("down", "Move down", "↓", () => this.move(index, 1), index === last), act("delete", "Delete", "✕", () => this.remove(index))),
      angles,
    );
  }

  /** An input for each servo; empty: it stays where it is. */
  private angles(frame: Keyframe, called: string): HTMLElement {
    const names = [...new Set([...this.servos, ...Object.keys(frame.pose)])];
    const lines = names.flatMap((name) => {
      const degrees = frame.pose[name];
      const input = make("input", { type: "number", class: "slim", min: -WIDEST, max: WIDEST, step: 1, placeholder: "stays", value: degrees, "aria-label": `${name} of ${called}, degrees` });
      input.addEventListener("change", () => {
        const { [name]: _, ...others } = frame.pose;
        const value = input.valueAsNumber;
        const pose = Number.isFinite(value) ? { ...frame.pose, [name]: Math.max(-WIDEST, Math.min(WIDEST, value)) } : others;
        this.put(frame, { ...frame, pose });
      });
      return [make("span", {}, name), input, make("span", { class: "faint" }, "°")];
    });
    return make("div", { class: "keyframe-grid small" }, ...lines);
  }

  /** Replace a keyframe; what has the focus keeps it. */
  private put(old: Keyframe, frame: Keyframe): void {
    if (this.open.has(old)) this.open.add(frame);
    this.frames = this.frames.map((one) => (one === old ? frame : one));
    const label = document.activeElement?.getAttribute("aria-label");
    this.draw();
    if (label) this.root.querySelector<HTMLElement>(`[aria-label="${CSS.escape(label)}"]`)?.focus();
    this.changed();
  }

  private move(index: number, by: -1 | 1): void {
    const frames = [...this.frames];
    [frames[index], frames[index + by]] = [frames[index + by], frames[index]];
    this.frames = frames;
    this.draw();
    this.focus(by < 0 ? ["up", "down"] : ["down", "up"], index + by);
    this.changed();
  }

  private remove(index: number): void {
    this.frames = this.frames.filter((_, place) => place !== index);
    this.draw();
    this.focus(["delete"], Math.min(index, this.frames.length - 1));
    this.changed();
  }

  /** Give the focus to the first of these buttons that can be pressed. */
  private focus(acts: string[], index: number): void {
    const buttons = acts.map((act) => this.root.querySelector<HTMLButtonElement>(`[data-act="${act} ${index}"]`));
    buttons.find((one) => one !== null && !one.disabled)?.focus();
  }
}
