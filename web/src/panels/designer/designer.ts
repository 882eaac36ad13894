/** The robot designer: a form for every value of a robot file, a drawing, and the file itself. */
import { controlRefusal } from "../../model/control";
import type { Page } from "../../model/page";
import type { FormField, RobotCheck, RobotEntry } from "../../wire/schema";
import { copy } from "../clipboard";
import { button, make, section, write } from "../elements";
import { counted } from "../numbers";
import type { Panel } from "../panel";
import "./designer.css";
import { Drawing } from "./drawing";
import { Form } from "./form";
import type { Table } from "./values";

const PAUSE = 200; // ms: the server checks when nobody types
const EMPTY = ""; // the robot without values

export class Designer implements Panel {
  private start = make("select", { id: "design-start", class: "grow" });
  private file = make("input", { type: "file", id: "design-file", accept: ".toml", "aria-label": "Robot file", hidden: true });
  private status = make("p", { id: "design-status", role: "status" }, "Waiting for the server …");
  private rest = make("p", { class: "bad small", hidden: true });
  private command = make("code", { class: "mono small", id: "design-command" });
  private team = make("select", { class: "slim", id: "design-team", "aria-label": "Who plays with it" });
  private buttons: Record<"download" | "copy" | "use", HTMLButtonElement>;
  private drawing = new Drawing();
  private form: Form;
  private fields: FormField[] = [];
  private settings = new Map<string, FormField[] | null>(); // by the kind of sensor; null: asked for
  private values: Table = {};
  private checked: RobotCheck | null = null; // of the values as they are; null: not checked yet
  private origin = EMPTY; // what the form started from
  private edited = false;
  private checking = false;
  private timer = 0;
  private shown = false;

  constructor(
    private readonly page: Page,
    root: HTMLElement,
  ) {
    this.form = new Form(
      () => this.fields,
      (kind) => this.settingsOf(kind),
      () => this.change(),
    );
    this.team.append(...["both", "blue", "yellow"].map((name) => make("option", { value: name }, name)));
    this.start.addEventListener("change", () => void this.open({ name: this.start.value }));
    this.file.addEventListener("change", () => void this.load());
    this.buttons = {
      download: button({ id: "design-download", onclick: () => this.download() }, "Download TOML"),
      copy: button({ id: "design-copy", onclick: () => void this.copyFile() }, "Copy TOML"),
      use: button({ id: "design-use", onclick: () => void this.use() }, "Use in this match"),
    };
    const load = button({ id: "design-load", onclick: () => this.file.click() }, "Load file …");
    root.append(
      section(
        "Start",
        make("div", { class: "bar" }, make("label", { for: "design-start" }, "From"), this.start, load, this.file),
      ),
      this.drawing.root,
      this.status,
      this.rest,
      make("div", { class: "bar" }, this.buttons.download, this.buttons.copy),
      make("div", { class: "bar" }, this.buttons.use, make("label", { for: "design-team" }, "for"), this.team),
      make("p", { class: "faint small" }, "To play with the file: ", this.command),
      this.form.root,
    );
    for (const topic of ["roles", "connection", "watching"] as const) page.on(topic, () => this.tell());
    page.on("link", () => void this.begin());
    this.tell();
  }

  visible(on: boolean): void {
    this.shown = on;
    void this.begin();
  }

  // ---- asking ---------------------------------------------------------------------------------------------------

  /** Ask for the fields, and begin with the robot of the match. */
  private async begin(): Promise<void> {
    if (!this.shown || this.fields.length > 0 || !this.page.backend.connected) return;
    try {
      const { fields, robots } = await this.page.backend.ask("robot_form");
      if (this.fields.length > 0) return; // asked twice
      this.fields = fields;
      this.offer(robots);
      const own = this.page.pitch?.kinds[0]?.name;
      await this.open({ name: robots.some(({ name }) => name === own) ? own : EMPTY });
    } catch (error) {
      write(this.status, (error as Error).message);
    }
  }

  private offer(robots: RobotEntry[]): void {
    const option = ({ name, title }: RobotEntry) => make("option", { value: name }, title === name ? name : `${title} (${name})`);
    const some = (own: boolean) => robots.filter((robot) => robot.own === own).map(option);
    this.start.replaceChildren(
      make("option", { value: EMPTY }, "an empty robot"),
      make("optgroup", { label: "Robots of this league" }, ...some(true)),
      make("optgroup", { label: "Robots of other leagues" }, ...some(false)),
    );
  }

