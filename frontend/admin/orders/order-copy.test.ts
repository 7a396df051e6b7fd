import { expect, test } from "vitest";
import { describeAccessEffect, describeDispute } from "./order-copy.ts";

const createBenefit = (name: string) => ({ id: `bnf_${name}`, type: "feature" as const, name });
const names = { prd_a: "Membership", prd_b: "Handbook" };

test("names the benefits that the user loses and keeps", () => {
  expect(
    describeAccessEffect(
      {
        loses: [createBenefit("Exports"), createBenefit("Reports")],
        keeps: [
          {
            ...createBenefit("Charts"),
            through: [
              { type: "subscription", id: "sub_1", productId: "prd_a" },
              { type: "manual", id: "cmp_1", productId: "prd_b" },
            ],
          },
        ],
      },
      "Ann",
      names,
    ),
  ).toEqual([
    "Ann loses Exports and Reports.",
    "Ann keeps Charts, which also comes with Membership and Handbook (a gift).",
  ]);
});

test("says that nothing changes if no grants are in force", () => {
  expect(describeAccessEffect({ loses: [], keeps: [] }, "Ann", names)).toEqual([
    "Ann has nothing from this now, so nothing changes.",
  ]);
});

test("an unknown dispute status is shown as readable text", () => {
  expect(describeDispute("some_new_word")).toBe("some new word");
});
