/** Which plots there are, stored between visits. */
import { store, stored } from "../../model/storage";

const NAME = "plots.layout";

export interface Layout {
  plots: string[][]; // the expressions of each
  span: number; // s
  list: boolean | null; // whether the list of signals is open; null: nobody has said yet
}

export function load(): Layout {
  const layout: Layout = { plots: [], span: 10, list: null };
  try {
    const found = JSON.parse(stored(NAME) ?? "{}") as Partial<Layout>;
    if (Array.isArray(found.plots)) {
      layout.plots = found.plots
        .filter(Array.isArray)
        .map((plot) => plot.filter((expression) => typeof expression === "string" && expression !== ""));
    }
    if (typeof found.span === "number" && found.span > 0) layout.span = Math.min(found.span, 60);
    if (typeof found.list === "boolean") layout.list = found.list;
  } catch {
    // of another version, or spoilt: a fresh one
  }
  return layout;
}

export function save(layout: Layout): void {
  store(NAME, JSON.stringify(layout));
}
