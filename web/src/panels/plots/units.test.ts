import { expect, test } from "vitest";
import { amount, figure, perSecond, written } from "./units";

test("units are written as people write them", () => {
  expect(["m/s2", "kg m2", "m3", "1", "?", "rad"].map(written)).toEqual(["m/s²", "kg m²", "m³", "", "", "rad"]);
});

test("a change per second has the unit of a change per second", () => {
  expect(["m", "m/s", "m/s2", "1", "N/m"].map(perSecond)).toEqual(["m/s", "m/s²", "m/s³", "1/s", "N/m/s"]);
});

test("figures have four digits that count, and a real minus sign", () => {
  const pairs: [number | null, string][] = [
    [0, "0.000"],
    [9.9994, "9.999"],
    [9.9996, "10.00"],
    [99.996, "100.0"],
    [999.96, "1000"],
    [-1.25, "−1.250"],
    [0.0001, "1.0e−4"],
    [-0.0001, "−1.0e−4"],
    [2e6, "2.000e6"],
    [null, "–"],
    [Number.NaN, "–"],
  ];
  expect(pairs.map(([value]) => figure(value))).toEqual(pairs.map(([, text]) => text));
  expect(amount(2.5, "m/s")).toBe("2.500\u00a0m/s");
  expect(amount(2, "1")).toBe("2.000");
});
