/** The choice of a robot with joints, which follows what is selected on the pitch. */
import { bodyOf } from "../model/body";
import type { Page } from "../model/page";
import { make } from "./elements";

export class RobotChoice {
  readonly root: HTMLElement;
  private readonly select: HTMLSelectElement;
  private names = "";

  /** @param panel whose choice it is, for programs @param chosen told when another robot is chosen */
  constructor(
    private readonly page: Page,
    panel: string,
    private readonly chosen: () => void,
  ) {
    this.select = make("select", { "aria-label": "Robot", [`data-${panel}`]: "robot" });
    this.root = make("div", { class: "bar" }, make("label", {}, "Robot ", this.select));
    this.select.addEventListener("change", () => this.chosen());
    page.on("selection", () => this.follow());
  }

  /** The name of the robot, "blue 3"; empty if there is none. */
  get name(): string {
    return this.select.value;
  }

  /** Show the robot that is selected. */
  follow(): void {
    this.list();
    const [name, ...more] = this.page.selection;
    if (name === undefined || more.length > 0 || this.name === name) return;
    if (![...this.select.options].some(({ value }) => value === name)) return;
    this.select.value = name;
    this.chosen();
  }

  /** The robots with joints. */
  list(): void {
    const { pitch } = this.page;
    const names = (pitch?.players ?? [])
      .filter(({ kind }) => pitch?.kinds[kind]?.figure)
      .map(({ team, id }) => bodyOf(team, id).name);
    if (names.join() === this.names) return;
    this.names = names.join();
    const before = this.name;
    this.select.replaceChildren(...names.map((name) => make("option", { value: name }, name)));
    if (names.includes(before)) this.select.value = before;
  }
}
