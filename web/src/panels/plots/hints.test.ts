import { expect, test } from "vitest";
import { hints, wordsOf } from "./hints";

const NAMES = ["ball.x", "ball.y", "ball.vx", "ball.vy", "blue.1.x", "command.blue.1.x", "command.blue.1.y"];
const WORDS = wordsOf(NAMES, ["norm", "mean"]);

test("a vector is suggested where there are both components", () => {
  expect(WORDS).toContain("ball.position");
  expect(WORDS).toContain("ball.velocity");
  expect(WORDS).not.toContain("blue.1.position"); // it has no y
  expect(WORDS).not.toContain("command.blue.1.position"); // not a place
});

test("only the last word is completed, and what stands before it stays", () => {
  expect(hints("norm(ball.po", WORDS)).toEqual(["norm(ball.position"]);
  expect(hints("ball.x - ball.v", WORDS)).toEqual(["ball.x - ball.velocity", "ball.x - ball.vx", "ball.x - ball.vy"]);
  expect(hints("no", WORDS)).toEqual(["norm("]);
});

test("words that begin so come before words that contain it", () => {
  expect(hints("bl", WORDS)).toEqual(["blue.1.x", "command.blue.1.x", "command.blue.1.y"]);
});

test("a word that is complete is not suggested, and after an operator everything is", () => {
  expect(hints("ball.x", WORDS)).toEqual([]);
  expect(hints("ball.x + ", WORDS)).toEqual(WORDS.map((word) => `ball.x + ${word}`));
  expect(hints("", Array.from({ length: 100 }, (_, index) => `s${index}`))).toHaveLength(40);
});
