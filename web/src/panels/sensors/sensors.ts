/** Sensors: those of the field and of each robot, with their settings, and a window on what each reports. */
import { bodyNamed, TEAMS } from "../../model/body";
import { controlRefusal } from "../../model/control";
import { LIVE, type Page } from "../../model/page";
import type { SensorEntry } from "../../wire/schema";
import { make, write } from "../elements";
import { type Panel, Poller } from "../panel";
import { SensorGroup } from "./group";
import "./sensors.css";

const OFTEN = 200; // ms between two questions about open windows
const LIST = 5; // so many of these until the list is asked for again
const FIELD = "field"; // the owner of what no robot carries

export class Sensors implements Panel {
  private groups = new Map<string, SensorGroup>();
  private readonly list = make("ul", { class: "sensor-groups", "aria-label": "Sensors" });
  private readonly remark = make("p", { class: "faint" }, "Waiting for the server …");
  private readonly poller = new Poller(OFTEN, () => this.poll());
  private shown = false;
  private turn = 0;
  private asked = 0; // counts the questions for the list: only the answer to the last one is shown
  private waiting = 0; // for so many changes
  private wanted: { owner: string; focus: boolean } | null = null; // a group to be shown as soon as it is there
  private followed: SensorGroup | null = null; // opened because its robot is selected

  constructor(
    private readonly page: Page,
    root: HTMLElement,
  ) {
    root.append(this.remark, this.list);
    for (const topic of ["roles", "connection", "watching"] as const) page.on(topic, () => this.guard());
    page.on("selection", () => this.follow(false));
  }

  visible(on: boolean): void {
    this.shown = on;
    this.turn = 0;
    if (on) this.follow(false);
    this.poller.run(on);
    if (!on) for (const group of this.groups.values()) group.hide();
  }

  focus(): void {
    this.follow(true);
  }

  private poll(): void {
    const { page } = this;
    if (!page.backend.connected) return;
    if (page.watching.source !== LIVE || !page.hasMatch) {
      this.show([], [], "A recording has no sensors; what they reported can be plotted.");
      return;
    }
    if (this.turn++ % LIST === 0) void this.ask();
    for (const group of this.groups.values()) group.poll();
  }

  /** Ask for all sensors, but for the settings of those alone that are shown. */
  private async ask(): Promise<void> {
    if (this.waiting > 0) return;
    const question = ++this.asked;
    const owners = [...this.groups.values()].filter(({ open }) => open).map(({ owner }) => owner);
    const show = (sensors: SensorEntry[], remark: string) =>
      question === this.asked && this.show(sensors, owners, remark);
    try {
      const { sensors } = await this.page.backend.ask("sensors", { owners });
      show(sensors, sensors.length === 0 ? "This match has no sensors." : "");
    } catch (error) {
      if (this.page.backend.connected) show([], (error as Error).message);
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

  private show(sensors: SensorEntry[], whole: string[], remark: string): void {
    write(this.remark, remark);
    this.remark.hidden = remark === "";
    const byOwner = new Map<string, SensorEntry[]>();
    for (const sensor of sensors) {
      const owner = sensor.owner ?? FIELD;
      byOwner.set(owner, [...(byOwner.get(owner) ?? []), sensor]);
    }
    const owners = [...byOwner.keys()].sort((one, other) => order(one) - order(other));
    if (owners.join("\n") !== [...this.groups.keys()].join("\n")) this.arrange(owners);
    for (const [owner, group] of this.groups) group.update(byOwner.get(owner) ?? [], whole.includes(owner));
    this.guard();
    this.reveal();
  }

  /** Groups of these owners; those that are there stay as they are. */
  private arrange(owners: string[]): void {
    for (const [owner, group] of this.groups) if (!owners.includes(owner)) group.hide();
    const kept = this.groups;
    const group = (owner: string) =>
      new SensorGroup(this.page, owner, (change) => this.changing(change), () => void this.ask());
    this.groups = new Map(owners.map((owner) => [owner, kept.get(owner) ?? group(owner)]));
    const all = [...this.groups.values()];
    if (kept.size === 0 && all.length === 1) all[0].open = true; // there is nothing to choose
    this.list.replaceChildren(...all.map(({ root }) => root));
  }

  /** Show the sensors of the robot that is selected. */
  private follow(focus: boolean): void {
    const [owner, ...more] = this.page.selection;
    if (!this.shown || owner === undefined || more.length > 0) return;
    this.wanted = { owner, focus };
    this.reveal();
  }

  private reveal(): void {
    const group = this.groups.get(this.wanted?.owner ?? "");
    if (this.wanted === null || group === undefined) return;
    const { focus } = this.wanted;
    this.wanted = null;
    if (!group.open) {
      if (this.followed !== null && !this.followed.looked) this.followed.open = false;
      this.followed = group;
      group.open = true;
    }
    group.reveal(focus);
  }

  private guard(): void {
    const why = controlRefusal(this.page);
    for (const group of this.groups.values()) group.guard(why);
  }
}

/** The field, then blue 0, blue 1 …, then yellow. */
function order(owner: string): number {
  if (owner === FIELD) return -1;
  const { owner: team, id } = bodyNamed(owner);
  const place = (TEAMS as readonly string[]).indexOf(team);
  return (place < 0 ? TEAMS.length : place) * 1e6 + id;
}
