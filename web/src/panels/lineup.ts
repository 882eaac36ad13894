/** The teams: a row for each colour with its program, robots and goals. */
import { LIVE, type Page } from "../model/page";
import type { CardCount } from "../wire/schema";
import { make, write } from "./elements";
import type { ControlGuard } from "./controlGuard";
import { counted, NONE } from "./numbers";
import { COLOURS, type Colour, scoreOf } from "./score";

interface Side {
  player: HTMLSelectElement;
  played: HTMLElement; // by whom, in a recording: there is nobody to choose
  robots: HTMLElement;
  goals: HTMLElement;
  cards: HTMLElement;
}

export class Lineup {
  readonly root: HTMLElement;
  private sides: Record<Colour, Side>;
  private readonly cardsTitle = make("th", { scope: "col", class: "figure" }, "cards");
  private offered = "";

  constructor(
    private readonly page: Page,
    guard: ControlGuard,
  ) {
    const body = make("tbody");
    const side = (colour: Colour): Side => {
      const player = guard.guard(
        make("select", {
          id: `player-${colour}`,
          class: "slim",
          "aria-label": `Team of ${colour}`,
          title: "The team takes over at once",
          onchange: () => void this.swap(colour),
        }),
      );
      const robots = make("td", { class: "figure mono", "data-fact": `robots-${colour}` });
      const goals = make("td", { class: "figure mono", "data-fact": `goals-${colour}` });
      const cards = make("td", { class: "figure", "data-fact": `cards-${colour}` });
      const name = make("th", { scope: "row" }, make("span", { class: `swatch ${colour}` }, colour));
      const played = make("span", { "data-fact": `played-${colour}` });
      body.append(make("tr", {}, name, make("td", {}, player, played), robots, goals, cards));
      return { player, played, robots, goals, cards };
    };
    this.sides = { blue: side("blue"), yellow: side("yellow") };
    const head = make("tr", {}, make("td"));
    head.append(make("th", { scope: "col" }, "team"));
    for (const title of ["robots", "goals"]) head.append(make("th", { scope: "col", class: "figure" }, title));
    head.append(this.cardsTitle);
    this.root = make("table", { class: "lineup" }, make("thead", {}, head), body);
  }

  look(): void {
    const { pitch, status, watching, referee, isNow } = this.page;
    if (pitch === null) return;
    const score = scoreOf(this.page);
    const live = watching.source === LIVE;
    const offered = JSON.stringify([pitch.choices, pitch.teams, watching.source]);
    const counted = Object.values(referee?.cards ?? {}).some(({ yellow, red }) => yellow + red > 0);
    const shown = live ? (status?.referee.whistles.includes("card") ?? false) : counted;
    this.cardsTitle.hidden = !shown;
    for (const colour of COLOURS) {
      const { player, played, robots, goals, cards } = this.sides[colour];
      cards.hidden = !shown;
      showCards(cards, referee?.cards[colour] ?? { yellow: 0, red: 0 });
      player.hidden = !live;
      played.hidden = live;
      write(played, pitch.teams[colour]);
      if (offered !== this.offered) this.offer(player, pitch.choices, pitch.teams[colour]);
      write(goals, String(score[colour]));
      const present = this.page.frame?.robots.filter((robot) => robot.owner === colour).length;
      write(robots, String((isNow ? status?.robots[colour] : undefined) ?? present ?? 0));
    }
    this.offered = offered;
  }

  private offer(player: HTMLSelectElement, choices: string[], now: string): void {
    const names = choices.includes(now) ? choices : [now, ...choices]; // somebody may play who is no longer offered
    player.replaceChildren(...names.map((name) => make("option", { value: name }, name)));
    player.value = now;
  }

  private async swap(colour: Colour): Promise<void> {
    const { player } = this.sides[colour];
    const done = await this.page.request("swap", { team: colour, name: player.value });
    if (done === null) player.value = this.page.pitch?.teams[colour] ?? "";
  }
}

/** A small card of each colour with its number; a dash if there is none. */
function showCards(cell: HTMLElement, cards: CardCount): void {
  const shown = JSON.stringify(cards);
  if (cell.dataset.cards === shown) return;
  cell.dataset.cards = shown;
  const given = (["yellow", "red"] as const).filter((colour) => cards[colour] > 0);
  const badge = (colour: "yellow" | "red") => {
    const title = counted(cards[colour], `${colour} card`);
    return make("span", { class: `card card-${colour} mono`, role: "img", title, "aria-label": title }, String(cards[colour]));
  };
  cell.replaceChildren(...(given.length > 0 ? given.map(badge) : [NONE]));
}
