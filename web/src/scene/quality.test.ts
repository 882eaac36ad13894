import { expect, test } from "vitest";
import { GRADES, Quality, type QualityChoice, ratioOf } from "./quality";

/** A screen on which each level draws so many pictures per second. */
class Machine {
  readonly levels: number[] = [];
  readonly quality: Quality;
  private now = 0;

  constructor(
    public rates: (level: number) => number,
    choice: QualityChoice = "auto",
    level = 0,
    density = 3,
  ) {
    this.quality = new Quality(choice, level, () => density);
    this.quality.onChange = () => this.levels.push(this.quality.level);
  }

  run(seconds: number): number {
    const end = this.now + 1000 * seconds;
    while (this.now < end) {
      this.now += 1000 / this.rates(this.quality.level);
      this.quality.turn(this.now, true);
    }
    return this.quality.level;
  }
}

test("a machine that keeps up stays at full quality", () => {
  const machine = new Machine(() => 60);
  expect(machine.run(120)).toBe(0);
  expect(machine.levels).toEqual([]);
  expect(machine.quality.text).toBe("full quality, 60 pictures/s");
});

test("a machine that gains by it steps down until it is quick enough", () => {
  const machine = new Machine((level) => [11, 14, 30, 60][level] as number);
  expect(machine.run(19)).toBe(2);
  expect(machine.levels).toEqual([1, 2]);
});

test("a machine on which every picture crawls gets the coarsest level at once", () => {
  const machine = new Machine((level) => [8, 14, 30, 60][level] as number);
  expect(machine.run(10)).toBe(3);
  expect(machine.levels).toEqual([3]);
});

test("a step that gains less than a fifth is taken back, and tried again later and later", () => {
  const machine = new Machine(() => 15);
  expect(machine.run(10)).toBe(0);
  expect(machine.levels).toEqual([1, 0]);
  machine.run(15);
  expect(machine.levels).toHaveLength(2);
  machine.run(15);
  expect(machine.levels).toEqual([1, 0, 1, 0]);
});

test("what was slow for a while becomes finer again", () => {
  const machine = new Machine((level) => (level < 3 ? 10 : 50), "auto", 3);
  expect(machine.run(15)).toBe(3);
  machine.rates = () => 60;
  machine.run(120);
  expect(machine.quality.level).toBe(0);
});

test("levels that look the same on this screen are passed over", () => {
  expect(GRADES.map((grade) => ratioOf(grade, 1))).toEqual([1, 1, 1, 0.75]);
  const machine = new Machine((level) => (level < 3 ? 10 : 30), "auto", 0, 1);
  machine.run(15);
  expect(machine.levels).toEqual([3]);
});

test("one slow second, a sleeping tab and a chosen quality change nothing", () => {
  const machine = new Machine(() => 60);
  machine.run(10);
  machine.rates = () => 10;
  machine.run(1);
  machine.rates = () => 0.2;
  machine.run(30);
  machine.rates = () => 60;
  machine.run(5);
  expect(machine.levels).toEqual([]);
  expect([new Machine(() => 5, "high").run(60), new Machine(() => 100, "low").run(60)]).toEqual([0, 3]);
});
