/** Selecting: by a click, by a box, and one after the other from the keyboard. */
import type { Page } from "../model/page";
import type { DragContext, Drag, Point } from "./drag";
import { everything, poseOf } from "./things";

export function choose(page: Page, name: string | null, toggle: boolean): void {
  if (!toggle) {
    page.select(name === null ? [] : [name]);
  } else if (name !== null) {
    const chosen = new Set(page.selection);
    if (!chosen.delete(name)) chosen.add(name);
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
  const name = all[next] as string;
  page.select([name]);
  page.say(`${name} is selected.`);
}

/** What a hand that takes this thing takes with it. */
export function taken(page: Page, name: string): string[] {
  return page.selection.has(name) ? [...page.selection] : [name];
}

/** Left-drag on empty ground: all within a box. */
export class Box implements Drag {
  readonly cursor = "crosshair";
  private readonly before: ReadonlySet<string>;

  constructor(
    private readonly context: DragContext,
    private readonly start: Point,
    private readonly adds: boolean, // to what was selected before
    private point: Point = start,
  ) {
    this.before = context.page.selection;
    context.overlay.show("drag", (pen) => {
      pen.box(this.start, this.point);
      const { size } = context.page.selection;
      if (size > 0) pen.numbers(this.point, [`${size} selected`]);
    });
  }

  move(point: Point): void {
    this.point = point;
    const { page, stage } = this.context;
    const pane = stage.paneAt(this.start.x, this.start.y);
    const between = (value: number, one: number, other: number) =>
      value >= Math.min(one, other) && value <= Math.max(one, other);
    const within = everything(page).filter((name) => {
      const pose = poseOf(page, name);
      const spot = pose === null ? null : stage.screen(pose.x, pose.y, pose.z, pane);
      if (spot === null) return false;
      return between(spot.x, this.start.x, point.x) && between(spot.y, this.start.y, point.y);
    });
    const chosen = new Set(this.adds ? [...this.before, ...within] : within);
    const same = chosen.size === page.selection.size && [...chosen].every((name) => page.selection.has(name));
    if (!same) page.select(chosen);
  }

  drop(point: Point): void {
    this.move(point);
    this.context.overlay.show("drag", null);
  }

  cancel(): void {
    this.context.page.select(this.before);
    this.context.overlay.show("drag", null);
  }
}