  /** Show a robot: by its name, or that of a file. */
  private async open(which: { name?: string; text?: string; file?: string }): Promise<void> {
    const discard = !this.edited || confirm("The robot in the form was changed. Discard the changes?");
    const answer = discard ? await this.page.request("open_robot", which) : null;
    if (answer !== null) {
      this.origin = which.text === undefined ? (which.name ?? EMPTY) : this.origin;
      this.values = answer.values;
      this.edited = false;
      this.form.show(this.values);
      void this.check();
    }
    this.start.value = this.origin;
  }

  private async load(): Promise<void> {
    const file = this.file.files?.[0];
    if (file === undefined) return;
    await this.open({ text: (await file.text()) || "# empty", file: file.name });
    this.file.value = ""; // the same file can be chosen again
  }

  /** The settings of a kind of sensor; asked for once. */
  private settingsOf(kind: string): FormField[] | null {
    const known = this.settings.get(kind);
    if (known !== undefined || kind === "") return known ?? null;
    this.settings.set(kind, null);
    this.page.backend
      .ask("sensor_form", { kind })
      .then(({ fields }) => {
        this.settings.set(kind, fields);
        this.form.draw();
      })
      .catch(() => {}); // the check says that there is no such sensor
    return null;
  }

  private change(): void {
    this.edited = true;
    this.checked = null;
    this.tell();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.check(), PAUSE);
  }

  /** Let the server write and check the file; what changes meanwhile is checked afterwards. */
  private async check(): Promise<void> {
    if (this.checking) return;
    this.checking = true;
    let asked = "";
    try {
      while (asked !== JSON.stringify(this.values)) {
        asked = JSON.stringify(this.values);
        this.checked = await this.page.backend.ask("check_robot", { values: JSON.parse(asked) as Table });
      }
      this.tell();
    } catch (error) {
      this.checked = null;
      this.tell((error as Error).message);
    } finally {
      this.checking = false;
    }
  }

  // ---- telling --------------------------------------------------------------------------------------------------

  private tell(trouble = ""): void {
    const { checked } = this;
    if (checked !== null) {
      this.drawing.show(checked.drawing);
      const rest = this.form.complain(checked.problems);
      write(this.rest, rest.join("; "));
      this.rest.hidden = rest.length === 0;
      const count = checked.problems.length;
      write(this.status, count === 0 ? "No problems: the file can be used." : `${counted(count, "problem")}, marked in the form.`);
      this.status.classList.toggle("bad", count > 0);
    } else if (trouble !== "") write(this.status, trouble);
    write(this.command, `robopitch run ${this.page.pitch?.league ?? "LEAGUE"} --set robot=${this.fileName}`);
    const invalid = checked === null ? "The robot has not been checked yet." : checked.problems.length > 0 ? "Solve the problems first." : null;
    set(this.buttons.download, invalid, "Save the robot as a file");
    set(this.buttons.copy, invalid, "Copy the text of the file");
    set(this.buttons.use, invalid ?? controlRefusal(this.page), "Exchange the robots of the running match");
  }

  private get fileName(): string {
    const name = String(this.values.name ?? "").replace(/[^\w.-]+/g, "-");
    return `${name || "robot"}.toml`;
  }

  // ---- the file -------------------------------------------------------------------------------------------------

  private download(): void {
    if (this.checked === null) return;
    const url = URL.createObjectURL(new Blob([this.checked.toml], { type: "application/toml" }));
    make("a", { href: url, download: this.fileName }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
    this.edited = false;
  }

  private async copyFile(): Promise<void> {
    if (this.checked !== null) await copy(this.page, this.checked.toml, this.fileName);
  }

  private async use(): Promise<void> {
    const { checked } = this;
    if (checked === null) return;
    const team = this.team.value === "blue" || this.team.value === "yellow" ? this.team.value : null;
    if ((await this.page.request("use_robot", { text: checked.toml, team })) === null) return;
    this.page.say(`${team === null ? "Both teams play" : `The ${team} team plays`} with ${String(this.values.title ?? this.values.name)}.`);
  }
}

function set(button: HTMLButtonElement, why: string | null, title: string): void {
  button.disabled = why !== null;
  button.title = why ?? title;
}
