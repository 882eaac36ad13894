import { expect, test } from "vitest";
import { momentIn } from "./moment";

test("an address names a moment, a view and a speed", () => {
  expect(momentIn("#at=38.7&view=free&speed=0.25")).toEqual({ at: 38.7, view: "free", speed: 0.25 });
});

test("what cannot be read is left out", () => {
  expect(momentIn("")).toEqual({ at: null, view: null, speed: null });
  expect(momentIn("#at=soon&view=inside&speed=-1&token=x")).toEqual({ at: null, view: null, speed: null });
});
