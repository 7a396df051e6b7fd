import { expect, test } from "vitest";
import { findProductKind } from "./product-kind.ts";

const once = { type: "one_time", model: "fixed" } as const;
const monthly = { type: "recurring", model: "fixed" } as const;
const perSeat = { type: "recurring", model: "per_seat" } as const;

test.each([
  ["seats", [monthly, perSeat], "download"],
  ["membership", [once, monthly], "download"],
  ["membership", [monthly], undefined],
  ["license", [monthly], "license_key"],
  ["license", [once], "license_key"],
  ["download", [once], "download"],
  ["pages", [once], "page"],
  ["online", [once], "link"],
  ["access", [once], "feature"],
  ["access", [once], undefined],
] as const)("the kind is %s by the prices %j and a first benefit of %s", (kind, prices, type) => {
  const benefits = type ? [{ type }, { type: "feature" as const }] : [];
  expect(findProductKind({ prices: [...prices], benefits })).toBe(kind);
});
