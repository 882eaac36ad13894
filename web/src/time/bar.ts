/** The time bar: play, pause, step, speed; the last minute to scrub, with marks; clips and branches. */
import "./time.css";
import { mayControl } from "../model/control";
import type { Page } from "../model/page";
import { saveClip } from "./clip";
import type { Clock } from "./clock";
import { clockOf, FRAME } from "./clock";
import { Drop } from "./drop";
import { button, icon } from "./icon";
import { jump } from "./jump";
import { Opening } from "./open";
import { Speed } from "./speed";
import { ago, clockTime } from "./spell";
import { TimeState } from "./state";
import { Track } from "./track";

const BRANCH = "Branch: the match continues from the past moment that is shown (B)";

export class TimeBar {
  private readonly clock: Clock;
  private readonly opening: Opening;
  private readonly words: TimeState;
  private readonly live = document.createElement("button");
  private readonly play: HTMLButtonElement;
  private readonly step: HTMLButtonElement;
  private readonly branch: HTMLButtonElement;
  private readonly reset: HTMLButtonElement;
  private readonly save: HTMLButtonElement;
  private readonly time = document.createElement("output");
  private readonly state = document.createElement("span");
  private readonly recording = document.createElement("span");
  private readonly title = document.createElement("span");
  private playing: boolean | null = null;

  constructor(
    private readonly page: Page,
    root: HTMLElement,
  ) {
    const clock = (this.clock = clockOf(page));
    this.opening = new Opening(page);
    this.words = new TimeState(page, clock);
    this.live.type = "button";
    this.live.id = "live";
    this.live.addEventListener("click", () => void clock.live());
    this.play = button("play", "pause", "Pause", () => clock.playOrPause());
    this.step = button("step", "step", "Step", () => clock.step(1, FRAME));
    this.branch = button("branch", "branch", "", () => void clock.branch(), "Branch");
    this.branch.setAttribute("aria-label", "Branch");
    this.save = button("save-clip", "save", "Save the last minute as a recording", () => void saveClip(page));
    this.reset = button("reset", "reset", "Restart the match from the beginning", () => void this.restart());
    this.time.id = "clock";
    this.time.className = "mono";
    this.time.setAttribute("aria-label", "Time");
    this.time.setAttribute("aria-live", "off"); // it would never stop talking
    this.state.id = "time-state";
    this.title.id = "recording-title";
    this.recording.className = "recording";
    const close = button("close-recording", "close", "Close the recording", () => void clock.live());
    this.recording.append(this.title, close);
    page.on("roles", () => (this.live.disabled = close.hidden = !page.hasMatch));
    const jumps = group("jumps", [
      button("goal-before", "goalBefore", "Previous goal (Shift+G)", () => jump(page, clock, "goal", -1)),
      button("event-before", "eventBefore", "Previous event (Shift+E)", () => jump(page, clock, "event", -1)),
      button("event-next", "eventNext", "Next event (E)", () => jump(page, clock, "event", 1)),
      button("goal-next", "goalNext", "Next goal (G)", () => jump(page, clock, "goal", 1)),
    ]);
    const turning = group("turning", [this.live, this.play, this.step, new Speed(page, clock).root, this.time]);
    const served = page.backend.offers("control");
    const files = group("files", served ? [this.save, this.openButton(), this.reset] : []);
    const track = new Track(page, clock).root;
    root.append(turning, jumps, track, group("state", [this.state, this.recording, ...(served ? [this.branch] : [])]), files);
    this.showProgress();
    if (served) new Drop(this.opening);
    page.on("frame", () => this.show());
    page.on("status", () => this.show());
    page.on("watching", () => this.show());
    page.on("roles", () => this.show());
    page.on("pitch", () => this.show());
    page.on("connection", () => this.show());
    this.show();
  }

  private async restart(): Promise<void> {
    if ((await this.page.request("reset")) === null) return;
    await this.clock.live();
    this.page.say("The match starts from the beginning.");
  }

  /** A button that opens the file chooser. */
  private openButton(): HTMLElement {
    const input = document.createElement("input");
    input.type = "file";
    input.id = "open-file";
    input.hidden = true;
    input.addEventListener("change", () => {
      const file = input.files?.[0];
      if (file !== undefined) void this.opening.open(file);
      input.value = ""; // the same one can be chosen again
    });
    const choose = button("open", "open", "Open a recording or a scene, or drop it on the page", () => {
      input.accept = this.opening.readable.join(",");
      input.click();
    });
    const both = document.createElement("span");
    both.append(choose, input);
    return both;
  }

  private showProgress(): void {
    this.opening.onProgress = (share, name) => {
      this.state.dataset.busy = share === null ? "" : name;
      this.state.textContent = share === null ? "" : `opening ${name}: ${Math.round(100 * share)} %`;
      if (share === null) this.show();
    };
  }

  // ---- as it is -------------------------------------------------------------------------------------------------

  private show(): void {
    const { page, clock } = this;
    write(this.time, page.frame === null ? "--:--.---" : clockTime(clock.time));
    this.showLive();
    this.showPlay();
    if (!this.state.dataset.busy) write(this.state, this.words.text);
    this.recording.hidden = !clock.recording;
    write(this.title, page.watching.source.replace(/^\d+ /, "")); // the server numbers them
    this.title.title = page.watching.source;
    const mine = mayControl(page) && page.connection === "ready";
    this.reset.disabled = this.save.disabled = !mine || !page.hasMatch;
    // Always there: if it came and went, the track would move under the hand that scrubs.
    this.branch.disabled = !mine || !clock.past || !page.hasMatch;
    this.branch.title = mine ? BRANCH : "Branch: you are watching, take control first";
    this.play.disabled = this.step.disabled = page.connection !== "ready" || (!mine && !clock.past);
  }

  private showLive(): void {
    const { clock } = this;
    const { connection } = this.page;
    const here = clock.recording ? "REPLAY" : clock.past ? ago(clock.range.last - clock.time) : "LIVE";
    const text = connection === "ready" ? here : connection === "preparing" ? "STARTING" : "OFFLINE";
    if (this.live.textContent === text) return;
    this.live.textContent = text;
    this.live.dataset.live = String(text === "LIVE");
    this.live.dataset.connection = connection;
    if (connection !== "ready") {
      this.live.title = connection === "preparing" ? "The match has not begun" : "No connection to the server";
      this.live.setAttribute("aria-label", this.live.title);
      return;
    }
    this.live.title = clock.past ? "Back to the live match (L)" : "You see the match live";
    this.live.setAttribute("aria-label", clock.past ? `${text}: back to the live match` : "LIVE");
  }

  private showPlay(): void {
    const { running, past } = this.clock;
    if (running !== this.playing) {
      this.playing = running;
      const [text, key] = [document.createElement("span"), document.createElement("kbd")];
      text.textContent = running ? "Pause" : "Play";
      key.textContent = "Space";
      this.play.replaceChildren(icon(running ? "pause" : "play"), text, key);
      this.play.dataset.running = String(running);
      const name = running ? "Pause (Space)" : "Play (Space)";
      this.play.title = name;
      this.play.removeAttribute("aria-label"); // it has a text
    }
    const step = past ? "One frame forward (.)" : "One tick forward (.)";
    if (this.step.title === step) return;
    this.step.title = step;
    this.step.setAttribute("aria-label", step);
  }
}

function group(name: string, parts: HTMLElement[]): HTMLElement {
  const made = document.createElement("div");
  made.className = name;
  made.append(...parts);
  return made;
}

function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
