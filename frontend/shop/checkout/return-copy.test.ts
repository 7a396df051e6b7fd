import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { describeCheckoutOutcome } from "./return-copy.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

test("a refused trial says whether the card or the user had had one, and that nothing was charged", () => {
  const describe = (isCardRefused: boolean) =>
    describeCheckoutOutcome(i18n, "trial_refused", "Guide", false, {
      access: { reason: "subscription_ended" },
      notice: { code: isCardRefused ? "trial_refused_card" : "trial_refused_user" },
    }).text;
  expect(describe(true)).toContain("This card was already used for a free trial.");
  expect(describe(false)).toContain("You’ve already had a free trial.");
  for (const text of [describe(true), describe(false)]) {
    expect(text).toContain("You weren’t charged");
    expect(text).toContain("subscribe to Guide without a trial");
  }
});

test("a free trial has started, and a purchase is thanked for", () => {
  const titleOf = (reason: string) =>
    describeCheckoutOutcome(i18n, "complete", "Guide", false, { access: { reason }, notice: null })
      .title;
  expect(titleOf("subscription_trialing")).toBe("Your free trial has started.");
  expect(titleOf("subscription_active")).toBe("Thanks for your purchase.");
});
