import { expect, test } from "vitest";
import { readOption, showOption } from "./option";

test("an empty field, or the usual value, leaves an option as it is", () => {
  expect(readOption({ kind: "text", usual: null }, " ", false)).toBeUndefined();
  expect(readOption({ kind: "number", usual: 5 }, "5", false)).toBeUndefined();
  expect(readOption({ kind: "switch", usual: false }, "", false)).toBeUndefined();
});

test("a field gives a value of the kind of its option", () => {
  expect(readOption({ kind: "number", usual: 0 }, "3", false)).toBe(3);
  expect(readOption({ kind: "text", usual: null }, "127.0.0.1:10007 ", false)).toBe("127.0.0.1:10007");
  expect(readOption({ kind: "texts", usual: [] }, "blue-1, blue-2,", false)).toEqual(["blue-1", "blue-2"]);
  expect(readOption({ kind: "switch", usual: false }, "", true)).toBe(true);
});

test("what is shown is read again as the same", () => {
  expect(showOption(["a", "b"])).toBe("a, b");
  expect(showOption(null)).toBe("");
  expect(readOption({ kind: "texts", usual: [] }, showOption(["a", "b"]), false)).toEqual(["a", "b"]);
});
