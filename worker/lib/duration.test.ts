import { expect, test } from "vitest";
import { writeDuration, parseDuration } from "./duration.ts";

test("a duration that was written is read as it was", () => {
  for (const duration of [
    { interval: "month", count: 3 },
    { interval: "year", count: 1 },
    { interval: "week", count: 26 },
    { interval: "day", count: 1825 },
  ] as const)
    expect(parseDuration(writeDuration(duration))).toEqual(duration);
  expect(writeDuration({ interval: "month", count: 3 })).toBe("P3M");
});

test.each(["", "1", "P0M", "P3", "P3H", "P1Y2M", "P-3M"])("%s is no duration", (text) => {
  expect(parseDuration(text)).toBeNull();
});
