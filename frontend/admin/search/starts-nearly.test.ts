import { expect, test } from "vitest";
import { startsNearly } from "./starts-nearly.ts";

test.each([
  ["webhook", "webhok", true],
  ["webhook", "webhokk", true],
  ["webhook", "wehbook", true],
  ["webhook", "webho", true],
  ["webhooks", "webjook", true],
  ["discount", "discuont", true],
  ["discount", "diskuont", false],
  ["tax", "tex", false],
  ["team", "beam", false],
  ["orders", "odders", true],
  ["orders", "oders", true],
  ["orders", "orrders", true],
])("%s is found by %s: %s", (word, typed, isFound) => {
  expect(startsNearly(word, typed)).toBe(isFound);
});
