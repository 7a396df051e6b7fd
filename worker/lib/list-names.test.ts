import { expect, test } from "vitest";
import { listNames } from "./list-names.ts";

test.each([
  [["One"], "“One”"],
  [["One", "Two"], "“One”, “Two”"],
  [["1", "2", "3", "4", "5"], "“1”, “2”, “3”, “4”, “5”"],
  [["1", "2", "3", "4", "5", "6", "7"], "“1”, “2”, “3”, “4”, “5” and 2 more"],
])("%j is listed as %s", (names, expected) => {
  expect(listNames(names)).toBe(expected);
});
