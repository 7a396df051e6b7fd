import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { explainDeletion } from "./deletion-copy.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

const noConsequences = { subscriptionsToCancel: [], keptOrderCount: 0, isLastOwner: false };
const april = Date.UTC(2026, 3, 3, 12);

test("the deletion dialog names each canceled subscription and the paid time that is not refunded", () => {
  const subscriptionsToCancel = [
    { id: "sub_1", productName: "Shoreline", paidUntil: april },
    { id: "sub_2", productName: "", paidUntil: null },
  ];
  expect(explainDeletion(i18n, { ...noConsequences, subscriptionsToCancel }).slice(0, 2)).toEqual([
    "Your subscription ends immediately: Shoreline. The time until April 3, 2026 isn’t refunded.",
    "Your subscription ends immediately: Product no longer available.",
  ]);
});

test("the deletion dialog counts the orders that are kept, and mentions none when there are none", () => {
  expect(explainDeletion(i18n, { ...noConsequences, keptOrderCount: 1 }).at(-1)).toBe(
    "The shop keeps 1 order as required by law. It no longer includes your name.",
  );
  expect(explainDeletion(i18n, { ...noConsequences, keptOrderCount: 3 }).at(-1)).toBe(
    "The shop keeps 3 orders as required by law. They no longer include your name.",
  );
  expect(explainDeletion(i18n, noConsequences).join(" ")).not.toContain("order");
});
