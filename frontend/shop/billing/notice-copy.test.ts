import { expect, test } from "vitest";
import { describeNotice, describePendingChange } from "./notice-copy.ts";

const april = Date.UTC(2026, 3, 3, 12);

test("a failed payment names the deadline and the fix", () => {
  const { title, next } = describeNotice({ code: "payment_failed", at: april });
  expect(title).toBe("Please pay by April 3, 2026.");
  expect(next).toContain("another card");
  expect(describeNotice({ code: "payment_failed", at: null }).title).not.toContain(" by ");
});

test("a second payment is said to be back, with nothing to do", () => {
  expect(describeNotice({ code: "refunded_duplicate", at: april }).title).toBe(
    "You had paid twice.",
  );
});

test("a change that waits says until when", () => {
  expect(describePendingChange(april).next).toContain("On April 3, 2026 it is forgotten");
});
