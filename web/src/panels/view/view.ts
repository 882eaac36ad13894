/** A panel that the league or the server offers: a table of plain values, and the editor of formations if it has one. */
import { LIVE, type Page } from "../../model/page";
import type { ViewTable } from "../../wire/schema";
import { make, section, write } from "../elements";
import { FormationEditor } from "../formation/editor";
import { type Panel, Poller } from "../panel";
import { ViewRows } from "./rows";
import "./view.css";

const OFTEN = 500; // ms between two questions
const MANY = 12; // rows from which on they can be searched

export class ViewPanel implements Panel {
  private readonly note = make("p", { class: "faint", role: "status" }, "Waiting for the server …");
  private readonly search = make("input", { type: "search", placeholder: "Search", "aria-label": "Search", hidden: true });
  private readonly rows: ViewRows;
  private readonly poller = new Poller(OFTEN, () => this.ask());
  private readonly editor: FormationEditor | null;
  private asking = false;

  /** @param name of the view, as the status has it @param formation whether it has the editor of formations */
  constructor(
    private readonly page: Page,
    private readonly name: string,
    formation: boolean,
    root: HTMLElement,
  ) {
    this.rows = new ViewRows(name, () => this.ask());
    this.search.addEventListener("input", () => this.rows.filter(this.search.value));
    root.append(this.note, make("div", { class: "bar" }, this.search), this.rows.root);
    this.editor = formation ? new FormationEditor(page) : null;
    if (this.editor !== null) root.append(section("Formation", this.editor.root));
  }

  visible(on: boolean): void {
    this.poller.run(on);
    this.editor?.visible(on);
  }

  private ask(): void {
    const { backend, watching, welcome, hasMatch } = this.page;
    if (this.asking || !backend.connected) return;
    if (watching.source !== LIVE || !hasMatch) {
      this.say("A recording does not have this.");
      return;
    }
    if (welcome?.trusted === false) {
      this.say("Only pages with the key see this: press “Needs the key” above.");
      return;
    }
    this.asking = true;
    backend
      .ask("view", { name: this.name, row: this.rows.open })
      .then((answer) => this.show(answer))
      .catch((error: Error) => backend.connected && this.say(error.message))
      .finally(() => (this.asking = false));
  }

  /** Say why there is no table. */
  private say(text: string): void {
    this.show({ note: text, columns: [], rows: [], details: false, detail: null });
  }

  private show(answer: ViewTable): void {
    write(this.note, answer.note);
    this.note.hidden = answer.note === "";
    this.search.hidden = answer.rows.length < MANY;
    this.rows.show(answer);
  }
}
