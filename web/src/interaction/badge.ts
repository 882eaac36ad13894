/** The badge over the pitch: which robots pages drive, the keys for it, and the button that releases the robot. */
import type { Page } from "../model/page";
import { FRAME } from "../wire/schema";
import type { Steering } from "./steering";

const KEYBOARD = "W A S D drive · Q E turn · Enter or X kick · C chip · F dribble · Shift slow · Space pause";
const GAMEPAD = "left stick drives · right stick turns · A kicks · B chips · right trigger dribbles";

export class Badge {
  private readonly root = document.createElement("div");
  private readonly text = document.createElement("strong");
  private readonly how = document.createElement("span");
  private readonly free = document.createElement("button");
  private others: string[] = []; // robots that other pages drive

  constructor(
    private readonly page: Page,
    private readonly steering: Steering,
    hud: HTMLElement,
  ) {
    this.root.className = "hand-badge";
    this.root.id = "steering";
    this.root.setAttribute("role", "status");
    this.root.hidden = true;
    this.free.type = "button";
    this.free.id = "let-go";
    this.free.textContent = "Release (Esc)";
    this.free.addEventListener("click", () => steering.end());
    this.root.append(this.text, this.how, this.free);
    hud.append(this.root);
    steering.onChange = () => {
      this.others = []; // what was said a second ago is not true any more
      this.show();
    };
    page.on("status", () => this.look());
    page.on("frame", () => this.others.length > 0 && this.look());
  }

  /** The status tells who is steered, once a second; frames tell sooner who is not any more. */
  private look(): void {
    const told = this.page.status?.steered ?? [];
    const robots = (this.page.frame?.robots ?? []).filter(({ state }) => (state & FRAME.STEERED) !== 0);
    this.others = robots
      .map((robot) => robot.name)
      .filter((name) => !this.steering.names.includes(name) && told.includes(name));
    this.show();
  }

  private show(): void {
    const { told } = this.steering;
    const { others } = this;
    const none = told.length === 0;
    this.root.hidden = none && others.length === 0;
    this.free.hidden = this.how.hidden = none;
    const mine = none ? [] : [`You drive ${told.join(", ")}.`];
    const theirs = others.length === 0 ? [] : [`Another page drives ${others.join(", ")}.`];
    write(this.text, [...mine, ...theirs].join(" "));
    write(this.how, this.steering.uses("keyboard") ? KEYBOARD : GAMEPAD);
  }
}

/** Only what changed, so that screen readers are not told the same again. */
function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
