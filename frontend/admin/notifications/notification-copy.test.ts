import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { describeSavedChoice, joinKindNames } from "./notification-copy.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

test("the confirmation says what was saved", () => {
  expect(describeSavedChoice(i18n, "sale", "off")).toBe("Sales: notifications turned off");
  expect(describeSavedChoice(i18n, "dispute", "immediate")).toBe(
    "Disputes: you’ll get an email immediately",
  );
  expect(describeSavedChoice(i18n, "cancellation", "daily")).toBe(
    "Cancellations: included in your daily digest",
  );
});

test("several kinds of notifications are joined to a list", () => {
  expect(joinKindNames(i18n, ["dispute", "webhooks_stalled"])).toBe("Disputes and Stripe webhooks");
});
