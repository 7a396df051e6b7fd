import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import {
  changeBenefitValues,
  createBenefitValues,
  toBenefitFormValues,
  toNewBenefit,
} from "./benefit-form-values.ts";
import { proposePrefix } from "./benefits/license-key.tsx";
import type { EditableBenefit } from "./editor-queries.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

const createBenefit = (type: string, settings: object) =>
  ({
    id: "bnf_1",
    type,
    name: "A benefit",
    settings,
    products: [],
    pages: [],
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
  const again = toNewBenefit(toBenefitFormValues(benefit), { isPublished: false });
  expect(again).toMatchObject({ type, name });
  expect(again.settings).toEqual(settings);
});

test("a new feature's key follows its name until it is typed", () => {
  const named = changeBenefitValues(createBenefitValues(i18n, "new", "feature", "Tide"), {
    name: "PDF export",
  });
  expect(named.featureKey).toBe("pdf-export");
  const typed = changeBenefitValues(named, { featureKey: "pdf" });
  expect(changeBenefitValues(typed, { name: "Export as PDF" }).featureKey).toBe("pdf");
});

test.each([
  ["Winter Tides", "WINTER"],
  ["3D Tools", "TOOLS"],
  ["Ö", "KEY"],
  ["", "KEY"],
])("the prefix of license keys for a product named %s is %s", (name, prefix) => {
  expect(proposePrefix(name)).toBe(prefix);
});
