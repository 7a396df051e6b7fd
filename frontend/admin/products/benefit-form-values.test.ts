import { expect, test } from "vitest";
import { toNewBenefit, toBenefitFormValues } from "./benefit-form-values.ts";
import type { EditableBenefit } from "./editor-queries.ts";

const createBenefit = (type: string, settings: object) =>
  ({
    id: "bnf_1",
    type,
    name: "A benefit",
    settings,
    products: [],
    version: "1",
  }) as unknown as EditableBenefit;

test.each([
  createBenefit("link", { url: "https://example.com", note: "A note" }),
  createBenefit("link", {}),
  createBenefit("feature", { key: "export", limit: { amount: 3, perSeat: true } }),
  createBenefit("feature", {}),
  createBenefit("license_key", {
    prefix: "TIDE",
    activationLimit: 3,
    perSeat: true,
    isNamed: true,
  }),
  createBenefit("license_key", {
    prefix: "TIDE",
    usesLimit: 5,
    expiresAfterDays: 365,
    isFromStock: true,
  }),
  createBenefit("download", { note: "Big" }),
  createBenefit("page", {}),
])("a benefit is the same after a visit to the form: $type $settings", (benefit) => {
  const { type, name, settings } = benefit;
  expect(toNewBenefit(toBenefitFormValues(benefit))).toEqual({ type, name, settings });
});
