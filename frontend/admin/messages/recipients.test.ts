import { expect, test } from "vitest";
import { readRecipients } from "./recipients.ts";

test.each([
  ["customer=usr_1", { of: "customer", userId: "usr_1" }],
  ["holdersOf=prd_1", { of: "product", productId: "prd_1" }],
  ["who=active&product=prd_1", { of: "customers", filters: { who: "active", product: "prd_1" } }],
  ["", { of: "customers", filters: {} }],
])("the URL of a new message with %j says whom it is for", (query, recipients) => {
  expect(readRecipients(new URLSearchParams(query))).toEqual(recipients);
});
