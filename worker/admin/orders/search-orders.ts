import { z } from "zod";
import type { Ctx } from "../../context.ts";
import {
  MAX_COUNTED,
  readPage,
  toMatchCount,
  type MatchCount,
  type Page,
  type PageInput,
} from "../../db/page-cursor.ts";
import { pick } from "../../lib/pick.ts";
import { toTimeRange } from "../../lib/time.ts";
import {
  addUpOrders,
  listOrdersByTime,
  type CurrencyTotal,
  type ListedOrder,
} from "../../purchases/orders/store-search.ts";
import { orderStatus } from "../../feed/order.ts";
import { dayRangeQuery } from "../frame/day-range.ts";
import { promotionCodeId, searchText, type Filters } from "../frame/page-query.ts";
import { idSchema } from "../../lib/id-schema.ts";
import { matchPurchases } from "../customers/find-users.ts";
import { csvTime, exportList, type CsvColumns } from "../frame/csv.ts";
import { toOrderNumber } from "../../shared/order-number.ts";
import { toDecimal } from "../../shared/money.ts";
import { mapBalances, type PaymentBalance } from "./balances.query.ts";
import { describeReferral } from "../../shared/describe-referral.ts";
import { createCodeReader } from "./read-code.ts";
import { readLines } from "../../purchases/orders/lines.ts";
import { listProductIds } from "../../catalog/list-product-ids.ts";
import { mapProductSummaries } from "../../catalog/map-product-summaries.ts";

/** The filters of every list of purchases. The days are those on which they were made. */
export const purchaseFilters = {
  ...dayRangeQuery,
  /** Any part of the user's name or email, an order number, or an id: ours (also the user's), or one of Stripe's. */
  search: searchText.max(200).optional(),
  productId: idSchema("prd").optional(),
  promotionCodeId: promotionCodeId.optional(),
  linkId: idSchema("lnp").optional(),
  sort: z.enum(["newest", "oldest"]).optional(),
};

/** The filters of the team's list of orders. Stripe's ids are those of the session and of the payment intent. */
export const orderFilters = { ...purchaseFilters, status: orderStatus.optional() };
export type OrderSearch = Filters<typeof orderFilters>;

/**
 * Searches all orders of this mode, newest first by default.
 * @returns `isTruncated`: more users match the search than were considered
 */
export async function searchOrders(
  ctx: Ctx,
  input: OrderSearch & PageInput,
): Promise<Page<ListedOrder> & { isTruncated: boolean }> {
  const { filter, isTruncated } = await resolveFilter(ctx, input);
  const oldestFirst = input.sort === "oldest";
  const page = await readPage(input, (window) =>
    listOrdersByTime(ctx.db, ctx.config.stripe.mode, filter, { ...window, oldestFirst }),
  );
  return { ...page, isTruncated };
}

/** How many orders match, and what was paid and refunded, by currency; `totals` are null if there are too many. */
export type OrderSummary = MatchCount & {
  totals: Omit<CurrencyTotal, "count">[] | null;
};

/** Counts the orders that match a search, and adds them up. */
export async function summarizeOrders(ctx: Ctx, input: OrderSearch): Promise<OrderSummary> {
  const { filter } = await resolveFilter(ctx, input);
  const rows = await addUpOrders(ctx.db, ctx.config.stripe.mode, filter, MAX_COUNTED + 1);
  const found = toMatchCount(rows.reduce((sum, row) => sum + row.count, 0));
  const totals = rows.map(({ count: _, ...total }) => total);
  return { ...found, totals: found.isMore ? null : totals };
}

async function resolveFilter(ctx: Ctx, { search, from, to, ...filter }: OrderSearch) {
  const { match, isTruncated } = await matchPurchases(ctx, search);
  return {
    filter: {
      ...pick(filter, ["status", "productId", "promotionCodeId", "linkId"]),
      match,
      createdIn: toTimeRange({ from, to }),
    },
    isTruncated,
  };
}

const columns: CsvColumns<
  ListedOrder & { balance: PaymentBalance | null; code: string | null; lineNames: string | null }
> = {
  Order: ({ id }) => id,
  Time: ({ createdAt }) => csvTime(createdAt),
  Status: ({ status }) => status,
  Product: ({ product }) => product.name,
  Quantity: ({ quantity }) => quantity,
  "Customer name": ({ user }) => user.name,
  "Customer email": ({ user }) => user.email,
  Currency: ({ currency }) => currency.toUpperCase(),
  Total: ({ totalMinor, currency }) => toDecimal(totalMinor, currency),
  Tax: ({ taxMinor, currency }) => toDecimal(taxMinor, currency),
  Discount: ({ discountMinor, currency }) => toDecimal(discountMinor, currency),
  Refunded: ({ refundedMinor, currency }) => toDecimal(refundedMinor, currency),
  "Settlement currency": ({ balance }) => balance?.settlementCurrency.toUpperCase() ?? null,
  Fee: ({ balance }) => balance && toDecimal(balance.feeMinor, balance.settlementCurrency),
  Net: ({ balance }) => balance && toDecimal(balance.netMinor, balance.settlementCurrency),
  Dispute: ({ disputeStatus }) => disputeStatus,
  "Stripe payment": ({ stripePaymentIntentId }) => stripePaymentIntentId,
  "Order number": ({ id }) => toOrderNumber(id),
  "Discount code": ({ code }) => code,
  Link: ({ linkId }) => linkId,
  Referral: ({ referral }) => referral && describeReferral(referral),
  // For somebody else; the gift has this id, whoever has it.
  Gift: ({ giftId }) => giftId,
  // Of an order with several products: all of them, each with what it cost.
  Lines: ({ lineNames }) => lineNames,
  "Upgrade of": ({ upgradeOf }) => upgradeOf,
};

/** Exports all matching orders as a CSV file. */
export function exportOrders(ctx: Ctx, input: OrderSearch): Response {
  const codeOf = createCodeReader(ctx);
  return exportList(ctx, { name: "orders", columns, filters: input }, async (filters) => {
    const page = await searchOrders(ctx, filters);
    const ids = page.items.map(({ id }) => id);
    const balances = await mapBalances(ctx.db, ctx.config.stripe.mode, ids);
    const nameLines = await readLineNames(ctx, page.items);
    const items = page.items.map(async (order) => ({
      ...order,
      balance: balances.get(order.id) ?? null,
      code: await codeOf(order.promotionCodeId),
      lineNames: nameLines(order),
    }));
    return { ...page, items: await Promise.all(items) };
  });
}

/** Returns a function that says what an order with several products is of, and what each cost; null for any other. */
async function readLineNames(
  ctx: Ctx,
  orders: ListedOrder[],
): Promise<(order: ListedOrder) => string | null> {
  const ids = orders.flatMap((order) => (readLines(order) ?? []).map(({ productId }) => productId));
  const products = await mapProductSummaries(ctx, { ids: [...new Set(ids)] });
  return (order) =>
    readLines(order)
      ?.map(
        ({ productId, totalMinor, refundedAt }) =>
          `${products.get(productId)?.name ?? productId} ${toDecimal(totalMinor, order.currency)}${refundedAt === null ? "" : " refunded"}`,
      )
      .join("; ") ?? null;
}

/** Lists every product of this mode by name, archived ones too, as options to filter by. */
export async function listProductFilterOptions(ctx: Ctx): Promise<{ id: string; name: string }[]> {
  const ids = await listProductIds(ctx);
  const products = await mapProductSummaries(ctx, { ids: [...ids] });
  return [...products.values()]
    .map(({ id, name }) => ({ id, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}
