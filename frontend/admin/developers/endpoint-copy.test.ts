import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import {
  describeAttempt,
  describeNextAttempt,
  explainEndpoint,
  getEndpointLabel,
} from "./endpoint-copy.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });
const enabled = { status: "enabled", statusReason: null, failingSince: null } as const;

test("an endpoint that works needs no explanation", () => {
  expect(explainEndpoint(i18n, enabled)).toBeNull();
  expect(getEndpointLabel(i18n, enabled)).toBe("Enabled");
});

test("an endpoint that gets no events says why, and that no event is lost", () => {
  for (const [status, statusReason] of [
    ["paused", "failing"],
    ["paused", "secret_unreadable"],
    ["disabled", "gone"],
    ["disabled", "manual"],
  ] as const) {
    const explained = explainEndpoint(i18n, { status, statusReason, failingSince: null });
    expect(explained!.next).toContain("No event is lost");
  }
});

test("a failing endpoint says since when", () => {
  const failing = { ...enabled, failingSince: "2026-03-03T12:00:00.000Z" };
  expect(getEndpointLabel(i18n, failing)).toBe("Failing");
  expect(explainEndpoint(i18n, failing)!.title).toContain("March 3, 2026");
});

test("an attempt shows its status, or why there was none", () => {
  expect(describeAttempt(i18n, { responseStatus: 200, error: null, durationMs: 80 })).toBe(
    "200 in 80 ms",
  );
  expect(
    describeAttempt(i18n, { responseStatus: null, error: "timeout", durationMs: 10_000 }),
  ).toBe("No response within 10 seconds");
  expect(describeAttempt(i18n, { responseStatus: null, error: null, durationMs: null })).toBe(
    "Not attempted yet",
  );
});

test("a delivery behind an earlier one of its customer says so", () => {
  const waiting = { status: "pending", attempts: 0 } as const;
  const next = (nextAttemptAt: string | null) =>
    describeNextAttempt(i18n, { ...waiting, nextAttemptAt }, "enabled", 1000);
  expect(next(null)).toMatch(/earlier event of the same customer/);
  expect(next("1970-01-01T00:00:01.000Z")).toMatch(/in a moment/);
});
