import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { describeReplay, explainEventStatus } from "./event-copy.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

test("a replay shows how many events were replayed and how many remain", () => {
  expect(describeReplay(i18n, { replayed: 0, stillDead: 0 })).toBe("No events to replay.");
  expect(describeReplay(i18n, { replayed: 0, skipped: 2, stillDead: 0 })).toBe(
    "None of the 2 events is about this shop, so none was replayed.",
  );
  expect(describeReplay(i18n, { replayed: 1, stillDead: 0 })).toBe("Replaying 1 event.");
  expect(describeReplay(i18n, { replayed: 100, stillDead: 7 })).toBe(
    "Replaying 100 events. Failed events left: 7.",
  );
});

test("a failed attempt says that the event is retried automatically", () => {
  const received = { status: "received", ignoredReason: null, mode: "test" } as const;
  expect(explainEventStatus(i18n, { ...received, attempts: 0 })).toMatch(/in a moment/);
  expect(explainEventStatus(i18n, { ...received, attempts: 2 })).toMatch(/retries automatically/);
  const unmatched = { status: "unmatched", ignoredReason: null, mode: "test" } as const;
  expect(explainEventStatus(i18n, { ...unmatched, attempts: 0 })).toMatch(/within five minutes/);
  expect(explainEventStatus(i18n, { ...unmatched, attempts: 1 })).toMatch(
    /retries automatically for three days/,
  );
});

test("an ignored event says why", () => {
  const ignored = { status: "ignored", attempts: 0, mode: "test" } as const;
  expect(explainEventStatus(i18n, { ...ignored, ignoredReason: null })).toMatch(
    /isn’t about a customer or product of this shop/,
  );
  expect(explainEventStatus(i18n, { ...ignored, ignoredReason: "other_mode" })).toMatch(
    /live mode event, but this shop is in test mode/,
  );
  expect(explainEventStatus(i18n, { ...ignored, ignoredReason: "gave_up" })).toMatch(/Replay it/);
});
