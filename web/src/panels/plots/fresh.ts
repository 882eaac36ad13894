/** The place for a new plot: signals are dropped here, and there is something to begin with. */
import { make } from "../elements";
import { receive } from "./dragging";
import { OF_BALL, type Starter, ofRobot } from "./starters";

export interface FreshEvents {
  start(expressions: string[]): void;
  clear(): void;
}

export class Fresh {
  readonly root = make("div", { class: "plots-new", "data-plot": "new" });

  constructor(private readonly on: FreshEvents) {
    receive(this.root, (signal) => on.start([signal]));
  }

  /** What a plot could begin with: for the robot that is selected, of the signals there are. */
  offer(robot: string | null, names: ReadonlySet<string>, plots: number): void {
    const clear = make("button", { id: "plots-clear", onclick: () => this.on.clear() }, "Clear all plots");
    this.root.classList.toggle("plots-none", plots === 0);
    this.root.replaceChildren(
      make("h2", {}, "New plot"),
      ...(plots > 0 ? [clear] : []),
      make("p", { class: "faint" }, "Drop a signal here, or start with"),
      this.starters(OF_BALL, false),
      make("p", { class: "faint" }, robot === null ? "of a robot: select one first" : `of ${robot.replace(".", " ")}`),
      this.starters(ofRobot(robot ?? "", names), robot === null),
    );
  }

  private starters(offers: Starter[], disabled: boolean): HTMLElement {
    const buttons = offers.map(({ name, title, expressions }) =>
      make("button", { "data-starter": name, disabled, onclick: () => this.on.start(expressions) }, title),
    );
    return make("div", { class: "plots-starters" }, ...buttons);
  }
}
