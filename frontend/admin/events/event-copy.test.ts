import { expect, test } from "vitest";
import { describeReplay, explainEventStatus } from "./event-copy.ts";

test("a replay shows how many events were replayed and how many remain", () => {
  expect(describeReplay({ replayed: 0, stillDead: 0 })).toBe("There was nothing to replay.");
  expect(describeReplay({ replayed: 1, stillDead: 0 })).toBe("One event is being looked at again.");
  expect(describeReplay({ replayed: 100, stillDead: 7 })).toBe(
    "100 events are being looked at again. 7 more have failed.",
  );
});

test("a failed attempt says that the event is retried automatically", () => {
  expect(explainEventStatus({ status: "received", attempts: 0 })).toMatch(/in a moment/);
  expect(explainEventStatus({ status: "received", attempts: 2 })).toMatch(/by itself/);
});
