/** The scoreboard: teams, score, clock, referee and the latest event, all at the moment that is shown. */
import { LIVE, type Page } from "../model/page";
import type { Stage } from "../scene/stage";
import type { Mark } from "../wire/schema";
import { make, write } from "./elements";
import { refereeLine, rulingLine } from "./referee";
import { clockTime } from "../time/spell";

export const COLOURS = ["blue", "yellow"] as const;
export type Colour = (typeof COLOURS)[number];
export type Goals = Record<Colour, number>;

const GOAL_STAYS = 5; // s
const NEWS = 15; // s after which what happened is no news any more
const ROOM = 120; // px below the top edge that the banner may cover
const EVENTS: Mark["kind"][] = ["goal", "out", "restart", "referee", "kick"];

/** Goals at the moment shown. Goals and corrections carry the score after them. */
export function scoreOf(page: Page): Goals {
  const { frame, pitch, status, watching } = page;
  const now = frame?.time ?? 0;
  if (watching.source === LIVE && !frame?.past) return status?.score ?? { blue: 0, yellow: 0 };
  const last = page.marks.filter(({ time, score }) => time <= now && score !== null).at(-1);
  if (last?.score) return last.score;
  const goals = page.marks.filter(({ kind }) => kind === "goal");
  const later = goals.filter(({ time }) => time > now);
  if (watching.source === LIVE) return without(status?.score ?? { blue: 0, yellow: 0 }, later);
  const earlier = goals.filter(({ time }) => time <= now);
  const first = later[0];
  if (first?.score) return without(first.score, [first]);
  const start = pitch?.score ?? { blue: 0, yellow: 0 };
  const count = (colour: Colour) => start[colour] + earlier.filter(({ team }) => team === colour).length;
  return { blue: count("blue"), yellow: count("yellow") };
}

function without(score: Goals, goals: Mark[]): Goals {
  const left = (colour: Colour) => Math.max(0, score[colour] - goals.filter(({ team }) => team === colour).length);
  return { blue: left("blue"), yellow: left("yellow") };
}

/** The name of a team for the scoreboard: its own, that of its program, or its colour. */
export function teamName(page: Page, colour: Colour): string {
  return page.pitch?.names[colour] ?? colour;
}

export class Score {
  private readonly goals: Record<Colour, HTMLElement> = { blue: digits("blue"), yellow: digits("yellow") };
  private readonly names: Record<Colour, HTMLElement> = { blue: make("b"), yellow: make("b") };
  private readonly clock = make("span", { id: "match-clock", class: "mono" }, "00:00");
  private readonly referee = make("span", { id: "referee-state", "aria-live": "polite" });
  private readonly latest = make("span", { id: "latest-event" });
  private readonly ruling = make("span", { id: "ruling", "aria-live": "polite" });
  private titled = "";

  constructor(
    private readonly page: Page,
    private readonly stage: Stage,
    root: HTMLElement,
  ) {
    const line = make(
      "span",
      { class: "score-line" },
      this.team("blue"),
      this.goals.blue,
      make("span", { class: "score-to", "aria-label": "to" }, ":"),
      this.goals.yellow,
      this.team("yellow"),
    );
    root.append(line, make("span", { class: "score-state" }, this.clock, this.referee));
    document.getElementById("stage")?.append(this.latest, this.ruling);
    for (const topic of ["status", "marks", "rulings", "pitch", "watching", "rewound", "frame"] as const) {
      page.on(topic, () => this.look());
    }
    this.look();
  }

  private team(colour: Colour): HTMLElement {
    return make("span", { class: `team-name ${colour}` }, this.names[colour], make("small", {}, colour));
  }

  private look(): void {
    const { page } = this;
    const score = scoreOf(page);
    const names = { blue: teamName(page, "blue"), yellow: teamName(page, "yellow") };
    for (const colour of COLOURS) {
      write(this.goals[colour], String(score[colour]));
      write(this.names[colour], names[colour]);
      this.names[colour].parentElement?.classList.toggle("unnamed", names[colour] === colour);
    }
    const time = page.frame?.time ?? 0;
    write(this.clock, clockTime(Math.floor(time), 0));
    const said = refereeLine(page.referee);
    const kind = page.isNow ? "" : page.watching.source === LIVE ? "Replay" : "Recording";
    write(this.referee, [kind, said].filter((part) => part !== "").join(" · "));
    this.rule(rulingLine(page.referee));
    const event = latestOf(page.marks, time);
    write(this.latest, event === undefined ? "" : `${clockTime(event.time, 1)} ${event.text}`);
    const title = page.pitch ? `${score.blue} : ${score.yellow}, ${names.blue} v ${names.yellow} · Robopitch` : "Robopitch";
    if (title !== this.titled) document.title = this.titled = title;
  }

  /** The banner of the referee: at the top of the pitch, or at the bottom if it would cover the place of the ball. */
  private rule(text: string): void {
    const { page, ruling } = this;
    if (text === ruling.textContent) return;
    write(ruling, text);
    const { referee } = page;
    const [x, y] = referee?.place ?? [page.frame?.ball.x ?? 0, page.frame?.ball.y ?? 0];
    const spot = text === "" ? null : this.stage.screen(x, y);
    const beside = Math.abs((spot?.x ?? 0) - this.stage.canvas.clientWidth / 2) - ruling.clientWidth / 2;
    ruling.className = (text !== "" && referee?.team) || "";
    ruling.classList.toggle("low", spot !== null && spot.y < ROOM && beside < ROOM / 2);
  }
}

/** The newest event just before a moment that a spectator would name; a goal hides what follows it for some seconds. */
function latestOf(marks: Mark[], time: number): Mark | undefined {
  let newest: Mark | undefined;
  for (let at = marks.length - 1; at >= 0; at--) {
    const mark = marks[at];
    if (mark.time < time - (newest === undefined ? NEWS : GOAL_STAYS)) break;
    if (mark.time > time + 1e-6 || !EVENTS.includes(mark.kind)) continue;
    if (mark.kind === "goal") return mark;
    newest ??= mark;
  }
  return newest;
}

function digits(colour: Colour): HTMLElement {
  return make("strong", { class: `goals mono ${colour}`, "data-score": colour }, "0");
}
