import { beforeEach, expect, test, vi } from "vitest";
import type { Page } from "../model/page";
import type { Thing } from "../wire/schema";
import { Gesture, place } from "./gesture";

interface Asked {
  gesture: number;
  held: boolean;
  things: Thing[];
}

let frames: Map<number, () => void>;
let asked: Asked[];
let answers: { done(): void; failed(error: Error): void }[];
let page: Page;

beforeEach(() => {
  frames = new Map();
  asked = [];
  answers = [];
  let number = 0;
  vi.stubGlobal("requestAnimationFrame", (frame: () => void) => {
    frames.set(++number, frame);
    return number;
  });
  vi.stubGlobal("cancelAnimationFrame", (which: number) => frames.delete(which));
  const ask = (_: string, fields: Asked) => {
    asked.push(fields);
    return new Promise<void>((done, failed) => answers.push({ done, failed }));
  };
  page = { backend: { ask }, say: vi.fn(), request: vi.fn() } as unknown as Page;
});

function draw(): void {
  const due = [...frames.values()];
  frames.clear();
  for (const frame of due) frame();
}

const at = (x: number): Thing[] => [{ ball: true, x, y: 0 }];
const sent = () => asked.map(({ things, held }) => [things[0]?.x, held]);

test("of the places between two pictures only the last is sent, and letting go is sent at once", () => {
  const gesture = new Gesture(page);
  for (const x of [1, 2, 3]) gesture.hold(at(x));
  expect(sent()).toEqual([]);
  draw();
  gesture.hold(at(4));
  gesture.drop(at(5));
  draw();
  expect(sent()).toEqual([
    [3, true],
    [5, false],
  ]);
  expect(new Set(asked.map(({ gesture }) => gesture)).size).toBe(1); // one step of undo
});

test("on a slow line newer places wait for older ones, and the newest wins", async () => {
  const gesture = new Gesture(page);
  for (let x = 0; x < 8; x++) {
    gesture.hold(at(x));
    draw();
  }
  expect(sent().map(([x]) => x)).toEqual([0, 1, 2, 3]);
  answers[0]?.done();
  await vi.waitFor(() => {
    draw();
    expect(sent().at(-1)).toEqual([7, true]);
  });
});

test("a refusal is told once, and ends the gesture", async () => {
  const refused = vi.fn();
  const gesture = new Gesture(page, refused);
  gesture.hold(at(1));
  draw();
  gesture.hold(at(2));
  draw();
  answers[0]?.failed(new Error("not there"));
  answers[1]?.failed(new Error("not there"));
  await vi.waitFor(() => expect(refused).toHaveBeenCalled());
  gesture.drop(at(3));
  expect(asked).toHaveLength(2);
  expect(page.say).toHaveBeenCalledTimes(1);
  expect(refused).toHaveBeenCalledTimes(1);
});

test("what the server has not heard of need not be taken back", () => {
  const unknown = new Gesture(page);
  unknown.hold(at(1));
  unknown.takeBack();
  draw();
  expect([asked.length, vi.mocked(page.request).mock.calls.length]).toEqual([0, 0]);
  const known = new Gesture(page);
  known.hold(at(1));
  draw();
  known.takeBack();
  known.takeBack();
  expect(vi.mocked(page.request).mock.calls).toEqual([["undo"]]);
});

test("each gesture has a number of its own, and placing nothing asks nothing", () => {
  place(page, []);
  place(page, at(1));
  place(page, at(2));
  expect(asked.map(({ held }) => held)).toEqual([false, false]);
  expect(asked[0]?.gesture).not.toBe(asked[1]?.gesture);
});
