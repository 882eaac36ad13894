/** The windows on sensors, one for each view that a sensor can declare. */
import type { Page } from "../../model/page";
import type { Report, SensorEntry } from "../../wire/schema";
import { ImageView } from "./image";
import { NumbersView } from "./numbers";
import { ObjectsView } from "./objects";
import { PointsView } from "./points";
import { ValuesView } from "./values";

export interface SensorView {
  readonly root: HTMLElement;
  show(report: Report, sensor: SensorEntry): void;
}

/** Views whose reports can be drawn on the pitch. */
export const ON_FIELD: readonly SensorEntry["view"][] = ["detections", "points"];

export function viewOf(page: Page, { view }: SensorEntry): SensorView {
  switch (view) {
    case "detections":
      return new ObjectsView();
    case "points":
      return new PointsView();
    case "image":
      return new ImageView();
    case "values":
      return new ValuesView(page);
    case "registers":
      return new NumbersView(0);
  }
}
