import { expect, test } from "vitest";
import { listNames } from "./join-names.ts";

test("names with commas of their own are told apart", () => {
  expect(listNames(["Exports"])).toBe("Exports");
  expect(listNames(["Exports", "Notes, one a week", "A seat"])).toBe(
    "Exports, “Notes, one a week”, and A seat",
  );
});
