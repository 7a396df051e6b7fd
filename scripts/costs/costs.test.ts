import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { computeCosts, rows } from "./compute-costs.ts";
import { replaceCostTable } from "./cost-table.ts";

it("the README has the current table of costs: npm run costs", () => {
  const readme = readFileSync("README.md", "utf8");
  expect(replaceCostTable(readme)).toBe(readme);
  const { purchase, renewal } = rows;
  expect(readme.replaceAll(/\s+/g, " ")).toContain(
    `A purchase reads ${purchase.read} rows and writes ${purchase.written}, a renewal reads ${renewal.read} and writes ${renewal.written}`,
  );
});

it("costs are reckoned with the most rows that a purchase and a renewal may have", () => {
  const budget = readFileSync("bench/ingress-rows-budget.ts", "utf8");
  const format = ({ read, written }: { read: number; written: number }) =>
    `{ read: ${read}, written: ${written} }`;
  expect(budget).toContain(`"purchase, one-time": ${format(rows.purchase)}`);
  expect(budget).toContain(`renewal: ${format(rows.renewal)}`);
});

it("a small shop costs no more than Cloudflare's plan; each sale costs what Stripe takes", () => {
  const costs = computeCosts(100);
  expect(costs.cloudflare).toBe(5);
  // 50 renewals of $9 and 5 purchases of $29.
  expect(costs.sales).toBe(595);
  expect(costs.stripe).toBeCloseTo(50 * (9 * 0.036 + 0.3) + 5 * (29 * 0.033 + 0.3), 6);
});

it("a large shop pays for what its plan does not include", () => {
  const costs = computeCosts(1_000_000);
  expect(costs.requests).toBeGreaterThan(10e6);
  expect(costs.cloudflare).toBeGreaterThan(5);
});
