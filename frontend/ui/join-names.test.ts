import { expect, test } from "vitest";
import { joinNames } from "./join-names.ts";

test("quotes names that contain a comma", () => {
  expect(joinNames(["Exports"])).toBe("Exports");
  expect(joinNames(["Exports", "Notes, one a week", "A seat"])).toBe(
    "Exports, “Notes, one a week”, and A seat",
  );
});
