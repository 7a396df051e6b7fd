import { z } from "zod";
import type { Ctx } from "../../context.ts";
import {
  MAX_COUNTED,
  readPage,
  toMatchCount,
  type MatchCount,
  type PageInput,
} from "../../db/page-cursor.ts";
import { nextStepOf } from "../../billing/next-step.ts";
import { mapProductSummaries } from "../../catalog/map-product-summaries.ts";
import { pick } from "../../lib/pick.ts";
import { toTimeRange } from "../../lib/time.ts";
import { getExactAmount } from "../../purchases/subscriptions/exact-amount.ts";
import {
  countSubscriptions,
  listSubscriptionIdsOfProduct,
  listSubscriptionsByTime,
} from "../../purchases/subscriptions/store-search.ts";
import { listSubscriptionItems } from "../../purchases/subscriptions/store.ts";
import { matchPurchases } from "../customers/find-users.ts";
import type { Filters } from "../frame/page-query.ts";
import { createCodeReader } from "../orders/read-code.ts";
import { purchaseFilters } from "../orders/search-orders.ts";
import { csvTime, exportList, type CsvColumns } from "../frame/csv.ts";
import { describeReferral } from "../../shared/describe-referral.ts";
import { toOrderNumber } from "../../shared/order-number.ts";
import { toDecimal } from "../../shared/money.ts";

/** Stripe's statuses, and two states that Stripe does not show as a status. */
export const subscriptionStates = [
  "active",
  "trialing",
  "past_due",
  "unpaid",
  "paused",
  "incomplete",
  "incomplete_expired",
  "canceled",
  "ending",
  "collection_paused",
] as const;

/** The filters of the team's list of subscriptions. Stripe's ids are its own and that of the latest payment intent. */
export const subscriptionFilters = {
  ...purchaseFilters,
  status: z.enum(subscriptionStates).optional(),
};
export type SubscriptionSearch = Filters<typeof subscriptionFilters>;

/** A subscription in the team's list. Amounts in minor units, times in unix milliseconds. */
export type ListedSubscription = Awaited<ReturnType<typeof searchSubscriptions>>["items"][number];

const ID_LIST_LIMIT = 500;

/**
 * Returns the ids of a product's subscriptions if they are few, because finding those among all subscriptions would
 * scan nearly all. If they are many (null), a scan fills a page quickly.
 */
async function listIdsIfFew(ctx: Ctx, productId: string): Promise<string[] | null> {
  const ids = await listSubscriptionIdsOfProduct(ctx.db, productId, ID_LIST_LIMIT + 1);
  return ids.length > ID_LIST_LIMIT ? null : ids;
}

/** Searches all subscriptions of this mode, newest first by default. `isTruncated` as for orders. */
export async function searchSubscriptions(ctx: Ctx, input: SubscriptionSearch & PageInput) {
  const { filter, isTruncated } = await resolveFilter(ctx, input);
  const oldestFirst = input.sort === "oldest";
  const page = await readPage(
    input,
    (window) =>
      listSubscriptionsByTime(ctx.db, ctx.config.stripe.mode, filter, { ...window, oldestFirst }),
    ({ subscription: { id, createdAt } }) => ({ value: createdAt, id }),
  );
  const items = await listSubscriptionItems(
    ctx.db,
    page.items.map(({ subscription }) => subscription.id),
  );
  const products = await mapProductSummaries(ctx, {
    ids: items.flatMap((item) => item.productId ?? []),
  });
  const itemsOf = Map.groupBy(items, (item) => item.subscriptionId);
  return {
    items: page.items.map(({ subscription, user }) => ({
      ...pick(subscription, [
        "id",
        "status",
        "disputeStatus",
        "currentPeriodStart",
        "currentPeriodEnd",
        "cancelAt",
        "endedAt",
        "createdAt",
        "stripeSubscriptionId",
        "promotionCodeId",
        "linkId",
        "referral",
      ]),
      user,
      items: (itemsOf.get(subscription.id) ?? []).map((item) => {
        const product = products.get(item.productId ?? "");
        return {
          ...pick(item, ["currency", "interval", "intervalCount", "quantity", "taxBehavior"]),
          amountMinor: getExactAmount(item),
          productName: product?.name ?? null,
          product: product ? pick(product, ["slug", "image"]) : null,
        };
      }),
      next: nextStepOf(subscription),
    })),
    nextCursor: page.nextCursor,
    isTruncated,
  };
}

