import { expect, test } from "vitest";
import { describeAccessEffect, describeDispute } from "./order-copy.ts";

const thing = (name: string) => ({ id: `bnf_${name}`, type: "feature" as const, name });
const names = { prd_a: "Membership", prd_b: "Handbook" };

test("what is lost and what stays are sentences with names", () => {
  expect(
    describeAccessEffect(
      {
        loses: [thing("Exports"), thing("Reports")],
        keeps: [
          {
            ...thing("Charts"),
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

test("where nothing is in force nothing changes", () => {
  expect(describeAccessEffect({ loses: [], keeps: [] }, "Ann", names)).toEqual([
    "Ann has nothing from this now, so nothing changes.",
  ]);
});

test("a dispute's word that nobody knows is still read", () => {
  expect(describeDispute("some_new_word")).toBe("some new word");
});
