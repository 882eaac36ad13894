/** The sensors of one robot, or of the field: a line that says how many are on, and their cards when it is open. */
import type { Page } from "../../model/page";
import type { SensorEntry } from "../../wire/schema";
import { make, write } from "../elements";
import { SensorCard } from "./sensor";

/** Waits for a change that somebody made in a card. */
export type Changing = <T>(change: Promise<T>) => Promise<T>;

export class SensorGroup {
  readonly root: HTMLElement;
  private readonly cards = new Map<string, SensorCard>(); // only of a group that was open once
  private readonly count = make("span", { class: "sensor-count faint small" });
  private readonly list: HTMLElement;
  private readonly summary: HTMLElement;
  private readonly details: HTMLDetailsElement;

  /** @param owner "blue 3" or "field" @param opened told when somebody opens it: then its settings are wanted */
  constructor(
    private readonly page: Page,
    readonly owner: string,
    private readonly changing: Changing,
    opened: () => void,
  ) {
    const [colour] = owner.split(" ");
    const swatch = colour === "blue" || colour === "yellow" ? ` swatch ${colour}` : "";
    this.summary = make("summary", {}, make("span", { class: `sensor-owner${swatch}` }, owner), this.count);
    this.list = make("ul", { class: "sensors", "aria-label": `Sensors of ${owner}` });
    this.details = make("details", { "data-owner": owner }, this.summary, this.list);
    this.details.addEventListener("toggle", () => (this.details.open ? opened() : this.hide()));
    this.root = make("li", { class: "sensor-group" }, this.details);
  }

  get open(): boolean {
    return this.details.open;
  }

  set open(on: boolean) {
    this.details.open = on;
  }

  /** Whether somebody looks at a sensor of it. */
  get looked(): boolean {
    return this.open && [...this.cards.values()].some((card) => card.open);
  }

  reveal(focus: boolean): void {
    if (focus) this.summary.focus({ preventScroll: true });
    this.root.scrollIntoView({ block: this.root.clientHeight > innerHeight / 2 ? "start" : "nearest" });
  }

  /** @param whole the entries have settings */
  update(entries: SensorEntry[], whole: boolean): void {
    write(this.count, `${entries.filter(({ on }) => on).length} of ${entries.length} on`);
    if (!whole) return;
    const names = entries.map(({ name, view }) => `${name}\n${view}`).join("\n");
    if (names !== [...this.cards.values()].map(({ entry }) => `${entry.name}\n${entry.view}`).join("\n")) {
      this.hide();
      this.cards.clear();
      for (const entry of entries) this.cards.set(entry.name, new SensorCard(this.page, entry, this.changing));
      this.list.replaceChildren(...[...this.cards.values()].map(({ root }) => root));
    }
    for (const entry of entries) this.cards.get(entry.name)?.update(entry);
  }

  guard(why: string | null): void {
    for (const card of this.cards.values()) card.guard(why);
  }

  /** Ask what its sensors reported last, if somebody looks. */
  poll(): void {
    if (this.open) for (const card of this.cards.values()) card.poll();
  }

  /** Nobody looks any longer. */
  hide(): void {
    for (const card of this.cards.values()) card.hide();
  }
}
