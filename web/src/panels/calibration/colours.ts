/** The colours of a vision: which one is chosen, its cube, and buttons to begin anew. */
import type { ColourEntry } from "../../wire/schema";
import { button, make, press, write } from "../elements";

const CHANNELS = ["Y", "U", "V"];

export class ColourList {
  readonly root = make("div", { class: "calibration-colours" });
  private readonly list = make("div", { role: "group", "aria-label": "Colours" });
  private readonly cube = make("p", { class: "mono small", "data-cube": "" });
  private readonly clear: HTMLButtonElement;
  private readonly usual: HTMLButtonElement;
  private rows = new Map<string, HTMLButtonElement>();
  chosen = "";

  /** @param clear begin a colour anew: it has no pixels until the next click @param usual as the league has it */
  constructor(clear: (colour: string) => void, usual: (colour: string) => void) {
    this.clear = button({ class: "slim", onclick: () => clear(this.chosen) }, "Begin anew");
    this.usual = button({ class: "slim", onclick: () => usual(this.chosen) }, "Usual colour");
    this.root.append(this.list, this.cube, make("div", { class: "bar" }, this.clear, this.usual));
  }

  show(colours: ColourEntry[], refusal: string | null): void {
    const names = colours.map(({ name }) => name);
    if (names.join() !== [...this.rows.keys()].join()) {
      this.rows = new Map(names.map((name) => [name, this.row(name)]));
      this.list.replaceChildren(...this.rows.values());
      this.chosen = names.includes(this.chosen) ? this.chosen : (names[0] ?? "");
    }
    for (const { name, shown, changed } of colours) {
      const row = this.rows.get(name) as HTMLButtonElement;
      row.classList.toggle("changed", changed);
      (row.firstElementChild as HTMLElement).style.background = shown;
      press(row, name === this.chosen);
    }
    const entry = colours.find(({ name }) => name === this.chosen);
    write(this.cube, entry === undefined ? "" : cubeText(entry.cube));
    for (const element of [this.clear, this.usual]) {
      element.disabled = refusal !== null || entry === undefined;
      element.title = refusal ?? "";
    }
    this.usual.disabled ||= entry?.changed !== true;
  }

  private row(name: string): HTMLButtonElement {
    const choose = () => {
      this.chosen = name;
      for (const [other, row] of this.rows) press(row, other === name);
    };
    return button({ class: "calibration-colour slim", "data-colour": name, onclick: choose }, make("span", { class: "calibration-swatch" }), name);
  }
}

function cubeText(cube: number[]): string {
  if (cube.some((_, index) => index % 2 === 0 && cube[index] > cube[index + 1])) return "no pixels yet: click on the colour";
  return CHANNELS.map((name, index) => `${name} ${cube[2 * index]}–${cube[2 * index + 1]}`).join("   ");
}
