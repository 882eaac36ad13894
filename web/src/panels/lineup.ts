/** The teams: a row for each colour with its program, robots and goals. */
import { LIVE, type Page } from "../model/page";
import { make, write } from "./elements";
import type { ControlGuard } from "./controlGuard";
import { COLOURS, type Colour, scoreOf } from "./score";

interface Side {
  player: HTMLSelectElement;
  played: HTMLElement; // by whom, in a recording: there is nobody to choose
  robots: HTMLElement;
  goals: HTMLElement;
}

export class Lineup {
  readonly root: HTMLElement;
  private sides: Record<Colour, Side>;
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
      const name = make("th", { scope: "row" }, make("span", { class: `swatch ${colour}` }, colour));
      const played = make("span", { "data-fact": `played-${colour}` });
      body.append(make("tr", {}, name, make("td", {}, player, played), robots, goals));
      return { player, played, robots, goals };
    };
    this.sides = { blue: side("blue"), yellow: side("yellow") };
    const head = make("tr", {}, make("td"));
    head.append(make("th", { scope: "col" }, "team"));
    for (const title of ["robots", "goals"]) head.append(make("th", { scope: "col", class: "figure" }, title));
    this.root = make("table", { class: "lineup" }, make("thead", {}, head), body);
  }

  look(): void {
    const { pitch, status, watching } = this.page;
    if (pitch === null) return;
    const score = scoreOf(this.page);
    const live = watching.source === LIVE;
    const offered = JSON.stringify([pitch.choices, pitch.teams, watching.source]);
    for (const colour of COLOURS) {
      const { player, played, robots, goals } = this.sides[colour];
      player.hidden = !live;
      played.hidden = live;
      write(played, pitch.teams[colour]);
      if (offered !== this.offered) this.offer(player, pitch.choices, pitch.teams[colour]);
      write(goals, String(score[colour]));
      const present = this.page.frame?.robots.filter((robot) => robot.owner === colour).length;
      write(robots, String(live ? (status?.robots[colour] ?? present ?? 0) : (present ?? 0)));
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
