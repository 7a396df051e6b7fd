import { expect, test } from "vitest";
import { findCostlySteps } from "../testing/database/query-plans.ts";
import { selectChangesText, type Source } from "./changes.ts";

const sources: Source[] = [
  "customer",
  "product",
  "checkout",
  "order",
  "subscription",
  "gift",
  "closure",
  "grant",
  "unclaimed_gift",
  "license",
  "license_by_id",
  "license_by_hash",
  "entitlement",
  "granted_entitlement",
];

/** The plan's own lists, which hold the objects of the given users only. */
const small =
  /^(SCAN|USE TEMP B-TREE).*\b(present|compared|known|features|feature_grants|ORDER BY)/;

test.each(sources)("comparing %s reads only the rows of the given ids", async (source) => {
  for (const [howMany, ids] of [
    ["one", "usr_1"],
    ["several", '["usr_1"]'],
  ] as const) {
    const statement = { sql: selectChangesText(source, howMany), values: [1, "test", ids] };
    const costly = (await findCostlySteps(statement)).filter((step) => !small.test(step));
    expect(costly).toEqual([]);
  }
});
