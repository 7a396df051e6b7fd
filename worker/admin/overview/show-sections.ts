import { mapProductSummaries } from "../../catalog/map-product-summaries.ts";
import type { Ctx } from "../../context.ts";
import { listLatestPayouts } from "../../purchases/payments/store-payouts.ts";
import { addMonths, splitIntoMonths } from "../../purchases/totals/spans.ts";
import { listCohortMonths, sumSales, type SalesTotal } from "../../purchases/totals/store.ts";
import { openShopCalendar } from "../../settings/shop-settings.ts";
import { recountForView } from "../../sync/customer/recount-days.ts";
import type { RangeInput } from "./periods.ts";
import { showUpcomingRenewals } from "../../purchases/totals/renewals.ts";
import { resolveRangeOfShop } from "./show-overview.ts";

/**
 * Sales of a product or a country in one currency, in minor units, after refunds. `key` is the product's id or the
 * country, and empty if unknown; `before` is of the days that the range is compared with.
 */
export type SalesPart = {
  key: string;
  /** Of a product; null for a country, and for a product that is deleted or none of ours. */
  name: string | null;
  currency: string;
  revenueMinor: number;
  count: number;
  before: number | null;
};

export type SalesByPart = { products: SalesPart[]; countries: SalesPart[] };

/** Returns the revenue of a range by product and by country, the largest first. */
export async function showSales(ctx: Ctx, input: RangeInput): Promise<SalesByPart> {
  const { mode } = ctx.config.stripe;
  await recountForView(ctx);
  const { span, previous } = await resolveRangeOfShop(ctx, input);
  const read = async (dimension: "product" | "country") => {
    const [rows, before] = await Promise.all([
      sumSales(ctx.db, mode, dimension, splitIntoMonths(span)),
      previous && sumSales(ctx.db, mode, dimension, splitIntoMonths(previous.span)),
    ]);
    return toParts(rows, before);
  };
  const [products, countries] = await Promise.all([read("product"), read("country")]);
  const names = await mapProductSummaries(ctx, {
    ids: products.flatMap(({ key }) => (key === "" ? [] : [key])),
  });
  return {
    products: products.map((part) => ({ ...part, name: names.get(part.key)?.name ?? null })),
    countries: countries.map((part) => ({ ...part, name: null })),
  };
}

function toParts(rows: SalesTotal[], before: SalesTotal[] | null): Omit<SalesPart, "name">[] {
  const revenue = ({ grossMinor, refundedMinor }: SalesTotal) => grossMinor - refundedMinor;
  const keyOf = ({ key, currency }: SalesTotal) => `${currency} ${key}`;
  const earlier = new Map(before?.map((row) => [keyOf(row), row]));
  const shown = new Map(rows.map((row) => [keyOf(row), row]));
  const all = [...rows, ...(before ?? []).filter((row) => !shown.has(keyOf(row)))];
  return all
    .map((row) => {
      const [current, past] = [shown.get(keyOf(row)), earlier.get(keyOf(row))];
      return {
        key: row.key,
        currency: row.currency,
        revenueMinor: current ? revenue(current) : 0,
        count: current?.count ?? 0,
        before: before && (past ? revenue(past) : 0),
      };
    })
    .toSorted((a, b) => b.revenueMinor - a.revenueMinor || b.count - a.count);
}

/** How many cohorts are shown, and for how many months each. */
const COHORTS = 12;

/**
 * Customers who subscribed for the first time in a month (`size`), and how many of them paid for a subscription at
 * the end of that month and of each later one. The last month is not over.
 */
export type Cohort = { month: string; size: number; retained: number[] };

/** Returns the cohorts of the last twelve months, oldest first. Months without new subscribers are left out. */
export async function showCohorts(ctx: Ctx): Promise<{ cohorts: Cohort[] }> {
  await recountForView(ctx);
  const { toDay } = await openShopCalendar(ctx);
  const today = toDay(ctx.now);
  const months = Array.from({ length: COHORTS }, (_, index) =>
    addMonths(today, index + 1 - COHORTS).slice(0, 7),
  );
  const rows = await listCohortMonths(ctx.db, ctx.config.stripe.mode, months[0] ?? "");
  const byCohort = Map.groupBy(rows, ({ cohort }) => cohort);
  const cohorts = months.flatMap((month, index): Cohort[] => {
    const own = byCohort.get(month) ?? [];
    const size = own.reduce((sum, { startedCount }) => sum + startedCount, 0);
    if (size === 0) return [];
    let retained = 0;
    const byMonth = months.slice(index).map((later) => {
      for (const row of own) if (row.month === later) retained += row.change;
      return retained;
    });
    return [{ month, size, retained: byMonth }];
  });
  return { cohorts };
}

const LATEST_PAYOUTS = 5;

/** Returns what the next renewals are expected to bring, and the latest payouts, the newest first. */
export async function showUpcoming(ctx: Ctx) {
  const [renewals, payouts] = await Promise.all([
    showUpcomingRenewals(ctx),
    listLatestPayouts(ctx.db, ctx.config.stripe.mode, LATEST_PAYOUTS),
  ]);
  return {
    renewals,
    payouts: payouts.map(({ mode: _, ...payout }) => payout),
  };
}
