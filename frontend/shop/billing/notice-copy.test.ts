import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { describeNotice, describePendingChange, describePortalReturn } from "./notice-copy.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

const april = Date.UTC(2026, 3, 3, 12);

const march = Date.UTC(2026, 2, 3, 12);

test("a failed payment shows the deadline and how to fix it", () => {
  const { title, nextStep } = describeNotice(i18n, { code: "payment_failed", at: april }, march);
  expect(title).toBe("Your last payment failed. Pay by April 3, 2026.");
  expect(nextStep).toContain("update your card");
  expect(describeNotice(i18n, { code: "payment_failed", at: null }).title).toBe(
    "Your last payment failed.",
  );
});

test("a payment that waits for the user says what to do, and nothing of the card", () => {
  const confirm = describeNotice(i18n, { code: "confirmation_required", at: april }, march);
  expect(confirm.nextStep).toContain("follow your bank’s instructions");
  const overdue = describeNotice(i18n, { code: "invoice_overdue", at: april }, march);
  expect(`${confirm.nextStep} ${overdue.nextStep}`).not.toContain("card");
});

test.each(["payment_failed", "confirmation_required", "invoice_overdue"] as const)(
  "after the deadline, %s says that the access has ended, and names no day to pay by",
  (code) => {
    const { title, nextStep } = describeNotice(i18n, { code, at: march }, april);
    expect(title).toBe("Your access has ended because an invoice is unpaid.");
    expect(nextStep).toBe("To get access again, pay the invoice.");
  },
);

test("a refunded duplicate is described as a second payment", () => {
  expect(describeNotice(i18n, { code: "refunded_duplicate", at: april }).title).toBe(
    "You were charged twice.",
  );
});

test("an unpaid resumption says that paying gives access back, and what happens otherwise", () => {
  const { title, nextStep } = describeNotice(i18n, { code: "resumption_unpaid", at: null });
  expect(title).toBe("Your subscription stays paused until you pay.");
  expect(nextStep).toContain("you can end the pause later");
});

test("a disputed subscription says that it can be canceled, and a lost dispute asks to end it", () => {
  expect(describeNotice(i18n, { code: "disputed", at: null }).nextStep).toContain(
    "You can cancel anytime",
  );
  expect(describeNotice(i18n, { code: "dispute_lost", at: null }).nextStep).toContain("end it");
});

test("after the portal, the new card is announced only if there is one", () => {
  expect(describePortalReturn(i18n, "card-updated", "success")?.title).toBe(
    "Your card was updated.",
  );
  expect(describePortalReturn(i18n, "card-updated", "pending")?.title).toBe("Your card was saved.");
  expect(describePortalReturn(i18n, "card-updated", "error")?.title).toBe(
    "Your card was saved but isn’t in use yet.",
  );
  for (const result of ["closed", "anything", null])
    expect(describePortalReturn(i18n, result, "success")).toBeNull();
});

test("a pending plan change shows when it expires", () => {
  expect(describePendingChange(i18n, april).nextStep).toContain(
    "If you don’t pay by April 3, 2026, you keep your current plan.",
  );
});

test("a refused trial says who had had one, and that nothing was charged", () => {
  const user = describeNotice(i18n, { code: "trial_refused_user", at: april }).nextStep;
  const card = describeNotice(i18n, { code: "trial_refused_card", at: april }).nextStep;
  expect(user).toContain("You’ve already had a free trial");
  expect(card).toContain("This card was already used");
  for (const text of [user, card]) expect(text).toContain("you weren’t charged");
});
