/** The score at the moment that is looked at, with the teams' names: never told by colour alone. */
import { LIVE, type Page } from "../model/page";
import { make, write } from "./elements";
import { refereeLine } from "./referee";

export const COLOURS = ["blue", "yellow"] as const;
export type Colour = (typeof COLOURS)[number];

/** Goals at the moment looked at: counted up in a recording, and back from now in the live match's last minute. */
export function scoreOf(page: Page): Record<Colour, number> {
  const { frame, status, marks, watching } = page;
  const goals = (colour: Colour, counts: (time: number) => boolean): number =>
    marks.filter((mark) => mark.kind === "goal" && mark.team === colour && counts(mark.time)).length;
  const score = (colour: Colour): number => {
    const now = frame?.time ?? 0;
    if (watching.source !== LIVE) return (page.pitch?.score[colour] ?? 0) + goals(colour, (time) => time <= now);
    const all = status?.score[colour] ?? 0;
    return frame?.past ? Math.max(0, all - goals(colour, (time) => time > now)) : all;
  };
  return { blue: score("blue"), yellow: score("yellow") };
}

export class Score {
  private goals: Record<Colour, HTMLElement> = { blue: digits("blue"), yellow: digits("yellow") };
  private referee = make("span", { id: "referee-state" });
  private shown = "";

  constructor(
    private readonly page: Page,
    root: HTMLElement,
  ) {
    const line = make(
      "span",
      { class: "score-line" },
      make("span", { class: "team-name blue" }, "blue"),
      this.goals.blue,
      make("span", { class: "faint", "aria-label": "to" }, ":"),
      this.goals.yellow,
      make("span", { class: "team-name yellow" }, "yellow"),
    );
    root.append(line, this.referee);
    for (const topic of ["status", "marks", "pitch", "watching", "rewound"] as const) page.on(topic, () => this.look());
    page.on("frame", (frame) => {
      if (frame.past || page.watching.source !== LIVE) this.look();
    });
    this.look();
  }

  private look(): void {
    const { page } = this;
    const score = scoreOf(page);
    for (const colour of COLOURS) write(this.goals[colour], String(score[colour]));
    const live = page.watching.source === LIVE;
    write(this.referee, live ? refereeLine(page.status?.referee) : "recording");
    const teams = page.pitch?.teams;
    const title = teams ? `${score.blue} : ${score.yellow}, ${teams.blue} v ${teams.yellow} · Robopitch` : "Robopitch";
    if (title !== this.shown) document.title = this.shown = title;
  }
}

function digits(colour: Colour): HTMLElement {
  return make("strong", { class: `goals mono ${colour}`, "data-score": colour }, "0");
}
