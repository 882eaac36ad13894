/** Balance: the soles of a robot with their centre of pressure, and its inertial measurement unit. */
import { LIVE, type Page } from "../../model/page";
import type { Trace } from "../../wire/schema";
import { make, section, write } from "../elements";
import { type Panel, Poller } from "../panel";
import { RobotChoice } from "../robotChoice";
import { Horizon } from "./horizon";
import { feetOf, footReport, footSignals, imuOf, imuReport, imuSignals } from "./reports";
import { Sole } from "./sole";
import "./balance.css";

const OFTEN = 150; // ms between two questions
const TRAIL = 2; // s
const LIST = 2000; // ms until the names of the signals are asked for again, if something is missing

export class Balance implements Panel {
  private readonly robot: RobotChoice;
  private readonly remark = make("p", { class: "faint", role: "status" }, "Waiting for the server …");
  private readonly horizon = new Horizon();
  private readonly soles: Sole[] = [];
  private readonly feet = make("div", { class: "soles" });
  private readonly parts: { feet: HTMLElement; imu: HTMLElement };
  private readonly poller = new Poller(OFTEN, () => void this.ask());
  private names = new Set<string>();
  private listed = Number.NEGATIVE_INFINITY; // when the names were asked for, ms
  private source = "";
  private asking = false;

  constructor(
    private readonly page: Page,
    root: HTMLElement,
  ) {
    this.robot = new RobotChoice(page, "balance", () => void this.ask());
    this.parts = { feet: section("Feet", this.feet), imu: section("Inertial measurement unit", this.horizon.root) };
    root.append(this.robot.root, this.remark, this.parts.feet, this.parts.imu);
    this.show([], null, new Map());
  }

  visible(on: boolean): void {
    if (on) this.robot.follow();
    this.poller.run(on);
  }

  private async ask(): Promise<void> {
    const { backend, watching } = this.page;
    this.robot.list();
    if (this.asking || !backend.connected || this.robot.name === "") return;
    this.asking = true;
    try {
      const robot = this.robot.name;
      const [feet, imu] = await this.sensors(robot);
      const signals = [feet.flatMap((foot) => footSignals(this.names, foot)), imu === null ? [] : imuSignals(imu)];
      const past = watching.at === null ? {} : { since: watching.at - TRAIL };
      const asked = signals.filter((expressions) => expressions.length > 0);
      const answers = await Promise.all(asked.map((expressions) => backend.ask("trace", { expressions, seconds: TRAIL, ...past })));
      const traces = answers.flatMap((answer) => answer.traces).map((trace): [string, Trace] => [trace.name, trace]);
      if (robot === this.robot.name) this.show(feet, imu, new Map(traces));
    } catch (error) {
      if (backend.connected) this.say((error as Error).message);
    } finally {
      this.asking = false;
    }
  }

  /** Feet and unit of a robot, by the names of their signals. */
  private async sensors(robot: string): Promise<[string[], string | null]> {
    const { source } = this.page.watching;
    const missing = feetOf(this.names, robot).length === 0 || imuOf(this.names, robot) === null;
    if (source !== this.source || (missing && performance.now() - this.listed > LIST)) {
      this.listed = performance.now();
      this.names = new Set((await this.page.backend.ask("signals")).names);
      this.source = source;
    }
    return [feetOf(this.names, robot), imuOf(this.names, robot)];
  }

  private show(feet: string[], imu: string | null, traces: ReadonlyMap<string, Trace>): void {
    const prefix = this.robot.name.replace(" ", "_");
    const reports = feet.map((foot) => footReport(traces, foot, prefix));
    const whole = reports.flatMap(({ cells }) => cells).reduce((sum, force) => sum + force, 0);
    while (this.soles.length < reports.length) this.feet.append(this.soles[this.soles.push(new Sole()) - 1].root);
    this.soles.forEach((sole, index) => {
      sole.root.hidden = index >= reports.length;
      if (index < reports.length) sole.show(reports[index], whole);
    });
    const measured = imu === null ? null : imuReport(traces, imu);
    if (measured !== null) this.horizon.show(measured);
    this.parts.feet.hidden = reports.length === 0;
    this.parts.imu.hidden = measured === null;
    const live = this.page.watching.source === LIVE && this.page.hasMatch;
    const nothing = live ? "Its feet and its inertial measurement unit have reported nothing yet." : "This recording carries no reports of feet and inertial measurement units.";
    this.note(reports.length === 0 && measured === null ? nothing : "");
  }

  /** Say why there is nothing to be seen. */
  private say(text: string): void {
    this.parts.feet.hidden = this.parts.imu.hidden = true;
    this.note(text);
  }

  private note(text: string): void {
    write(this.remark, text);
    this.remark.hidden = text === "";
  }
}
