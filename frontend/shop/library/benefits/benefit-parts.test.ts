import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { describeBenefitCount } from "./benefit-parts.ts";
import type { OwnedBenefit } from "../queries.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

const grant = { grantId: "grt_1", name: "Benefit", note: null, waitingFor: null };
const key = { ...grant, type: "license_key", license: null } as unknown as OwnedBenefit;
const files = (count: number) =>
  ({ ...grant, type: "download", files: Array.from({ length: count }) }) as unknown as OwnedBenefit;

test("the benefits are counted by type, and files one by one", () => {
  expect(describeBenefitCount(i18n, [key, files(2), files(1)])).toBe("1 license key and 3 files");
  expect(describeBenefitCount(i18n, [key, key])).toBe("2 license keys");
});

test("where there are more than three types, the first two are named", () => {
  const page = { ...grant, type: "page", pages: [{}, {}] } as unknown as OwnedBenefit;
  const link = { ...grant, type: "link" } as unknown as OwnedBenefit;
  const feature = { ...grant, type: "feature" } as unknown as OwnedBenefit;
  const three = [key, files(5), link];
  expect(describeBenefitCount(i18n, three)).toBe("1 license key, 5 files, and 1 link");
  expect(describeBenefitCount(i18n, [...three, page, feature, feature])).toBe(
    "1 license key, 5 files, and 5 more",
  );
});

test("a download that has no files yet is not counted", () => {
  expect(describeBenefitCount(i18n, [files(0)])).toBe("Benefits");
  expect(describeBenefitCount(i18n, [files(0), key])).toBe("1 license key");
});
