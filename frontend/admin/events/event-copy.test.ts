import { expect, test } from "vitest";
import { describeReplay, explainEventStatus } from "./event-copy.ts";

test("a replay shows how many events were replayed and how many remain", () => {
  expect(describeReplay({ replayed: 0, stillDead: 0 })).toBe("There was nothing to replay.");
  expect(describeReplay({ replayed: 0, skipped: 2, stillDead: 0 })).toBe(
    "None of the 2 events is about this shop, so nothing was done.",
  );
  expect(describeReplay({ replayed: 1, stillDead: 0 })).toBe("One event is being looked at again.");
  expect(describeReplay({ replayed: 100, stillDead: 7 })).toBe(
    "100 events are being looked at again. 7 more have failed.",
  );
});

test("a failed attempt says that the event is retried automatically", () => {
  const received = { status: "received", ignoredReason: null, mode: "test" } as const;
  expect(explainEventStatus({ ...received, attempts: 0 })).toMatch(/in a moment/);
  expect(explainEventStatus({ ...received, attempts: 2 })).toMatch(/by itself/);
  const unplaced = { status: "unplaced", ignoredReason: null, mode: "test" } as const;
  expect(explainEventStatus({ ...unplaced, attempts: 0 })).toMatch(/within five minutes/);
  expect(explainEventStatus({ ...unplaced, attempts: 1 })).toMatch(/asks again by itself/);
});

test("an ignored event says why", () => {
  const ignored = { status: "ignored", attempts: 0, mode: "test" } as const;
  expect(explainEventStatus({ ...ignored, ignoredReason: null })).toMatch(/nothing to do/);
  expect(explainEventStatus({ ...ignored, ignoredReason: "other_mode" })).toMatch(
    /live event, and this shop uses test mode/,
  );
  expect(explainEventStatus({ ...ignored, ignoredReason: "gave_up" })).toMatch(/Replay it/);
});
