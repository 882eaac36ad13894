/** The servo bus of a robot: its last packets in words, the newest first. The server listens only while this is open. */
import { robotOf } from "../../interaction/things";
import { LIVE, type Page } from "../../model/page";
import type { BusLine } from "../../wire/schema";
import { button, make, press, write } from "../elements";
import { type Panel, Poller } from "../panel";
import { RobotChoice } from "../robotChoice";
import { BusLines } from "./lines";
import "./bus.css";

const OFTEN = 300; // ms between two questions
const MOST = 500; // packets that are kept
const ALL = ""; // of the choice of an id
const BROADCAST = 254;

export class BusPanel implements Panel {
  private readonly robot: RobotChoice;
  private readonly remark = make("p", { class: "faint", role: "status" }, "Waiting for the server …");
  private readonly count = make("span", { class: "faint small grow" });
  private readonly ids = make("select", { class: "slim", "aria-label": "Packets of which id", "data-bus": "id" });
  private readonly hold: HTMLButtonElement;
  private readonly rows = new BusLines();
  private readonly bar: HTMLElement;
  private readonly poller = new Poller(OFTEN, () => void this.ask());
  private lines: BusLine[] = [];
  private last = 0; // the number of the newest packet
  private paused = false;
  private missed = 0; // packets between two questions that the server did not keep
  private asking = false;

  constructor(
    private readonly page: Page,
    root: HTMLElement,
  ) {
    this.robot = new RobotChoice(page, "bus", () => this.forget());
    this.hold = button({ class: "slim", id: "bus-pause", "aria-pressed": "false", onclick: () => this.pause(!this.paused) }, "Pause");
    const clear = button({ class: "slim", id: "bus-clear", onclick: () => this.clear() }, "Clear");
    this.ids.addEventListener("change", () => this.draw());
    this.bar = make("div", { class: "bar" }, make("label", { class: "small" }, "Id ", this.ids), this.hold, clear, this.count);
    root.append(this.robot.root, this.remark, this.bar, this.rows.root);
    page.on("rewound", () => this.clear());
    page.on("link", () => (this.last = 0)); // another server counts anew
    this.offer();
  }

  visible(on: boolean): void {
    if (on) this.robot.follow();
    this.poller.run(on);
  }

  private async ask(): Promise<void> {
    const { backend, watching, welcome, hasMatch } = this.page;
    this.robot.list();
    if (this.asking || this.paused || !backend.connected || this.robot.name === "") return;
    if (watching.source !== LIVE || !hasMatch) return this.say("A recording has no bus.");
    if (welcome?.trusted === false) return this.say("Only pages with the key see this: press “Needs the key” above.");
    this.asking = true;
    const robot = this.robot.name;
    try {
      const { robots, lines } = await backend.ask("bus_log", { ...robotOf(robot), after: this.last });
      if (robot !== this.robot.name || this.paused) return;
      if (!robots.includes(robot)) this.say(`${robot} has no bus: only robots of teams that play from outside have one.`);
      else this.take(lines);
    } catch (error) {
      if (backend.connected) this.say((error as Error).message);
    } finally {
      this.asking = false;
    }
  }

  private take(lines: BusLine[]): void {
    if (lines.length > 0 && this.last > 0) this.missed += Math.max(lines[0].number - this.last - 1, 0);
    this.last = lines[lines.length - 1]?.number ?? this.last;
    this.lines = [...this.lines, ...lines].slice(-MOST);
    this.say(this.lines.length === 0 ? "Nobody has spoken on this bus since the panel was opened." : "");
    if (lines.length > 0) this.draw();
  }

  /** Another robot: what was heard of the last one goes. */
  private forget(): void {
    this.pause(false);
    this.last = 0;
    this.clear();
    void this.ask();
  }

  private clear(): void {
    this.lines = [];
    this.missed = 0;
    this.draw();
  }

  private pause(on: boolean): void {
    this.paused = on;
    press(this.hold, on);
  }

  /** The ids that were heard. */
  private offer(): void {
    const heard = [...new Set(this.lines.map(({ id }) => id))].filter((id): id is number => id !== null).sort((a, b) => a - b);
    const chosen = this.ids.value;
    const values = [ALL, ...heard.map(String)];
    if (chosen !== ALL && !values.includes(chosen)) values.push(chosen);
    if (values.join() === [...this.ids.options].map(({ value }) => value).join()) return;
    const named = (id: string) => (id === ALL ? "all" : Number(id) === BROADCAST ? `${id} (all devices)` : id);
    this.ids.replaceChildren(...values.map((id) => make("option", { value: id }, named(id))));
    this.ids.value = chosen;
  }

  private draw(): void {
    this.offer();
    const wanted = this.ids.value;
    const shown = wanted === ALL ? this.lines : this.lines.filter(({ id }) => String(id) === wanted);
    this.rows.show(shown);
    const missed = this.missed > 0 ? `, ${this.missed} more were not kept` : "";
    write(this.count, `${shown.length} packets${missed}`);
  }

  /** Say why there is nothing to be seen. */
  private say(text: string): void {
    write(this.remark, text);
    this.remark.hidden = text === "";
    this.bar.hidden = this.rows.root.hidden = this.lines.length === 0;
  }
}
