/** Sensors: every sensor of the match with its settings, and a window on what it reports, made by its declared view. */
import { controlRefusal } from "../../model/control";
import { LIVE, type Page } from "../../model/page";
import type { SensorEntry } from "../../wire/schema";
import { make, write } from "../elements";
import { type Panel, Poller } from "../panel";
import { SensorCard } from "./sensor";
import "./sensors.css";

const OFTEN = 200; // ms between two questions about open windows
const LIST = 5; // so many of these until the list is asked for again

export class Sensors implements Panel {
  private readonly cards = new Map<string, SensorCard>();
  private readonly list = make("ul", { class: "sensors", "aria-label": "Sensors" });
  private readonly remark = make("p", { class: "faint" }, "Waiting for the server …");
  private readonly poller = new Poller(OFTEN, () => this.poll());
  private turn = 0;
  private asked = 0; // counts the questions for the list: only the answer to the last one is shown
  private waiting = 0; // for so many changes

  constructor(
    private readonly page: Page,
    root: HTMLElement,
  ) {
    root.append(this.remark, this.list);
    for (const topic of ["roles", "connection", "watching"] as const) page.on(topic, () => this.guard());
  }

  visible(on: boolean): void {
    this.turn = 0;
    this.poller.run(on);
    if (!on) for (const card of this.cards.values()) card.hide();
  }

  private poll(): void {
    const { page } = this;
    if (!page.link.connected) return;
    if (page.watching.source !== LIVE || !page.hasMatch) {
      this.show([], "A recording has no sensors; what they reported can be plotted.");
      return;
    }
    if (this.turn++ % LIST === 0) void this.ask();
    for (const card of this.cards.values()) card.poll();
  }

  private async ask(): Promise<void> {
    if (this.waiting > 0) return;
    const question = ++this.asked;
    const show = (sensors: SensorEntry[], remark: string) => question === this.asked && this.show(sensors, remark);
    try {
      const { sensors } = await this.page.link.ask("sensors");
      show(sensors, sensors.length === 0 ? "This match has no sensors." : "");
    } catch (error) {
      if (this.page.link.connected) show([], (error as Error).message);
    }
  }

  /** A list from before a change would undo on the page what somebody just did: it is thrown away, and asked for anew. */
  private async changing<T>(change: Promise<T>): Promise<T> {
    this.asked++;
    this.waiting++;
    try {
      return await change;
    } finally {
      this.waiting--;
      void this.ask();
    }
  }

  private show(sensors: SensorEntry[], remark: string): void {
    write(this.remark, remark);
    this.remark.hidden = remark === "";
    const names = sensors.map(({ name, view }) => `${name}\n${view}`).join("\n");
    if (names !== [...this.cards.values()].map(({ entry }) => `${entry.name}\n${entry.view}`).join("\n")) {
      for (const card of this.cards.values()) card.hide();
      this.cards.clear();
      for (const sensor of sensors) {
        this.cards.set(sensor.name, new SensorCard(this.page, sensor, (change) => this.changing(change)));
      }
      this.list.replaceChildren(...[...this.cards.values()].map(({ root }) => root));
    }
    for (const sensor of sensors) this.cards.get(sensor.name)?.update(sensor);
    this.guard();
  }

  private guard(): void {
    const why = controlRefusal(this.page);
    for (const card of this.cards.values()) card.guard(why);
  }
}
