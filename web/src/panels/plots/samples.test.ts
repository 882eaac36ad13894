import { expect, test } from "vitest";
import { linesOf } from "./lines";
import { Samples } from "./samples";
import { table } from "./saving";

function samples(expression: string, times: number[], values: (number | null)[], unit = "m"): Samples {
  const made = new Samples(expression);
  made.take({ name: expression, unit, times, values, error: "" }, null);
  return made;
}

test("an answer replaces what is known after the time from which it was asked for", () => {
  const known = samples("ball.x", [0, 1, 2, 3], [10, 11, 12, 13]);
  known.take({ name: "ball.x", unit: "m", times: [1.5, 2.5], values: [20, 21], error: "" }, 1);
  expect(known.times).toEqual([0, 1, 1.5, 2.5]);
  expect(known.values).toEqual([10, 11, 20, 21]);
  known.take({ name: "ball.x", unit: "m", times: [7], values: [5], error: "" }, null);
  expect(known.times).toEqual([7]);
});

test("an error is told without the name that stands beside it, and the unit stays", () => {
  const known = samples("ball.q", [0], [1]);
  known.take({ name: "ball.q", unit: "", times: [], values: [], error: "ball.q: there is no such signal" }, null);
  expect([known.error, known.unit]).toEqual(["there is no such signal", "m"]);
});

test("the nearest sample stands for a moment, but not one that is far away", () => {
  const known = samples("ball.x", [0, 0.1, 1], [10, 11, 12]);
  expect([0.04, 0.06, 0.39, 0.5, 0.75, 2].map((time) => known.at(time))).toEqual([10, 11, 11, null, 12, null]);
});

test("a command holds until the next one", () => {
  const known = samples("command.blue.1.forward", [0, 1], [10, 11]);
  expect([-0.1, 0, 0.9, 500].map((time) => known.at(time))).toEqual([null, 10, 10, 11]);
});

test("the past and the future can be forgotten", () => {
  const known = samples("ball.x", Array.from({ length: 300 }, (_, index) => index), Array(300).fill(0));
  known.forgetBefore(100); // too few to be worth it
  expect(known.times).toHaveLength(300);
  known.forgetBefore(250);
  expect(known.times[0]).toBe(251);
  known.forgetAfter(260);
  expect([known.last, known.values.length]).toEqual([260, 10]);
});

test("statistics are those of the stretch, with the deviation of a sample, and keep their digits beside a large mean", () => {
  const known = samples("ball.x", [0, 1, 2, 3, 4, 5], [99, 1e9 + 2, null, 1e9 + 4, 1e9 + 6, 99]);
  expect(known.statistics(0, 4)).toEqual({ least: 1e9 + 2, mean: 1e9 + 4, most: 1e9 + 6, deviation: 2 });
  expect(known.statistics(1.5, 2.5)).toBeNull();
  expect(known.statistics(2.5, 3)?.deviation).toBe(0);
});

test("each unit has a scale, the third one no axis, and a trace without samples takes none", () => {
  const known: Record<string, Samples> = {
    a: samples("a", [0], [1], "m"),
    none: new Samples("none"),
    b: samples("b", [0], [1], "m/s"),
    c: samples("c", [0], [1], "m"),
    d: samples("d", [0], [1], "rad"),
  };
  const lines = linesOf(Object.keys(known), (expression) => known[expression] as Samples, "dark");
  expect(lines.map(({ scale, axis }) => `${scale} ${axis}`)).toEqual([
    "y0 left",
    "y0 left",
    "y1 right",
    "y0 left",
    "y2 none",
  ]);
  expect(new Set(lines.map(({ colour }) => colour)).size).toBe(5);
});

test("the table has a row for each time of any trace, and gaps where one has no sample", () => {
  const known: Record<string, Samples> = {
    'max(a, "b")': samples("x", [0, 1, 2], [1, 2, 3]),
    b: samples("b", [1, 1.5], [null, 7], ""),
  };
  const lines = linesOf(Object.keys(known), (expression) => known[expression] as Samples, "light");
  expect(table(lines, { from: 0.5, to: 2 })).toBe(
    'time [s],"max(a, ""b"") [m]",b [?]\n1,2,\n1.5,,7\n2,3,\n',
  );
});
