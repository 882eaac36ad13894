/** Detected objects as a table. */
import type { Report } from "../../wire/schema";
import { make } from "../elements";
import { degrees, fixed } from "../numbers";

export class ObjectsView {
  private readonly body = make("tbody");
  readonly root = make(
    "table",
    { class: "sensor-table mono" },
    make("thead", {}, make("tr", {}, ...["name", "x m", "y m", "heading °"].map((text) => make("th", {}, text)))),
    this.body,
  );

  show({ objects }: Report): void {
    const rows = objects.map(({ name, x, y, heading }) =>
      make("tr", {}, ...[name, fixed(x, 3), fixed(y, 3), fixed(degrees(heading), 1)].map((text) => make("td", {}, text))),
    );
    this.body.replaceChildren(...rows);
  }
}
