import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { describeSyncChange, summarizeSync } from "./sync-copy.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });
const productName = "Handbook";

test("each change is a sentence", () => {
  expect(
    [
      { kind: "order" as const, id: "ord_1", productName, from: null, to: "paid" },
      { kind: "order" as const, id: "ord_1", productName, from: "paid", to: "refunded" },
      { kind: "subscription" as const, id: "sub_1", productName, from: "active", to: "past_due" },
      { kind: "checkout" as const, productName, to: "expired" as const },
      { kind: "payments" as const, count: 1 },
      { kind: "payments" as const, count: 2 },
      { kind: "license_keys" as const, count: 1 },
      { kind: "access_gained" as const, productName },
      { kind: "access_lost" as const, productName },
    ].map((change) => describeSyncChange(i18n, change)),
  ).toEqual([
    "Order of Handbook added: Paid.",
    "Order of Handbook changed from “Paid” to “Refunded”.",
    "Subscription to Handbook changed from “Active” to “Past due”.",
    "Checkout for Handbook expired.",
    "1 payment added.",
    "2 payments added.",
    "1 license key returned.",
    "They now have access to Handbook.",
    "They no longer have access to Handbook.",
  ]);
});

test("a sync without changes says so", () => {
  expect(summarizeSync(i18n, { isAtStripe: true, changes: [] })).toBe(
    "Synced from Stripe. Nothing changed.",
  );
  expect(summarizeSync(i18n, { isAtStripe: false, changes: [] })).toBe(
    "Nothing to sync: this customer has never opened a checkout.",
  );
});
