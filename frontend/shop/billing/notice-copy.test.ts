import { expect, test } from "vitest";
import { describeNotice, describePendingChange, describePortalReturn } from "./notice-copy.ts";

const april = Date.UTC(2026, 3, 3, 12);

test("a failed payment shows the deadline and how to fix it", () => {
  const { title, nextStep } = describeNotice({ code: "payment_failed", at: april });
  expect(title).toBe("Please pay by April 3, 2026.");
  expect(nextStep).toContain("another card");
  expect(describeNotice({ code: "payment_failed", at: null }).title).not.toContain(" by ");
});

test("a refunded duplicate is described as a second payment", () => {
  expect(describeNotice({ code: "refunded_duplicate", at: april }).title).toBe(
    "You had paid twice.",
  );
});

test("an unpaid resumption says that paying gives access back, and what happens otherwise", () => {
  const { title, nextStep } = describeNotice({ code: "resumption_unpaid", at: null });
  expect(title).toBe("It stays paused until you pay.");
  expect(nextStep).toContain("you can resume later");
});

test("a disputed subscription says that it can be canceled, and a lost dispute asks to end it", () => {
  expect(describeNotice({ code: "disputed", at: null }).nextStep).toContain("cancel at any time");
  expect(describeNotice({ code: "dispute_lost", at: null }).nextStep).toContain("End it");
});

test("after the portal, the new card is announced only if there is one", () => {
  expect(describePortalReturn("card-updated", "success")?.title).toBe("Your card was updated.");
  expect(describePortalReturn("card-updated", "pending")?.title).toBe("Your card was saved.");
  expect(describePortalReturn("card-updated", "error")?.title).toContain("not in use yet");
  for (const result of ["closed", "anything", null])
    expect(describePortalReturn(result, "success")).toBeNull();
});

test("a pending plan change shows when it expires", () => {
  expect(describePendingChange(april).nextStep).toContain("On April 3, 2026 it is forgotten");
});

test("a refused trial says who had had one, and that nothing was charged", () => {
  const user = describeNotice({ code: "trial_refused_user", at: april }).nextStep;
  const card = describeNotice({ code: "trial_refused_card", at: april }).nextStep;
  expect(user).toContain("You have already had a free trial");
  expect(card).toContain("The card was already used");
  for (const text of [user, card]) expect(text).toContain("nothing was charged");
});
