/** The editor of formations: where the free robots of a team stand, for every position of the ball. */
import { LIVE, type Page } from "../../model/page";
import type { Formation, FormationState, Spot } from "../../wire/schema";
import { ControlGuard } from "../controlGuard";
import { button, make, press, write } from "../elements";
import { download } from "../plots/saving";
import { COLOURS, type Colour } from "../score";
import "./formation.css";
import { FormationPitch, type Point } from "./pitch";
import { SpotTable } from "./spots";

const SITUATIONS = { attack: "Own ball", defence: "Their ball" } as const;
const EXTERNAL = "external"; // a team that commands over the network
const LEAST = 0.5; // m from the middle: a nearer ball does not tell how it pulls
const STRONGEST = 2;

type Situation = keyof typeof SITUATIONS;

export class FormationEditor {
  readonly root = make("div", { class: "formation" });
  private readonly pitch = new FormationPitch((index, to) => this.move(index, to), (index) => this.table.mark(index - 1));
  private readonly table = new SpotTable((index, spot) => this.change(index, spot));
  private readonly about = make("p", { class: "faint small", role: "status" });
  private readonly pull = make("input", { type: "checkbox", id: "formation-pull" });
  private readonly file = make("input", { type: "file", accept: ".toml", hidden: true, "aria-label": "File of a formation" });
  private readonly guard: ControlGuard;
  private readonly chips = new Map<string, HTMLElement>();
  private team: Colour = "blue";
  private situation: Situation = "attack";
  private ball: Point = { x: 0, y: 0 };
  private formation: Formation | null = null;
  private state: FormationState | null = null;
  private edited = false;
  private shown = false;

  constructor(private readonly page: Page) {
    this.guard = new ControlGuard(page);
    const use = button({ id: "formation-use", class: "slim", title: "Tell the team", onclick: () => void this.use() }, "Use in this match");
    const drop = button({ id: "formation-drop", class: "slim", title: "The team stands as it likes", onclick: () => void this.drop() }, "Drop it");
    this.file.addEventListener("change", () => void this.load());
    this.root.append(
      make(
        "div",
        { class: "bar" },
        this.choices("Team", COLOURS, (name) => this.choose(name as Colour)),
        this.choices("Situation", Object.keys(SITUATIONS), (name) => this.enter(name as Situation)),
      ),
      this.about,
      this.pitch.root as unknown as Node,
      make("p", { class: "small faint" }, "Drag a place, or the ball to see where the places are then. The team attacks to the right."),
      make("label", { class: "tick small", for: "formation-pull" }, this.pull, "Dragging changes how the ball pulls a place"),
      this.table.root,
      make(
        "div",
        { class: "bar" },
        this.guard.guard(use),
        this.guard.guard(drop),
        button({ id: "formation-save", class: "slim", onclick: () => void this.save() }, "Download TOML"),
        button({ id: "formation-open", class: "slim", onclick: () => this.file.click() }, "Open a file …"),
        this.file,
      ),
    );
    page.on("pitch", () => this.refresh());
    page.on("rewound", () => this.refresh());
  }

  visible(on: boolean): void {
    this.shown = on;
    this.refresh();
  }

  /** Chips of which one is pressed. */
  private choices(label: string, names: readonly string[], choose: (name: string) => void): HTMLElement {
    const chips = names.map((name) => {
      const chip = button({ class: "slim chip", "data-choice": name, onclick: () => choose(name) }, SITUATIONS[name as Situation] ?? name);
      this.chips.set(name, chip);
      return chip;
    });
    return make("span", { class: "column-choices", role: "group", "aria-label": label }, ...chips);
  }

  private choose(team: Colour): void {
    this.team = team;
    this.edited = false;
    this.refresh();
  }

  private enter(situation: Situation): void {
    this.situation = situation;
    this.draw();
  }

