import { expect, test } from "vitest";
import { explainPageAccess } from "./explain-page-access.ts";

const since = Date.UTC(2026, 2, 3, 12);
const until = Date.UTC(2026, 3, 3, 12);

test.each([
  ["order_paid", null, ", yours since March 3, 2026."],
  ["subscription_active", until, ", yours since March 3, 2026."],
  ["subscription_trialing", until, ", which you are trying for free."],
  ["subscription_canceling", until, ", open to you until April 3, 2026."],
  ["subscription_past_due", until, ". The last payment failed; it stays open until April 3, 2026."],
  ["manual", null, ", given to you by the shop on March 3, 2026."],
  ["manual", until, ", given to you by the shop until April 3, 2026."],
] as const)("%s until %s", (reason, end, sentence) => {
  expect(explainPageAccess({ reason, since, until: end, entryId: "ord_a", product: null })).toBe(
    sentence,
  );
});
