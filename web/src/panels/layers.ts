/** Layers: what of the scene is shown, what the teams draw, and how well the graphics keep up. */
import { LAYER_KEYS } from "../interaction/keys";
import type { LayerName, Page } from "../model/page";
import { CHOICES, type QualityChoice, type Stage } from "../scene/stage";
import { button, make, press, section, write } from "./elements";
import "./layers.css";
import { type Panel, Poller } from "./panel";
import { themeButton } from "./theme";
import { Views } from "./views";

const LAYERS: [LayerName, string, string][] = [
  ["truth", "truth", "where robots and ball really are"],
  ["seen", "seen", "where the cameras see them"],
  ["trails", "trails", "where they have been"],
  ["arrows", "arrows", "where they are going"],
  ["numbers", "numbers", "on each robot"],
  ["cameras", "cameras", "what part each one sees"],
  ["drawings", "drawings", "what teams draw"],
];

const QUALITY: Record<QualityChoice, string> = {
  auto: "As fine as this machine draws smoothly",
  high: "Always at the highest quality, even if it is slow",
  low: "Lower resolution, without shadows, patterns and nets",
};

export class Layers implements Panel {
  private boxes = new Map<LayerName, HTMLInputElement>();
  private drawings = make("ul", { class: "ticks", id: "team-drawings" });
  private none = make("p", { class: "faint" }, "No team has drawn anything.");
  private quality = make("p", { class: "faint small", "data-fact": "quality" });
  private choices = make("span", { class: "segments", role: "group", "aria-label": "Quality of the graphics" });
  private shown = false;
  private poller: Poller;

  constructor(
    private readonly page: Page,
    private readonly stage: Stage,
    root: HTMLElement,
  ) {
    const list = make("ul", { class: "ticks" });
    for (const [name, title, about] of LAYERS) {
      const box = make("input", { type: "checkbox", "data-layer": name, onchange: () => page.show(name, box.checked) });
      this.boxes.set(name, box);
      list.append(tick(box, title, about, LAYER_KEYS[name]));
    }
    for (const choice of CHOICES) {
      const click = () => {
        stage.setQuality(choice);
        this.lookGraphics();
      };
      this.choices.append(button({ "data-quality": choice, title: QUALITY[choice], onclick: click }, choice));
    }
    const views = new Views(stage);
    const looks = make("div", { class: "bar" }, views.panes, views.views, themeButton(page));
    root.append(
      section("Shown", list),
      section("Drawn by teams", this.drawings, this.none),
      section("View", looks),
      section("Graphics", this.choices, this.quality),
    );
    page.on("layers", () => this.look());
    page.on("drawings", () => this.look());
    this.poller = new Poller(1000, () => this.lookGraphics());
  }

  visible(on: boolean): void {
    this.shown = on;
    this.poller.run(on);
    this.look();
  }

  private lookGraphics(): void {
    const { choice, text } = this.stage.quality;
    for (const one of this.choices.children) press(one, one.getAttribute("data-quality") === choice);
    write(this.quality, text);
  }

  private look(): void {
    if (!this.shown) return;
    for (const [name, box] of this.boxes) box.checked = this.page.layers[name];
    const names = [...this.page.drawings.keys()].sort();
    const present = [...this.drawings.querySelectorAll("input")].map((box) => box.dataset.drawing);
    this.none.hidden = names.length > 0;
    if (names.join("\n") !== present.join("\n")) {
      this.drawings.replaceChildren(...names.map((name) => this.drawing(name)));
    }
  }

  private drawing(key: string): HTMLElement {
    const { stage } = this;
    const box = make("input", { type: "checkbox", "data-drawing": key });
    box.checked = !stage.hiddenDrawings.has(key);
    box.addEventListener("change", () => {
      if (box.checked) stage.hiddenDrawings.delete(key);
      else stage.hiddenDrawings.add(key);
    });
    const [team, ...name] = key.split("/");
    return tick(box, name.join("/"), `by ${team}`);
  }
}

function tick(box: HTMLInputElement, title: string, about: string, key = ""): HTMLElement {
  const says = [make("span", {}, title), make("span", { class: "faint small" }, about)];
  const label = make("label", { class: "tick" }, box, ...says);
  return make("li", {}, label, ...(key === "" ? [] : [make("kbd", {}, key)]));
}
