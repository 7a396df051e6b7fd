import { expect, test } from "vitest";
import { toBenefit, toFields } from "./benefit-form-values.ts";
import type { EditedBenefit } from "./editor-queries.ts";

const of = (type: string, settings: object) =>
  ({
    id: "bnf_1",
    type,
    name: "A benefit",
    settings,
    products: [],
    version: "1",
  }) as unknown as EditedBenefit;

test.each([
  of("link", { url: "https://example.com", note: "A note" }),
  of("link", {}),
  of("feature", { key: "export", limit: { amount: 3, perSeat: true } }),
  of("feature", {}),
  of("license_key", { prefix: "TIDE", activationLimit: 3, perSeat: true, isNamed: true }),
  of("license_key", { prefix: "TIDE", usesLimit: 5, expiresAfterDays: 365, isFromStock: true }),
  of("download", { note: "Big" }),
  of("page", {}),
])("a benefit is the same after a visit to the form: $type $settings", (benefit) => {
  const { type, name, settings } = benefit;
  expect(toBenefit(toFields(benefit))).toEqual({ type, name, settings });
});
