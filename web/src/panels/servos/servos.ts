/** Servos of a robot: a slider for the goal of each joint, and the registers of one servo to read and write. */
import { robotOf } from "../../interaction/things";
import { LIVE, type Page } from "../../model/page";
import { ControlGuard } from "../controlGuard";
import { make, section, write } from "../elements";
import { HookButton } from "../hookButton";
import { type Panel, Poller } from "../panel";
import { RobotChoice } from "../robotChoice";
import { Joints } from "./joints";
import { Registers } from "./registers";
import "./servos.css";

const OFTEN = 250; // ms between two questions

export class Servos implements Panel {
  private readonly robot: RobotChoice;
  private readonly hook: HookButton;
  private readonly remark = make("p", { class: "faint", role: "status" }, "Waiting for the server …");
  private readonly title = make("h2", {}, "Registers");
  private readonly joints: Joints;
  private readonly registers: Registers;
  private readonly parts: HTMLElement[];
  private readonly poller = new Poller(OFTEN, () => void this.ask());
  private servo: number | null = null;
  private asking = false;

  constructor(
    private readonly page: Page,
    root: HTMLElement,
  ) {
    const move = (robot: string, servo: number, goal: number) => this.write(robot, servo, "goal_position", goal);
    this.joints = new Joints(new ControlGuard(page), move, (servo) => this.choose(servo));
    this.registers = new Registers(new ControlGuard(page), (...what) => this.write(...what));
    const registers = make("section", { class: "part" }, this.title, this.registers.root);
    this.parts = [section("Joints", this.joints.root), registers];
    this.robot = new RobotChoice(page, "servos", () => this.choose(this.servo));
    this.hook = new HookButton(page, () => this.robot.name);
    this.robot.root.append(this.hook.root);
    root.append(this.robot.root, this.remark, ...this.parts);
  }

  visible(on: boolean): void {
    if (on) this.robot.follow();
    this.poller.run(on);
  }

  private choose(servo: number | null): void {
    this.servo = servo;
    this.registers.clear();
    void this.ask();
  }

  private async ask(): Promise<void> {
    const { backend, watching, hasMatch } = this.page;
    this.robot.list();
    if (this.asking || !backend.connected || this.robot.name === "") return;
    if (watching.source !== LIVE || !hasMatch) {
      this.say("A recording has no registers; joint angles are in its frames.");
      return;
    }
    this.asking = true;
    const robot = this.robot.name;
    const asked = this.servo;
    try {
      const { servos, registers, hangs } = await backend.ask("servos", { ...robotOf(robot), servo: asked ?? undefined });
      if (robot !== this.robot.name || asked !== this.servo) return;
      this.say(servos.length === 0 ? "This robot has no servos." : "");
      this.servo = servos.some(({ id }) => id === asked) ? asked : (servos[0]?.id ?? null);
      this.hook.show(hangs);
      this.joints.show(robot, servos, this.servo);
      const shown = servos.find(({ id }) => id === this.servo);
      write(this.title, shown === undefined ? "Registers" : `Registers of ${shown.id} ${shown.name} (${shown.model})`);
      if (asked !== null && asked === this.servo) this.registers.show(robot, asked, registers);
    } catch (error) {
      if (backend.connected) this.say((error as Error).message);
    } finally {
      this.asking = false;
    }
  }

  private async write(robot: string, servo: number, name: string, value: number): Promise<void> {
    await this.page.request("write_register", { ...robotOf(robot), servo, name, value });
    await this.ask();
  }

  /** Say why there is nothing to be seen. */
  private say(text: string): void {
    write(this.remark, text);
    this.remark.hidden = text === "";
    for (const part of this.parts) part.hidden = text !== "";
  }
}
