/** Packets as rows of a table, the newest first; a row is made once. */
import type { BusLine } from "../../wire/schema";
import { make } from "../elements";
import { wide } from "../wide";
import { fixed } from "../numbers";
import "../table/table.css";

export class BusLines {
  readonly root: HTMLElement;
  private readonly body = make("tbody");
  private rows = new Map<number, HTMLElement>();

  constructor() {
    const titles = ["s", "", "id", "packet"].map((title) => make(title === "" ? "td" : "th", { scope: title === "" ? undefined : "col" }, title));
    const table = make("table", { class: "bus-lines mono" }, make("thead", {}, make("tr", {}, ...titles)), this.body);
    this.root = wide(make("div", { class: "bus-frame", tabindex: 0, role: "region", "aria-label": "Packets" }, table));
  }

  /** `lines`: the oldest first. */
  show(lines: BusLine[]): void {
    const wanted = new Map(lines.map((line) => [line.number, this.rows.get(line.number) ?? row(line)]));
    for (const [number, old] of this.rows) if (!wanted.has(number)) old.remove();
    this.rows = wanted;
    let next: ChildNode | null = null; // from the oldest, which is the last one
    for (const element of wanted.values()) {
      if (element.nextSibling !== next || element.parentNode === null) this.body.insertBefore(element, next);
      next = element;
    }
  }
}

function row({ time, to_device, id, instruction, text, error }: BusLine): HTMLElement {
  const way = to_device ? make("span", { title: "to the device" }, "→") : make("span", { title: "answer of the device" }, "←");
  const wrong = error === "" ? [] : [make("span", { class: "bad" }, ` ${error}`)];
  const name = make("span", { class: to_device ? "bus-name" : "bus-name faint" }, instruction);
  const words = make("td", { class: "bus-text" }, name, text === "" ? "" : ` ${text}`, ...wrong);
  return make("tr", { "data-id": id ?? "" }, make("td", {}, fixed(time, 3)), make("td", {}, way), make("td", {}, id === null ? "?" : String(id)), words);
}
