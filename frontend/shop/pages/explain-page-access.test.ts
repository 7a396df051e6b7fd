import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { explainPageAccess } from "./explain-page-access.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });
const since = Date.UTC(2026, 2, 3, 12);
const until = Date.UTC(2026, 3, 3, 12);

test.each([
  ["order_paid", null, "You’ve had access since March 3, 2026."],
  ["subscription_active", until, "You’ve had access since March 3, 2026."],
  ["subscription_trialing", until, "You have access during your free trial."],
  ["subscription_canceling", until, "You have access until April 3, 2026."],
  [
    "subscription_past_due",
    until,
    "Your last payment failed. You have access until April 3, 2026.",
  ],
  ["subscription_past_due", null, "Your last payment failed. Go to billing to pay."],
  ["gift", null, "Gift from the shop on March 3, 2026."],
  ["gift", until, "Gift from the shop on March 3, 2026. You have access until April 3, 2026."],
] as const)("%s until %s", (reason, end, sentence) => {
  const why = { reason, since, until: end, entryId: "ord_a", product: null };
  expect(explainPageAccess(i18n, why)).toBe(sentence);
});
