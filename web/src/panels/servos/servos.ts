/** Servos of a robot: a slider for the goal of each joint, and the registers of one servo to read and write. */
import { robotOf } from "../../interaction/things";
import { bodyOf } from "../../model/body";
import { LIVE, type Page } from "../../model/page";
import { ControlGuard } from "../controlGuard";
import { make, section, write } from "../elements";
import { type Panel, Poller } from "../panel";
import { Joints } from "./joints";
import { Registers } from "./registers";
import "./servos.css";

const OFTEN = 250; // ms between two questions

export class Servos implements Panel {
  private readonly robot = make("select", { "aria-label": "Robot", "data-servos": "robot" });
  private readonly remark = make("p", { class: "faint", role: "status" }, "Waiting for the server …");
  private readonly title = make("h2", {}, "Registers");
  private readonly joints: Joints;
  private readonly registers: Registers;
  private readonly parts: HTMLElement[];
  private readonly poller = new Poller(OFTEN, () => void this.ask());
  private servo: number | null = null;
  private asking = false;
  private names = "";

  constructor(
    private readonly page: Page,
    root: HTMLElement,
  ) {
    const move = (robot: string, servo: number, goal: number) => this.write(robot, servo, "goal_position", goal);
    this.joints = new Joints(new ControlGuard(page), move, (servo) => this.choose(servo));
    this.registers = new Registers(new ControlGuard(page), (...what) => this.write(...what));
    const registers = make("section", { class: "part" }, this.title, this.registers.root);
    this.parts = [section("Joints", this.joints.root), registers];
    root.append(make("label", { class: "bar" }, "Robot ", this.robot), this.remark, ...this.parts);
    this.robot.addEventListener("change", () => this.choose(this.servo));
    page.on("selection", () => this.follow());
  }

  visible(on: boolean): void {
    if (on) this.follow();
    this.poller.run(on);
  }

  /** Show the robot that is selected. */
  private follow(): void {
    this.list();
    const [name, ...more] = this.page.selection;
    if (name === undefined || more.length > 0 || this.robot.value === name) return;
    if (![...this.robot.options].some(({ value }) => value === name)) return;
    this.robot.value = name;
    this.choose(this.servo);
  }

  /** The robots with joints. */
  private list(): void {
    const { pitch } = this.page;
    const names = (pitch?.players ?? [])
      .filter(({ kind }) => pitch?.kinds[kind]?.figure)
      .map(({ team, id }) => bodyOf(team, id).name);
    if (names.join() === this.names) return;
    this.names = names.join();
    const before = this.robot.value;
    this.robot.replaceChildren(...names.map((name) => make("option", { value: name }, name)));
    if (names.includes(before)) this.robot.value = before;
  }

  private choose(servo: number | null): void {
    this.servo = servo;
    this.registers.clear();
    void this.ask();
  }

  private async ask(): Promise<void> {
    const { link, watching, hasMatch } = this.page;
    this.list();
    if (this.asking || !link.connected || this.robot.value === "") return;
    if (watching.source !== LIVE || !hasMatch) {
      this.say("A recording has no registers; joint angles are in its frames.");
      return;
    }
    this.asking = true;
    const robot = this.robot.value;
    const asked = this.servo;
    try {
      const { servos, registers } = await link.ask("servos", { ...robotOf(robot), servo: asked ?? undefined });
      if (robot !== this.robot.value || asked !== this.servo) return;
      this.say(servos.length === 0 ? "This robot has no servos." : "");
      this.servo = servos.some(({ id }) => id === asked) ? asked : (servos[0]?.id ?? null);
      this.joints.show(robot, servos, this.servo);
      const shown = servos.find(({ id }) => id === this.servo);
      write(this.title, shown === undefined ? "Registers" : `Registers of ${shown.id} ${shown.name} (${shown.model})`);
      if (asked !== null && asked === this.servo) this.registers.show(robot, asked, registers);
    } catch (error) {
      if (link.connected) this.say((error as Error).message);
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
