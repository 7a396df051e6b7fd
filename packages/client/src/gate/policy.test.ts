import { expect, test } from "vitest";
import { createGatehouse } from "../client.ts";
import { createGate } from "./decide.ts";
import { readDurationMs } from "./policy.ts";

test.each([
  ["30s", 30_000],
  ["15m", 900_000],
  ["1.5h", 5_400_000],
  ["1d", 86_400_000],
] as const)("%s is %i milliseconds", (duration, ms) => {
  expect(readDurationMs(duration)).toBe(ms);
});

test.each(["", "15", "15 m", "-1m", "1w"])("%j is refused when the app starts", (text) => {
  const shop = createGatehouse({ url: "https://shop.example", key: "gh_test_1" });
  const outage = { lastKnown: text as never };
  expect(() => createGate("export", { shop, outage, customer: () => null })).toThrow(TypeError);
});
