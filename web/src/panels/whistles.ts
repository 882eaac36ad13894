/** What a person can tell the referee of the match: buttons for what it knows, one for each team where that matters. */
import type { Page } from "../model/page";
import { ControlGuard } from "./controlGuard";
import { button, make } from "./elements";
import { COLOURS, type Colour } from "./score";

type More = { team?: Colour; count?: number; card?: "yellow" | "red" };

const BOTH: Record<string, [string, string]> = {
  halt: ["Halt", "All robots stop at once"],
  stop: ["Stop", "The ball is out of play; robots keep away from it"],
  start: ["Start", "The match continues"],
  undo: ["Undo", "Takes the last ruling back: the state of the game, not of the world"],
  "dropped-ball": ["Dropped ball", "Both teams may play the ball where it is"],
};

/** Of one team: name and what is sent with it. */
const OF_A_TEAM: [string, string, More][] = [
  ["kick-off", "Kick-off", {}],
  ["free-kick", "Free kick", {}],
  ["penalty", "Penalty", {}],
  ["goal-kick", "Goal kick", {}],
  ["corner-kick", "Corner kick", {}],
  ["throw-in", "Throw-in", {}],
  ["placement", "Placement", {}],
  ["timeout", "Timeout", {}],
  ["card", "Yellow card", { card: "yellow" }],
  ["card", "Red card", { card: "red" }],
  ["score", "Goal +1", { count: 1 }],
  ["score", "Goal −1", { count: -1 }],
];

export class Whistles {
  readonly root = make("div", { class: "whistles", role: "group", "aria-label": "Referee" });
  private readonly guard: ControlGuard;
  private known = "";

  constructor(private readonly page: Page) {
    this.guard = new ControlGuard(page);
    this.show(["halt", "stop", "start"]);
  }

  /** Buttons for what the referee knows. */
  show(known: string[]): void {
    if (known.join() === this.known) return;
    this.known = known.join();
    this.guard.forget();
    const both = make("div", { class: "whistles-both" });
    for (const [whistle, [text, title]] of Object.entries(BOTH)) {
      if (known.includes(whistle)) both.append(this.button(whistle, text, title, `whistle-${whistle}`));
    }
    const table = make("div", { class: "whistles-teams" });
    for (const [whistle, text, more] of OF_A_TEAM) {
      if (!known.includes(whistle)) continue;
      table.append(make("span", { class: "whistle-name" }, text));
      for (const team of COLOURS) {
        const made = this.button(whistle, team, `${text} for ${team}`, "", { ...more, team });
        made.classList.add("slim", "team-name", team);
        made.dataset.whistle = `${whistle} ${team}`;
        table.append(made);
      }
    }
    this.root.replaceChildren(both, ...(table.childElementCount > 0 ? [table] : []));
  }

  private button(whistle: string, text: string, title: string, id: string, more: More = {}): HTMLButtonElement {
    const click = () => void this.page.request("whistle", { whistle, ...more });
    const names = id === "" ? { "aria-label": title } : { id }; // the colour alone does not say what it does
    const made = button({ title, onclick: click, ...names }, text);
    this.guard.guard(made);
    return made;
  }
}