  /** Ask for the formation of the team, unless somebody works on it. */
  private refresh(): void {
    const { backend, watching, welcome, hasMatch } = this.page;
    this.root.hidden = watching.source !== LIVE || !hasMatch || welcome?.trusted === false;
    if (!this.shown || this.root.hidden || !backend.connected) return;
    backend
      .ask("formation", { team: this.team })
      .then((state) => {
        this.state = state;
        if (!this.edited) this.formation = { attack: state.attack, defence: state.defence };
        this.draw();
      })
      .catch((error: Error) => backend.connected && write(this.about, error.message));
  }

  private draw(): void {
    const { formation, state, page } = this;
    for (const [name, chip] of this.chips) press(chip, name === this.team || name === this.situation);
    if (formation === null || state === null || page.pitch === null) return;
    const plays = state.plays === EXTERNAL ? "programs outside the server" : state.plays;
    const told = state.told ? "It stands in a formation of its coach." : "It stands as it likes; this is one to begin with.";
    write(this.about, state.formed ? `${this.team} is played by ${plays}. ${told}` : `The team ${plays} has no formations.`);
    this.pitch.draw(page.pitch.field);
    const spots = formation[this.situation].map((spot, index) => ({
      ...this.placeOf(spot),
      name: `Place ${index + 1}`,
      kind: "spot" as const,
      label: String(index + 1),
    }));
    this.pitch.show([{ ...this.ball, name: "Ball", kind: "ball", label: "" }, ...spots]);
    this.table.show(formation[this.situation]);
    this.root.dataset.team = this.team;
  }

  private placeOf({ x, y, pull_x, pull_y }: Spot): Point {
    return { x: x + pull_x * this.ball.x, y: y + pull_y * this.ball.y };
  }

  /** A point of the pitch was moved: the ball, or a place for the present position of the ball. */
  private move(index: number, to: Point): void {
    if (index === 0) {
      this.ball = { x: rounded(to.x), y: rounded(to.y) };
      this.draw();
      return;
    }
    const spot = this.formation?.[this.situation][index - 1];
    if (spot === undefined) return;
    const { x, y, pull_x, pull_y } = spot;
    if (this.pull.checked) {
      this.change(index - 1, { ...spot, pull_x: pulled(to.x - x, this.ball.x, pull_x), pull_y: pulled(to.y - y, this.ball.y, pull_y) });
    } else {
      this.change(index - 1, { ...spot, x: rounded(to.x - pull_x * this.ball.x), y: rounded(to.y - pull_y * this.ball.y) });
    }
  }

  private change(index: number, spot: Spot): void {
    if (this.formation === null) return;
    const spots = this.formation[this.situation].map((old, place) => (place === index ? spot : old));
    this.formation = { ...this.formation, [this.situation]: spots };
    this.edited = true;
    this.draw();
  }

  // ---- what is done with it -------------------------------------------------------------------------------------

  private async use(): Promise<void> {
    if (this.formation === null) return;
    await this.set(this.formation, `${this.team} gets this formation.`);
  }

  private async drop(): Promise<void> {
    await this.set({ attack: [], defence: [] }, `${this.team} stands as it likes.`);
  }

  private async set(formation: Formation, said: string): Promise<void> {
    if ((await this.page.request("set_formation", { team: this.team, ...formation })) === null) return;
    this.page.say(said);
    this.edited = false;
    this.refresh();
  }

  private async save(): Promise<void> {
    if (this.formation === null) return;
    const answer = await this.page.request("formation_text", this.formation);
    if (answer !== null) download(new Blob([answer.text], { type: "application/toml" }), "formation.toml");
  }

  private async load(): Promise<void> {
    const [file] = this.file.files ?? [];
    this.file.value = ""; // the same file can be opened again
    if (file === undefined) return;
    const read = await this.page.request("read_formation", { text: await file.text() });
    if (read === null) return;
    this.formation = { attack: read.attack, defence: read.defence };
    this.edited = true;
    this.draw();
  }
}

function rounded(value: number): number {
  return Math.round(100 * value) / 100;
}

/** The pull of a ball that moves a place by so much; a ball near the middle tells nothing. */
function pulled(by: number, ball: number, before: number): number {
  if (Math.abs(ball) < LEAST) return before;
  return rounded(Math.max(-STRONGEST, Math.min(STRONGEST, by / ball)));
}
