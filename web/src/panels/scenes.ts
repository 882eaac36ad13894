/** Scenes: positions of ball and robots, saved under a name. */
import type { Page } from "../model/page";
import type { Scenes as Answer, SceneEntry } from "../wire/schema";
import { button, make, section, write } from "./elements";
import { ControlGuard } from "./controlGuard";
import type { Panel } from "./panel";
import "./scenes.css";

export class Scenes implements Panel {
  private list = make("ul", { class: "scenes", id: "scenes", "aria-label": "Scenes" });
  private empty = make("p", { class: "faint" }, "No scene is saved yet.");
  private folder = make("p", { class: "faint small", "data-fact": "folder" });
  private name = field("scene-name", "Name", "corner-left");
  private title = field("scene-title", "Title", "Corner from the left");
  private guard: ControlGuard;
  private loads: ControlGuard;
  private shown = false;

  constructor(
    private readonly page: Page,
    root: HTMLElement,
  ) {
    this.guard = new ControlGuard(page);
    this.loads = new ControlGuard(page);
    this.name.pattern = "[A-Za-z0-9_][A-Za-z0-9_ .\\-]*";
    this.name.title = "Letters, digits, spaces, dots, - and _: it becomes the name of a file";
    this.name.required = true;
    const form = make(
      "form",
      { class: "scene-form", id: "scene-form", onsubmit: (event) => this.save(event) },
      make("label", { for: "scene-name" }, "Name"),
      this.guard.guard(this.name),
      make("label", { for: "scene-title" }, "Title"),
      this.guard.guard(this.title),
      this.guard.guard(make("button", { id: "scene-save", title: "Save where ball and robots are now" }, "Save scene")),
    );
    const again = button({ class: "slim", onclick: () => void this.ask() }, "Refresh");
    root.append(
      section("Load", this.list, this.empty, make("div", { class: "bar" }, again), this.folder),
      section("Save", make("p", { class: "faint small" }, "Saves where ball and robots are now."), form),
      section("From a file", make("p", {}, "Drop a .toml file on the page to load it.")),
    );
    page.on("pitch", () => void this.ask());
  }

  visible(on: boolean): void {
    this.shown = on;
    void this.ask();
  }

  private async ask(): Promise<void> {
    if (!this.shown || !this.page.backend.connected) return;
    try {
      this.show(await this.page.backend.ask("scenes"));
    } catch (error) {
      write(this.folder, (error as Error).message);
    }
  }

  private show({ folder, scenes }: Answer): void {
    write(this.folder, folder === "" ? "" : `Folder: ${folder}`);
    this.empty.hidden = scenes.length > 0;
    this.loads.forget();
    this.list.replaceChildren(...scenes.map((scene) => make("li", {}, this.entry(scene))));
  }

  private entry({ name, title, league }: SceneEntry): HTMLElement {
    const load = async () => {
      if ((await this.page.request("load_scene", { name })) !== null) this.page.say(`The scene ${title || name} is loaded.`);
    };
    const about = [title === "" ? "" : name, league === this.page.pitch?.league ? "" : league];
    const entry = button(
      { "data-scene": name, title: `Load ${name}`, onclick: () => void load() },
      make("strong", {}, title || name),
      make("span", { class: "faint small" }, about.filter((text) => text !== "").join(" · ")),
    );
    return this.loads.guard(entry);
  }

  private async save(event: Event): Promise<void> {
    event.preventDefault();
    const name = this.name.value.trim();
    const title = this.title.value.trim() || name;
    if ((await this.page.request("save_scene", { name, title })) === null) return;
    this.page.say(`The scene ${title} is saved.`);
    this.name.value = this.title.value = "";
    await this.ask();
  }
}

function field(id: string, label: string, example: string): HTMLInputElement {
  return make("input", { id, "aria-label": label, placeholder: example, autocomplete: "off", maxlength: 64 });
}
