/** Interaction: mouse, touch, keyboard and gamepad on the pitch. */
import "./interaction.css";
import type { Page } from "../model/page";
import type { Spot, Stage } from "../scene/stage";
import { present, presenting } from "../panels/presentation";
import { clockOf } from "../time/clock";
import { Badge } from "./badge";
import { menuItems } from "./menuItems";
import type { DragContext } from "./drag";
import { onPitch } from "./drag";
import { Help } from "./help";
import { Hover } from "./hover";
import { Keyboard } from "./keyboard";
import type { KeyContext } from "./keys";
import { Menu } from "./menu";
import { Nudge } from "./nudge";
import { Overlay } from "./overlay";
import type { Picked } from "./pick";
import type { PointerContext } from "./pointer";
import { Pointer } from "./pointer";
import { refusal } from "./refusal";
import { Ruler } from "./ruler";
import { Steering } from "./steering";
import { poseOf } from "./things";
import { Touch } from "./touch";

export class Interaction {
  /** Told whenever the ruler is taken or put away. */
  readonly measured = new Set<(on: boolean) => void>();
  private readonly listing = new Help();
  private readonly menu: Menu;
  private readonly overlay: Overlay;
  private readonly ruler: Ruler;
  private readonly steering: Steering;
  private readonly pointer: Pointer;

  constructor(
    readonly page: Page,
    readonly stage: Stage,
    private readonly canvas: HTMLCanvasElement,
    overlay: SVGSVGElement,
    hud: HTMLElement,
  ) {
    this.menu = new Menu(canvas.parentElement ?? document.body);
    this.overlay = new Overlay(overlay);
    this.ruler = new Ruler(page, stage, this.overlay);
    this.ruler.onChange = (on) => this.measured.forEach((listener) => listener(on));
    this.steering = new Steering(page);
    new Badge(page, this.steering, hud);
    const hover = new Hover(page, stage, canvas, hud, () => this.measuring);
    const context: DragContext = { page, stage, overlay: this.overlay, abandon: () => void this.pointer.abandon() };
    const around: PointerContext = {
      ruler: this.ruler,
      spaceDown: () => keyboard.space,
      useSpace: () => keyboard.useSpace(),
      menu: (point, picked) => this.openMenu(point, picked),
      hover: (point) => hover.at(point),
    };
    this.pointer = new Pointer(context, around, canvas);
    new Touch(context, around, canvas);
    const keyboard = new Keyboard(this.context(), this.steering, canvas);
  }

  /** Show the help about keys. */
  help(): void {
    this.listing.show();
  }

  /** Whether the mouse measures. */
  get measuring(): boolean {
    return this.ruler.measuring;
  }

  /** Measure distances with the mouse until told otherwise. */
  measure(on: boolean): void {
    this.ruler.measure(on);
  }

  private context(): KeyContext {
    const interaction = this;
    return {
      page: this.page,
      stage: this.stage,
      clock: clockOf(this.page),
      nudge: new Nudge(this.page),
      get measuring() {
        return interaction.measuring;
      },
      measure: (on) => this.measure(on),
      help: () => this.help(),
      escape: () => this.escape(),
      present: () => present(!presenting()),
      menu: () => this.menuForSelected(),
      turnHeld: (angle) => this.pointer.turn(angle),
    };
  }

  /** Ends one thing at a time: drag, menu, driving, ruler, presentation, selection. */
  private escape(): void {
    if (this.pointer.abandon()) return;
    if (this.menu.shown) this.menu.close();
    else if (this.steering.names.length > 0) this.steering.end();
    else if (this.measuring) this.measure(false);
    else if (presenting()) present(false);
    else this.page.select([]);
  }

  private openMenu(point: Spot, picked: Picked | null): void {
    const { page, stage, canvas } = this;
    const name = picked?.name ?? null;
    const ground = picked === null ? stage.ground(point.x, point.y) : null;
    const spot = ground === null ? null : onPitch(page, ground);
    const { title, items } = menuItems({ page, stage, steering: this.steering, ruler: this.ruler }, name, spot, point);
    const { left, top } = canvas.getBoundingClientRect();
    if (items.length > 0) this.menu.open(left + point.x, top + point.y, title, refusal(page), items);
  }

  private menuForSelected(): void {
    const name = [...this.page.selection][0];
    const pose = name === undefined ? null : poseOf(this.page, name);
    const middle = { x: this.canvas.clientWidth / 2, y: this.canvas.clientHeight / 2 };
    if (name === undefined || pose === null) this.openMenu(middle, null);
    else this.openMenu(this.stage.screen(pose.x, pose.y, pose.z) ?? middle, { name, height: pose.z });
  }
}
