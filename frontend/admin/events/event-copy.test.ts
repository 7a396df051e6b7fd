import { expect, test } from "vitest";
import { describeReplay, explainStatus } from "./event-copy.ts";

test("a replay says how many, and what is left", () => {
  expect(describeReplay({ replayed: 0, stillDead: 0 })).toBe("There was nothing to replay.");
  expect(describeReplay({ replayed: 1, stillDead: 0 })).toBe("One event is being looked at again.");
  expect(describeReplay({ replayed: 100, stillDead: 7 })).toBe(
    "100 events are being looked at again. 7 more have failed.",
  );
});

test("an event that waits after a try says that the shop goes on trying", () => {
  expect(explainStatus({ status: "received", attempts: 0 })).toMatch(/in a moment/);
  expect(explainStatus({ status: "received", attempts: 2 })).toMatch(/by itself/);
});
