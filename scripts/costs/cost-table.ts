import { computeCosts } from "./compute-costs.ts";

const SIZES = [100, 10_000, 1_000_000];
const MARKS = ["<!-- costs -->", "<!-- end of costs -->"] as const;

const dollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 0,
});
const count = new Intl.NumberFormat("en-US");

/** Returns the table of costs in Markdown. */
export function buildCostTable(): string {
  const lines = SIZES.map(computeCosts).map((costs) =>
    [
      count.format(costs.customers),
      dollars.format(costs.sales),
      dollars.format(costs.cloudflare),
      dollars.format(costs.stripe),
      `${(((costs.cloudflare + costs.stripe) / costs.sales) * 100).toFixed(1)} %`,
      costs.storedGb < 1
        ? `${count.format(Math.round(costs.storedGb * 1000))} MB`
        : `${count.format(Math.round(costs.storedGb))} GB`,
    ].join(" | "),
  );
  return [
    "| customers | sales a month | Cloudflare | Stripe | both, of the sales | stored in D1 |",
    "| ---: | ---: | ---: | ---: | ---: | ---: |",
    ...lines.map((line) => `| ${line} |`),
  ].join("\n");
}

/**
 * Puts the current table between its marks.
 * @throws Error if the text has no marks
 */
export function replaceCostTable(markdown: string): string {
  const [start, end] = MARKS.map((mark) => markdown.indexOf(mark)) as [number, number];
  if (start === -1 || end < start) throw new Error(`The text lacks ${MARKS.join(" and ")}`);
  return `${markdown.slice(0, start + MARKS[0].length)}\n${buildCostTable()}\n${markdown.slice(end)}`;
}
