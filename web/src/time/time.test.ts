import { beforeEach, expect, test, vi } from "vitest";
import { LIVE, type Page } from "../model/page";
import type { Mark } from "../wire/schema";
import { Clock } from "./clock";
import { jump } from "./jump";
import { ago, clockTime, times } from "./spell";
import { TimeState } from "./state";

type Listener = (value: unknown) => void;

/** As much of a page as the clock knows. */
class FakePage {
  frame = { time: 60, first: 20, last: 60, paused: false, past: false };
  status: Record<string, unknown> = { speed: 1, time: 60, history: { remembers: 40 }, mode: "real time", real_time_factor: 1 };
  watching = { source: LIVE, at: null as number | null, playing: false, speed: 1 };
  marks: Mark[] = [];
  request = vi.fn(async () => ({}));
  say = vi.fn();
  private listeners: [string, Listener][] = [];

  on(topic: string, listener: Listener): void {
    this.listeners.push([topic, listener]);
  }

  watch(changes: Partial<FakePage["watching"]>): void {
    this.watching = { ...this.watching, ...changes };
  }

  tell(topic: string, value: unknown): void {
    for (const [known, listener] of this.listeners) if (known === topic) listener(value);
  }

  report(status: Record<string, unknown>): void {
    this.status = { ...this.status, ...status };
    this.tell("status", this.status);
  }
}

let page: FakePage;
let clock: Clock;

beforeEach(() => {
  page = new FakePage();
  clock = new Clock(page as unknown as Page);
});

function mark(kind: Mark["kind"], time: number): Mark {
  return { kind, time, text: "", team: null, place: null, score: null, detail: "" };
}

test("times are written in minutes, and round up into the next one", () => {
  expect([83.4567, 3723, 59.9996, -1].map((time) => clockTime(time))).toEqual([
    "01:23.457",
    "62:03.000",
    "01:00.000",
    "00:00.000",
  ]);
  expect(clockTime(61.4, 0)).toBe("01:01");
  expect([ago(12.34), times(1 / 3), times(20)]).toEqual(["−12.3 s", "0.333×", "20×"]);
});

test("live, play and pause are the match's; in the past they are the replay's", () => {
  expect([clock.past, clock.running]).toEqual([false, true]);
  clock.playOrPause();
  expect(page.request).toHaveBeenLastCalledWith("speed", { speed: 0 });
  expect(clock.running).toBe(false); // at once, before the server has said so
  clock.go(30);
  expect([clock.past, clock.running, clock.time]).toEqual([true, false, 30]);
  clock.playOrPause();
  expect(page.watching.playing).toBe(true);
  expect(page.request).toHaveBeenCalledTimes(1);
});

test("a match that was paused goes on at the speed it had", async () => {
  page.report({ speed: 5 });
  clock.playOrPause();
  await vi.waitFor(() => expect(page.request).toHaveBeenCalledWith("speed", { speed: 0 }));
  page.report({ speed: 0 });
  page.frame = { ...page.frame, paused: true };
  clock.playOrPause();
  expect(page.request).toHaveBeenLastCalledWith("speed", { speed: 5 });
});

test("a request that is refused leaves the time as it was", async () => {
  page.request.mockResolvedValueOnce(null as never);
  clock.playOrPause();
  await Promise.resolve();
  expect(clock.running).toBe(true);
});

test("speeds are limited, go from one usual one to the next, and in a pause only wait", () => {
  clock.shift(1);
  expect(page.request).toHaveBeenLastCalledWith("speed", { speed: 2 });
  clock.setSpeed(1000);
  expect(page.request).toHaveBeenLastCalledWith("speed", { speed: 20 });
  clock.playOrPause();
  const asked = page.request.mock.calls.length;
  clock.setSpeed(0.001);
  expect([clock.speed, page.request.mock.calls.length]).toEqual([0.1, asked]);
});

test("moments are within what is remembered, and the newest of a match is live", () => {
  clock.go(5);
  expect(page.watching.at).toBe(20);
  clock.go(59.99);
  expect(page.watching.at).toBeNull();
  clock.step(1, 0.02);
  expect(page.request).toHaveBeenLastCalledWith("step", { ticks: 1 });
  clock.go(30);
  clock.step(1, 0.02);
  expect(page.watching.at).toBeCloseTo(30.02);
});

test("while the past stands still, its range follows the match", () => {
  clock.go(30);
  page.report({ time: 75 });
  expect(clock.range).toEqual({ first: 35, last: 75 });
  page.watching.source = "1 m.mcap";
  expect(clock.range).toEqual({ first: 20, last: 60 });
});

test("at the end of a recording, play begins at its beginning", () => {
  page.watching = { source: "1 m.mcap", at: 60, playing: false, speed: 1 };
  clock.playOrPause();
  expect(page.watching).toMatchObject({ at: 20, playing: true });
});

test("jumps land a little before what happens, in both directions", () => {
  page.marks = [mark("goal", 30), mark("kick", 33), mark("out", 40), mark("goal", 50), mark("goal", 5)];
  const to = (kind: "goal" | "event", way: 1 | -1) => {
    jump(page as unknown as Page, clock, kind, way);
    return page.watching.at;
  };
  expect([to("goal", -1), to("event", -1), to("goal", -1), to("event", 1), to("goal", 1)]).toEqual([48, 39.5, 28, 39.5, 48]);
  expect(to("event", 1)).toBe(48);
  expect(page.say).toHaveBeenLastCalledWith("There is no later event in memory.");
});

test("the state says what time does, and a slow match only from the second second on", () => {
  const state = new TimeState(page as unknown as Page, clock);
  expect(state.text).toBe("");
  page.report({ real_time_factor: 0.5 });
  expect(state.text).toBe("");
  page.report({ real_time_factor: 0.5 });
  expect(state.text).toBe("slow: 0.5×");
  page.report({ mode: "lockstep" });
  expect(state.text).toBe("lockstep");
  clock.go(30);
  expect(state.text).toBe("paused in the past");
});
