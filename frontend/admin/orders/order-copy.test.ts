import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { describeAccessEffect, describeDispute } from "./order-copy.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });
const createBenefit = (name: string) => ({ id: `bnf_${name}`, type: "feature" as const, name });
const names = { prd_a: "Membership", prd_b: "Handbook" };

test("the refund dialog names the benefits that the user loses and keeps", () => {
  expect(
    describeAccessEffect(
      i18n,
      {
        loses: [createBenefit("Exports"), createBenefit("Reports")],
        keeps: [
          {
            ...createBenefit("Charts"),
            through: [
              { type: "subscription", id: "sub_1", productId: "prd_a" },
              { type: "gift", id: "cmp_1", productId: "prd_b" },
            ],
          },
        ],
      },
      "Ann",
      names,
    ),
  ).toEqual([
    "Ann loses access to Exports and Reports.",
    "Ann keeps access to Charts, which is also included in Membership and Handbook (gift).",
  ]);
});

test("the refund dialog says that nothing changes if no grants are in force", () => {
  expect(describeAccessEffect(i18n, { loses: [], keeps: [] }, "Ann", names)).toEqual([
    "Ann has no active access from this purchase, so nothing changes.",
  ]);
});

test("an unknown dispute status is shown as readable text", () => {
  expect(describeDispute(i18n, "some_new_word")).toBe("some new word");
});
