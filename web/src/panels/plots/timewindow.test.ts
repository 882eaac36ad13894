import { expect, test } from "vitest";
import { LIVE, type Page } from "../../model/page";
import { TimeWindow } from "./timewindow";

const live = { source: LIVE, at: null as number | null, playing: false, speed: 1 };

function looking(watching: Partial<typeof live>, more: Partial<Record<keyof Page, unknown>> = {}): Page {
  return { watching: { ...live, ...watching }, frame: { time: 100, paused: false }, pitch: null, ...more } as unknown as Page;
}

test("live it ends at the newest sample, whatever is zoomed", () => {
  const window = new TimeWindow(looking({}), 10);
  expect(window.turn(100)).toBe(true);
  expect(window.turn(100)).toBe(false);
  expect(window.stretch).toEqual({ from: 90, to: 100 });
  window.zoom(5, 91);
  expect(window.stretch).toEqual({ from: 95, to: 100 });
  window.zoom(1000);
  expect(window.span).toBe(60); // the match remembers a minute
  window.pan(0.5);
  expect(window.stretch).toEqual({ from: 40, to: 100 });
});

test("in the past zooming keeps the time under the pointer at its place", () => {
  const window = new TimeWindow(looking({ at: 50 }), 10);
  window.stretch = { from: 45, to: 55 };
  window.zoom(5, 47);
  expect(window.stretch).toEqual({ from: 46, to: 51 });
  window.pan(0.2);
  expect(window.stretch).toEqual({ from: 47, to: 52 });
});

test("over the right edge it turns the page, far away it begins in the middle", () => {
  const page = looking({ at: 50 });
  const window = new TimeWindow(page, 10);
  window.stretch = { from: 45, to: 55 };
  for (const [at, from] of [
    [54, 45],
    [56, 55],
    [54, 45], // a little back over the left edge: the moment is near the right one
    [200, 195],
  ] as const) {
    page.watching.at = at;
    window.turn(300);
    expect(window.stretch.from).toBeCloseTo(from);
  }
});

test("of a recording nothing is shown that is not in it", () => {
  const page = looking({ source: "1 m.mcap", at: 1 }, { pitch: { source: "1 m.mcap", first: 0, last: 20 } });
  const window = new TimeWindow(page, 10);
  window.pan(-1);
  expect(window.stretch).toEqual({ from: 0, to: 10 });
  window.pan(5);
  expect(window.stretch).toEqual({ from: 10, to: 20 });
});
