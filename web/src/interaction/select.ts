/** Selecting: by a click, by a box, and one after the other from the keyboard. */
import type { Page } from "../model/page";
import { nameOf } from "../model/page";
import type { Desk, Drag, Point } from "./drag";
import { everything, poseOf } from "./things";

export function choose(page: Page, who: number | null, toggle: boolean): void {
  if (!toggle) {
    page.select(who === null ? [] : [who]);
  } else if (who !== null) {
    const chosen = new Set(page.selection);
    if (!chosen.delete(who)) chosen.add(who);
    page.select(chosen);
  }
}

/** The next thing, or the one before, for those who use no mouse. */
export function chooseNext(page: Page, step: 1 | -1): void {
  const all = everything(page);
  if (all.length === 0) return;
  const now = [...page.selection].at(-1);
  const index = now === undefined ? -1 : all.indexOf(now);
  const next = index < 0 && step < 0 ? all.length - 1 : (index + step + all.length) % all.length;
  const who = all[next] as number;
  page.select([who]);
  page.say(`${nameOf(who)} is selected.`);
}

/** What a hand that takes this thing takes with it. */
export function taken(page: Page, who: number): number[] {
  return page.selection.has(who) ? [...page.selection] : [who];
}

/** Left-drag on empty ground: all within a box. */
export class Box implements Drag {
  readonly cursor = "crosshair";
  private readonly before: ReadonlySet<number>;

  constructor(
    private readonly desk: Desk,
    private readonly start: Point,
    private readonly adds: boolean, // to what was selected before
    private point: Point = start,
  ) {
    this.before = desk.page.selection;
    desk.overlay.show("drag", (pen) => {
      pen.box(this.start, this.point);
      const { size } = desk.page.selection;
      if (size > 0) pen.numbers(this.point, [`${size} selected`]);
    });
  }

  move(point: Point): void {
    this.point = point;
    const { page, stage } = this.desk;
    const pane = stage.paneAt(this.start.x, this.start.y);
    const between = (value: number, one: number, other: number) =>
      value >= Math.min(one, other) && value <= Math.max(one, other);
    const within = everything(page).filter((who) => {
      const pose = poseOf(page, who);
      const spot = pose === null ? null : stage.screen(pose.x, pose.y, pose.z, pane);
      if (spot === null) return false;
      return between(spot.x, this.start.x, point.x) && between(spot.y, this.start.y, point.y);
    });
    const chosen = new Set(this.adds ? [...this.before, ...within] : within);
    const same = chosen.size === page.selection.size && [...chosen].every((who) => page.selection.has(who));
    if (!same) page.select(chosen);
  }

  drop(point: Point): void {
    this.move(point);
    this.desk.overlay.show("drag", null);
  }

  cancel(): void {
    this.desk.page.select(this.before);
    this.desk.overlay.show("drag", null);
  }
}
