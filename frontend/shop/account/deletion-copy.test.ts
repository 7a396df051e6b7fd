import { expect, test } from "vitest";
import { explainDeletion } from "./deletion-copy.ts";

const nothing = { endsSubscriptions: [], keepsOrders: 0, isLastOwner: false };
const april = Date.UTC(2026, 3, 3, 12);

test("each subscription is named, with what is lost of it", () => {
  const endsSubscriptions = [
    { id: "sub_1", productName: "Shoreline", paidUntil: april },
    { id: "sub_2", productName: "", paidUntil: null },
  ];
  expect(explainDeletion({ ...nothing, endsSubscriptions }).slice(0, 2)).toEqual([
    "Shoreline ends now. What is left of it until April 3, 2026 is not paid back.",
    "A subscription ends now.",
  ]);
});

test("orders that stay are counted and explained, and not mentioned where there are none", () => {
  expect(explainDeletion({ ...nothing, keepsOrders: 1 }).at(-1)).toMatch(/^One order stays/);
  expect(explainDeletion({ ...nothing, keepsOrders: 3 }).at(-1)).toMatch(/^3 orders stay/);
  expect(explainDeletion(nothing).join(" ")).not.toContain("order");
});
