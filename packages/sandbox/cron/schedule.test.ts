import { expect, it } from "vitest";
import { findNextRun, parseSchedule } from "./schedule.ts";

const at = (iso: string) => Date.parse(`2026-11-22T${iso}:00Z`) / 1000;

it.each([
  ["*/5 * * * *", "10:00", "10:05"],
  ["*/5 * * * *", "10:59", "11:00"],
  ["17 * * * *", "10:17", "11:17"],
  ["23 3 * * *", "03:22", "03:23"],
  ["0,30 8-10 * * *", "08:00", "08:30"],
])("%s runs after %s at %s", (expression, after, next) => {
  expect(findNextRun(parseSchedule(expression), at(after))).toBe(at(next));
});

it("a nightly job runs again on the next day", () => {
  expect(findNextRun(parseSchedule("23 3 * * *"), at("03:23"))).toBe(at("03:23") + 86_400);
});

it.each(["* * *", "61 * * * *", "*/0 * * * *", "a * * * *", "0 0 1 * *", "0 0 * * MON", ""])(
  "the schedule %j is refused",
  (expression) => {
    expect(() => parseSchedule(expression)).toThrow(/schedule/);
  },
);