/** Counts the subscriptions that match a search. */
export async function summarizeSubscriptions(
  ctx: Ctx,
  input: SubscriptionSearch,
): Promise<MatchCount> {
  const { filter } = await resolveFilter(ctx, input);
  const { mode } = ctx.config.stripe;
  return toMatchCount(await countSubscriptions(ctx.db, mode, filter, MAX_COUNTED + 1));
}

/** Resolves the search text to users, and a product that few subscribe to to its subscriptions. */
async function resolveFilter(
  ctx: Ctx,
  { search, status, productId, promotionCodeId, linkId, from, to }: SubscriptionSearch,
) {
  const [{ match, isTruncated }, ids] = await Promise.all([
    matchPurchases(ctx, search),
    productId === undefined ? null : listIdsIfFew(ctx, productId),
  ]);
  const ofProduct = ids ? { ids } : { productId };
  return {
    filter: {
      state: status,
      ...ofProduct,
      promotionCodeId,
      linkId,
      match,
      createdIn: toTimeRange({ from, to }),
    },
    isTruncated,
  };
}

/** Until when the subscriber has paid. Stripe begins a new period before its payment succeeds. */
function findPaidUntil(subscription: ListedSubscription): number | null {
  const { status, currentPeriodStart, currentPeriodEnd, endedAt } = subscription;
  if (["trialing", "paused", "incomplete", "incomplete_expired"].includes(status)) return null;
  if (status === "past_due" || status === "unpaid") return currentPeriodStart;
  return endedAt === null || currentPeriodEnd === null
    ? currentPeriodEnd
    : Math.min(endedAt, currentPeriodEnd);
}

const columns: CsvColumns<ListedSubscription & { code: string | null }> = {
  Subscription: ({ id }) => id,
  Started: ({ createdAt }) => csvTime(createdAt),
  Status: ({ status }) => status,
  Products: ({ items }) => items.map(({ productName }) => productName ?? "").join(", "),
  Quantity: ({ items }) => items.reduce((sum, { quantity }) => sum + quantity, 0),
  "Customer name": ({ user }) => user.name,
  "Customer email": ({ user }) => user.email,
  Currency: ({ items }) => items[0]?.currency.toUpperCase() ?? null,
  "Price per period": ({ items }) =>
    items.map((item) => toDecimal(item.amountMinor * item.quantity, item.currency)).join(" + "),
  Interval: ({ items }) =>
    items.map(({ interval, intervalCount }) => `${intervalCount} ${interval}`).join(", "),
  "Period ends": ({ currentPeriodEnd }) => csvTime(currentPeriodEnd),
  "Paid until": (subscription) => csvTime(findPaidUntil(subscription)),
  "Ends at": ({ cancelAt }) => csvTime(cancelAt),
  "Ended at": ({ endedAt }) => csvTime(endedAt),
  Dispute: ({ disputeStatus }) => disputeStatus,
  "Stripe subscription": ({ stripeSubscriptionId }) => stripeSubscriptionId,
  "Order number": ({ id }) => toOrderNumber(id),
  "Discount code": ({ code }) => code,
  Link: ({ linkId }) => linkId,
  Referral: ({ referral }) => referral && describeReferral(referral),
};

/** Exports all matching subscriptions as a CSV file. */
export function exportSubscriptions(ctx: Ctx, input: SubscriptionSearch): Response {
  const codeOf = createCodeReader(ctx);
  return exportList(ctx, { name: "subscriptions", columns, filters: input }, async (filters) => {
    const page = await searchSubscriptions(ctx, filters);
    const items = page.items.map(async (subscription) => ({
      ...subscription,
      code: await codeOf(subscription.promotionCodeId),
    }));
    return { ...page, items: await Promise.all(items) };
  });
}
