import { expect, test } from "vitest";
import { explainDeletion } from "./deletion-copy.ts";

const noConsequences = { subscriptionsToCancel: [], keptOrderCount: 0, isLastOwner: false };
const april = Date.UTC(2026, 3, 3, 12);

test("names each canceled subscription and the paid time that is not refunded", () => {
  const subscriptionsToCancel = [
    { id: "sub_1", productName: "Shoreline", paidUntil: april },
    { id: "sub_2", productName: "", paidUntil: null },
  ];
  expect(explainDeletion({ ...noConsequences, subscriptionsToCancel }).slice(0, 2)).toEqual([
    "Shoreline ends now. What is left of it until April 3, 2026 is not paid back.",
    "A subscription ends now.",
  ]);
});

test("counts the orders that are kept, and doesn't mention orders when there are none", () => {
  expect(explainDeletion({ ...noConsequences, keptOrderCount: 1 }).at(-1)).toMatch(
    /^One order stays/,
  );
  expect(explainDeletion({ ...noConsequences, keptOrderCount: 3 }).at(-1)).toMatch(
    /^3 orders stay/,
  );
  expect(explainDeletion(noConsequences).join(" ")).not.toContain("order");
});
