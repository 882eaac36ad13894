/** A slider for each servo of a robot: its goal; beside it, where it is. */
import type { Servo } from "../../wire/schema";
import type { ControlGuard } from "../controlGuard";
import { button, make, press, write } from "../elements";

interface Line {
  open: HTMLButtonElement;
  slider: HTMLInputElement;
  position: HTMLElement;
  held: boolean; // by the pointer
  sending: boolean; // one write at a time: the last value of a fast hand counts
  next: number | null;
}

export class Joints {
  readonly root = make("div", { class: "servo-joints" });
  private lines = new Map<number, Line>();
  private made = "";

  constructor(
    private readonly guard: ControlGuard,
    private readonly move: (robot: string, servo: number, goal: number) => Promise<void>,
    private readonly choose: (servo: number) => void,
  ) {}

  /** `robot`: whose they are; `chosen`: the one whose registers are shown. */
  show(robot: string, servos: Servo[], chosen: number | null): void {
    const made = JSON.stringify([robot, servos.map(({ id, name, least, most }) => [id, name, least, most])]);
    if (made !== this.made) this.build(robot, servos);
    this.made = made;
    for (const { id, goal, position, torque } of servos) {
      const line = this.lines.get(id) as Line;
      if (!line.sending && !line.held) line.slider.value = String(goal);
      write(line.position, String(position));
      line.position.title = torque ? "Torque is on" : "Torque is off";
      line.position.classList.toggle("faint", !torque);
      press(line.open, id === chosen);
    }
  }

  private build(robot: string, servos: Servo[]): void {
    this.guard.forget();
    this.lines.clear();
    this.root.replaceChildren();
    for (const { id, name, model, least, most } of servos) {
      const open = button({ class: "servo-open", title: `${id} ${name}, ${model}: show its registers`, onclick: () => this.choose(id) }, `${id} ${name}`);
      const label = `Goal of ${id} ${name}`;
      const slider = make("input", { type: "range", min: least, max: most, step: 1, "aria-label": label, "data-servo": id });
      const position = make("span", { class: "mono" });
      const line: Line = { open, slider: this.guard.guard(slider), position, held: false, sending: false, next: null };
      slider.addEventListener("pointerdown", () => (line.held = true));
      slider.addEventListener("pointerup", () => (line.held = false));
      slider.addEventListener("pointercancel", () => (line.held = false));
      slider.addEventListener("input", () => {
        line.next = Number(slider.value);
        void this.send(robot, id, line);
      });
      this.lines.set(id, line);
      this.root.append(make("div", { class: "servo-joint" }, open, slider, position));
    }
  }

  private async send(robot: string, id: number, line: Line): Promise<void> {
    if (line.sending) return;
    line.sending = true;
    while (line.next !== null) {
      const goal = line.next;
      line.next = null;
      await this.move(robot, id, goal);
    }
    line.sending = false;
  }
}
