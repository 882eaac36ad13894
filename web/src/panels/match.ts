/** The match: referee, score, teams, clock, warnings of the server. */
import { LIVE, type Page } from "../model/page";
import type { Status } from "../wire/schema";
import { facts, make, section, write } from "./elements";
import { ControlGuard } from "./controlGuard";
import { Lineup } from "./lineup";
import "./match.css";
import { clock, fixed, milliseconds, NONE } from "./numbers";
import { type Panel, Poller } from "./panel";
import { refereeLine, stageLine } from "./referee";
import { Whistles } from "./whistles";

export class Match implements Panel {
  private elsewhere = make("p", { class: "elsewhere faint", hidden: true });
  private ofLive: HTMLElement[]; // what a recording does not have
  private ofNow: HTMLElement[]; // what the past does not have: it is that of the server
  private referee = make("p", { class: "referee-says", "data-fact": "referee" });
  private stage = make("p", { class: "faint small", "data-fact": "stage" });
  private lineup: Lineup;
  private whistles: Whistles;
  private clock: Record<"time" | "mode" | "speed" | "factor" | "slip" | "late", HTMLElement>;
  private world: Record<"league" | "engine" | "timestep" | "seed" | "realism", HTMLElement>;
  private warnings = make("ul", { class: "warnings", "data-fact": "warnings" });
  private shown = false;
  private ticking: Poller;

  constructor(
    private readonly page: Page,
    root: HTMLElement,
  ) {
    const guard = new ControlGuard(page);
    this.lineup = new Lineup(page, guard);
    this.whistles = new Whistles(page);
    const [clockList, clockFacts] = facts({
      time: "time",
      mode: "mode",
      speed: "speed",
      factor: "real-time factor",
      slip: "behind",
      late: "frame delay (99 %)",
    });
    const [worldList, worldFacts] = facts({
      league: "league",
      engine: "engine",
      timestep: "time step",
      seed: "seed",
      realism: "realism",
    });
    this.clock = clockFacts;
    this.world = worldFacts;
    clockFacts.slip.title = "How far the simulation is behind real time";
    clockFacts.late.title = "99 % of all camera frames are sent within this time";
    const referee = section("Referee", this.referee, this.stage, this.whistles.root);
    const clockPart = section("Clock", clockList);
    const warnings = section("Warnings", this.warnings);
    this.ofLive = [this.whistles.root, warnings];
    const { slip, factor, late } = clockFacts;
    this.ofNow = [slip, factor, late].flatMap((fact) => [fact, fact.previousElementSibling as HTMLElement]);
    const [teams, world] = [section("Teams", this.lineup.root), section("World", worldList)];
    root.append(this.elsewhere, referee, teams, clockPart, world, warnings);
    for (const topic of ["status", "pitch", "watching", "marks", "rulings"] as const) page.on(topic, () => this.look());
    this.ticking = new Poller(100, () => {
      write(clockFacts.time, clock(page.frame?.time));
      if (!page.isNow) this.look();
    });
  }

  visible(on: boolean): void {
    this.shown = on;
    this.ticking.run(on);
    this.look();
  }

  private look(): void {
    if (!this.shown) return;
    const { pitch, status, watching } = this.page;
    const live = watching.source === LIVE;
    this.elsewhere.hidden = this.page.isNow;
    write(this.elsewhere, live ? "You see the past. The buttons act on the match as it is now." : `You are watching the recording ${watching.source}.`);
    for (const part of this.ofLive) part.hidden = !live;
    for (const part of this.ofNow) part.hidden = !this.page.isNow;
    this.showReferee();
    if (status !== null) this.showStatus(status);
    if (!this.page.isNow) {
      write(this.clock.mode, `${live ? "replay" : "recording"}${watching.playing ? "" : ", paused"}`);
      write(this.clock.speed, `${watching.speed}×`);
    }
    this.lineup.look();
    if (pitch === null) return;
    write(this.world.league, pitch.league);
    write(this.world.engine, pitch.engine);
    write(this.world.timestep, milliseconds(pitch.timestep));
    write(this.world.seed, String(pitch.seed));
    write(this.world.realism, pitch.realism || (live && pitch.presets.length === 0 ? "no cameras" : NONE));
  }

  private showReferee(): void {
    const { referee } = this.page;
    write(this.referee, referee === undefined ? "Not known for this moment." : refereeLine(referee));
    write(this.stage, stageLine(referee));
    this.stage.hidden = this.stage.textContent === "";
  }

  private showStatus(status: Status): void {
    this.whistles.show(status.referee.whistles);
    write(this.clock.mode, status.speed === 0 ? `${status.mode}, paused` : status.mode);
    write(this.clock.speed, status.speed === null ? "as fast as possible" : `${status.speed}×`);
    write(this.clock.factor, `${fixed(status.real_time_factor, 3)}×`);
    write(this.clock.slip, milliseconds(status.slip));
    write(this.clock.late, milliseconds(status.late_p99));
    const slow = status.mode === "real time" && status.speed !== null && status.speed > 0;
    this.clock.factor.classList.toggle("warn", slow && status.real_time_factor < 0.98 * (status.speed ?? 1));
    const texts = status.warnings.length > 0 ? status.warnings : ["None."];
    if (texts.join("\n") === [...this.warnings.children].map((line) => line.textContent).join("\n")) return;
    this.warnings.replaceChildren(...texts.map((text) => make("li", {}, text)));
    this.warnings.classList.toggle("warn", status.warnings.length > 0);
  }
}
