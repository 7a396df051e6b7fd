import { expect, it } from "vitest";
import { buildContractReport, type ContractResults } from "./contract-report.ts";

const results: ContractResults = {
  testResults: [
    {
      name: "/somewhere/errors.contract.test.ts",
      assertionResults: [
        { ancestorTitles: ["lists"], title: "take a | as text", status: "passed" },
        {
          ancestorTitles: ["a refund"],
          title: "fails later",
          status: "failed",
          failureMessages: [
            "AssertionError: expected 400 to be 200 for sk_test_4eC39HqLyjW on acct_1Nv0FGQ9RKHgCVdK, req_abc123\n    at /somewhere/errors.contract.test.ts:3:1",
          ],
        },
        {
          ancestorTitles: ["the card"],
          title: "is pinned by Checkout",
          status: "skipped",
          meta: { openQuestion: "Else nothing changes.", skipReason: "needs a person" },
        },
      ],
    },
  ],
};
const run = {
  at: new Date("2026-11-22T12:34:56Z"),
  apiVersion: "2026-10-28.endive",
  clientVersion: "23.1.0",
};

it("the report of a run with a key says what agrees, what differs and what was not asked", () => {
  const report = buildContractReport(results, { target: "Stripe", ...run });
  expect(report).toMatch(/^# Contract with Stripe: 1 agree, 1 differ, 1 not asked\n/);
  expect(report).toContain(
    "Ran against Stripe on 2026-11-22 12:34 UTC, with API version 2026-10-28.endive and stripe 23.1.0.",
  );
  const [open = "", others = ""] = report.split("## Everything else");
  expect(open).toContain(
    "| the card › is pinned by Checkout | not asked | Else nothing changes. |",
  );
  expect(others).toContain("| lists › take a \\| as text | as assumed |");
  expect(others).toContain("| a refund › fails later | **differs** |");
  expect(report).toContain(
    "### the card › is pinned by Checkout\n\nIn errors.contract.test.ts:\n\n```\nneeds a person\n```",
  );
});

it("the report contains no key, no account and no path, but the request that Stripe can look up", () => {
  const report = buildContractReport(results, { target: "Stripe", ...run });
  expect(report).toContain("expected 400 to be 200 for sk_test_… on acct_…, req_abc123");
  expect(report).not.toContain("4eC39HqLyjW");
  expect(report).not.toContain("1Nv0FGQ9RKHgCVdK");
  expect(report).not.toContain("somewhere");
});

it("the report of a run against the stand-in settles nothing", () => {
  const report = buildContractReport(results, { target: "the stand-in", ...run });
  expect(report).toMatch(/^# Contract with Stripe: 3 assumptions, none asked at Stripe\n/);
  expect(report).toContain("Nothing is settled by this run");
  expect(report).toContain("| lists › take a \\| as text | not asked |");
  expect(report).not.toContain("as assumed");
});

it("a file that could not start is named with its reason", () => {
  const broken = {
    testResults: [
      {
        name: "/x/a.contract.test.ts",
        assertionResults: [],
        message: "STRIPE_TEST_KEY is no test key.",
      },
    ],
  };
  const report = buildContractReport(broken, { target: "Stripe", ...run });
  expect(report).toContain("STRIPE_TEST_KEY is no test key.");
});
