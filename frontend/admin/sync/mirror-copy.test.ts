import { expect, test } from "vitest";
import { describeSweep } from "./mirror-copy.ts";

const sweep = {
  id: "swp_1",
  mode: "test",
  phase: "customers",
  startingAfter: null,
  startedAt: 1,
} as const;

test("a sweep shows how many objects it compared, how many differed, and whether it is running", () => {
  expect(describeSweep({ ...sweep, checked: 1204, drifted: 0, finishedAt: 2 })).toBe(
    "1,204 things compared, all agreed",
  );
  expect(describeSweep({ ...sweep, checked: 1, drifted: 1, finishedAt: null })).toBe(
    "Under way: 1 thing compared so far, 1 differed",
  );
});
