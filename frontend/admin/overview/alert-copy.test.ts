import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { canRefundAndEnd, describeAlert, describeRefundAndEnd } from "./alert-copy.ts";
import type { PaymentAlert } from "./queries.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });
const alert: PaymentAlert = {
  id: "issfr_1",
  kind: "early_fraud_warning",
  sourceType: "order",
  sourceId: "ord_1",
  amountMinor: 2900,
  currency: "usd",
  detail: "made_with_stolen_card",
  createdAt: 0,
  user: { id: "usr_1", name: "Ann", email: "ann@example.com" },
  productName: "Field Guide",
  stripeUrl: null,
};

test.each<[string, Partial<PaymentAlert>, string]>([
  ["a warning", {}, "Suspected fraud: $29.00 from Ann for Field Guide"],
  ["a review", { kind: "review" }, "Review requested by Stripe: $29.00 from Ann for Field Guide"],
  ["a failed refund", { kind: "failed_refund" }, "Refund failed: $29.00 from Ann for Field Guide"],
  ["a second payment", { kind: "second_payment" }, "Ann paid twice for Field Guide"],
  [
    "a second trial",
    { kind: "second_payment", amountMinor: 0, currency: "" },
    "Ann started a second free trial of Field Guide",
  ],
  [
    "a payment for nothing of ours",
    { productName: null, user: { id: "usr_1", name: null, email: "ann@example.com" } },
    "Suspected fraud: $29.00 from ann@example.com",
  ],
])("%s is described by who paid how much for what", (_name, change, title) => {
  expect(describeAlert(i18n, { ...alert, ...change }).title).toBe(title);
});

test("a failed refund says whether it was sent again", () => {
  const failed = { ...alert, kind: "failed_refund" as const };
  expect(describeAlert(i18n, { ...failed, detail: "retried" }).nextStep).toMatch(/sent again/);
  expect(describeAlert(i18n, { ...failed, detail: null }).nextStep).toMatch(/Refund it again/);
});

test("a fraud type that Stripe adds later is left out", () => {
  expect(describeAlert(i18n, { ...alert, detail: "new_type" }).nextStep).toBe(
    "Refund it to avoid a dispute and its fee.",
  );
});

test("only suspected fraud for something of the shop can be refunded and ended", () => {
  expect(canRefundAndEnd(alert)).toBe(true);
  expect(canRefundAndEnd({ ...alert, sourceId: null })).toBe(false);
  expect(canRefundAndEnd({ ...alert, kind: "failed_refund" })).toBe(false);
  expect(describeRefundAndEnd(i18n, { ...alert, sourceType: "subscription" })).toMatch(
    /The subscription ends immediately/,
  );
});
