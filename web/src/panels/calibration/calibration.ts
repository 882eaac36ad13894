/** Calibration of a vision over the image of its camera: click colours, drag field points, see what vision finds. */
import { controlRefusal } from "../../model/control";
import type { Page } from "../../model/page";
import type { Calibration as State } from "../../wire/schema";
import { button, make, press, write } from "../elements";
import { fixed } from "../numbers";
import { Poller } from "../panel";
import { ImageView } from "../sensors/image";
import { ColourList } from "./colours";
import "./calibration.css";
import { Overlay } from "./overlay";

const OFTEN = 250; // ms between two questions
const MODES = { colours: "Colours", field: "Field points" } as const;
const HINTS = {
  colours: "Choose a colour, then click on it in the image: its cube grows by what you clicked on.",
  field: "Drag each cross to where the point is in the image, or move it with the arrow keys (½ px; with Shift 5 px).",
};

type Mode = keyof typeof MODES;

export class Calibration {
  private readonly dialog: HTMLDialogElement;
  private readonly image = new ImageView();
  private readonly overlay = new Overlay((point, at) => void this.send({ point, at }), (at) => this.pick(at));
  private readonly colours = new ColourList(
    (colour) => void this.send({ colour, clear: true }),
    (colour) => void this.send({ colour }),
  );
  private readonly hint = make("p", { class: "faint small" });
  private readonly remark = make("p", { class: "small", role: "status" });
  private readonly residual = make("p", { class: "mono", "data-residual": "" });
  private readonly worst = make("tbody");
  private readonly usual: HTMLButtonElement;
  private readonly power: HTMLButtonElement;
  private readonly chips = new Map<Mode, HTMLButtonElement>();
  private readonly parts: Record<Mode, HTMLElement>;
  private readonly poller = new Poller(OFTEN, () => void this.ask());
  private mode: Mode = "colours";
  private asking = false;
  private state: State | null = null;

  constructor(
    private readonly page: Page,
    private readonly name: string,
  ) {
    this.usual = button({ class: "slim", onclick: () => void this.usualPoints() }, "Usual points");
    this.power = button({ class: "slim", "data-do": "switch-on", hidden: true, onclick: () => void this.switchOn() }, "Switch camera and vision on");
    const modes = (Object.keys(MODES) as Mode[]).map((mode) => {
      const chip = button({ class: "slim", "data-mode": mode, onclick: () => this.enter(mode) }, MODES[mode]);
      this.chips.set(mode, chip);
      return chip;
    });
    const table = make("table", { class: "sensor-table mono" }, make("thead", {}, make("tr", {}, make("th", {}, "farthest off"), make("th", {}, "px"))), this.worst);
    this.parts = {
      colours: this.colours.root,
      field: make("div", {}, this.residual, table, make("div", { class: "bar" }, this.usual)),
    };
    this.dialog = make(
      "dialog",
      { class: "calibration", id: "calibration", "aria-label": `Calibration of ${name}` },
      make("div", { class: "calibration-picture" }, this.image.root, this.overlay.root as unknown as Node),
      make(
        "div",
        { class: "calibration-side" },
        make("div", { class: "bar" }, make("h2", {}, "Calibration"), button({ class: "slim", "data-do": "close", onclick: () => this.dialog.close() }, "Close")),
        make("div", { class: "bar", role: "group", "aria-label": "What is calibrated" }, ...modes),
        this.hint,
        this.parts.colours,
        this.parts.field,
        this.remark,
        this.power,
      ),
    );
    // Keys that are typed here are not meant for the pitch.
    this.dialog.addEventListener("keydown", (event) => event.stopPropagation());
    this.dialog.addEventListener("close", () => {
      this.poller.run(false);
      this.dialog.remove();
    });
  }

  show(): void {
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.enter("colours");
    this.poller.run(true);
  }

  private enter(mode: Mode): void {
    this.mode = mode;
    for (const [name, chip] of this.chips) press(chip, name === mode);
    for (const name of Object.keys(MODES) as Mode[]) this.parts[name].hidden = name !== mode;
    this.dialog.dataset.mode = mode;
    write(this.hint, HINTS[mode]);
    this.draw();
  }

  private async ask(): Promise<void> {
    if (this.asking || !this.page.backend.connected) return;
    this.asking = true;
    try {
      // Both at once: what was found shall be that of the image.
      const camera = this.state?.camera;
      const report = camera === undefined ? null : this.page.backend.ask("report", { name: camera });
      const [state, image] = await Promise.all([this.page.backend.ask("calibration", { name: this.name }), report]);
      if (image !== null) this.image.show(image);
      this.state = state;
      this.draw();
    } catch (error) {
      write(this.remark, (error as Error).message);
    } finally {
      this.asking = false;
    }
  }

  private draw(): void {
    const { state } = this;
    if (state === null) return;
    const refusal = controlRefusal(this.page);
    this.overlay.size(state.width || 640, state.height || 480);
    this.overlay.showFound(state.found);
    this.overlay.showPoints(state.points, this.mode === "field");
    this.colours.show(state.colours, refusal);
    write(this.residual, state.residual === null ? "no projection" : `residual ${fixed(state.residual, 2)} px`);
    const worst = state.points.filter(({ error }) => error !== null).sort((one, other) => (other.error as number) - (one.error as number));
    this.worst.replaceChildren(...worst.slice(0, 5).map(({ name, error }) => make("tr", {}, make("td", {}, name), make("td", {}, fixed(error as number, 2)))));
    this.usual.disabled = refusal !== null;
    this.power.hidden = state.age !== null;
    this.power.disabled = refusal !== null;
    write(this.remark, refusal ?? about(state));
  }

  private pick(at: [number, number]): void {
    if (this.mode === "colours" && this.colours.chosen !== "") void this.send({ colour: this.colours.chosen, at });
  }

  private async send(change: { colour?: string; point?: string; at?: [number, number]; clear?: boolean }): Promise<void> {
    await this.page.request("calibrate", { name: this.name, ...change });
    await this.ask();
  }

  private async usualPoints(): Promise<void> {
    await this.page.request("change_sensor", { name: this.name, set: { points: {} } });
    await this.ask();
  }

  private async switchOn(): Promise<void> {
    const camera = this.state?.camera;
    if (camera === undefined) return;
    for (const name of [camera, this.name]) await this.page.request("change_sensor", { name, set: { on: true } });
    await this.ask();
  }
}

function about({ age, problem, overlaps, found }: State): string {
  if (age === null) return "There is no image yet: the camera is off, or the match stands still.";
  if (problem !== "") return problem;
  const robots = found.filter(({ name }) => name !== "ball");
  const known = robots.filter(({ name }) => !name.endsWith("?")).length;
  const balls = found.length - robots.length;
  const seen = `Found: ${known} of ${robots.length} robots identified, ${balls} ${balls === 1 ? "ball" : "balls"}.`;
  return overlaps.length === 0 ? seen : `${seen} Colours with pixels in common: ${overlaps.map((pair) => pair.join(" and ")).join(", ")}.`;
}
