import type { Ctx } from "../../context.ts";
import {
  decodeCursor,
  MAX_COUNTED,
  PAGE_SIZE,
  toPage,
  type Page,
  type PageInput,
} from "../../db/page-cursor.ts";
import { nextStepOf, type NextStep } from "../../shop/billing/next-step.ts";
import { mapProductSummaries } from "../../catalog/map-product-summaries.ts";
import { getExactAmount } from "../../purchases/subscriptions/exact-amount.ts";
import { searchUserIds, type UserSummary } from "../customers/find-users.ts";
import {
  countSubscriptions,
  listSubscriptionIdsOfProduct,
  listSubscriptionsByTime,
  type SubscriptionFilter,
} from "../../purchases/subscriptions/store-search.ts";
import {
  listSubscriptionItems,
  type SubscriptionItemRow,
  type SubscriptionRow,
} from "../../purchases/subscriptions/store.ts";
import { toTimeRange, type DayRange } from "../../lib/time.ts";

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

/** Filters of the team's list of subscriptions. The days are those on which they were begun. */
export type SubscriptionSearch = DayRange & {
  /** Any part of the user's name or email, or an id: ours, Stripe's, or that of the latest payment intent. */
  search?: string | undefined;
  status?: (typeof subscriptionStates)[number] | undefined;
  productId?: string | undefined;
  sort?: "newest" | "oldest" | undefined;
};

/** A subscription in the team's list. Amounts in minor units, times in unix milliseconds. */
export type ListedSubscription = Pick<
  SubscriptionRow,
  | "id"
  | "status"
  | "disputeStatus"
  | "currentPeriodEnd"
  | "cancelAt"
  | "endedAt"
  | "createdAt"
  | "stripeSubscriptionId"
> & {
  user: UserSummary;
  items: (Pick<
    SubscriptionItemRow,
    "amountMinor" | "currency" | "interval" | "intervalCount" | "quantity" | "taxBehavior"
  > & { productName: string | null })[];
  next: Omit<NextStep, "amountMinor">;
};

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
export async function searchSubscriptions(
  ctx: Ctx,
  input: SubscriptionSearch & PageInput,
): Promise<Page<ListedSubscription> & { isTruncated: boolean }> {
  const { limit = PAGE_SIZE, cursor } = input;
  const { filter, isTruncated } = await resolveFilter(ctx, input);
  const rows = await listSubscriptionsByTime(ctx.db, ctx.config.stripe.mode, filter, {
    oldestFirst: input.sort === "oldest",
    after: cursor === undefined ? undefined : decodeCursor(cursor),
    limit: limit + 1,
  });
  const page = toPage(rows, limit, ({ subscription }) => ({
    value: subscription.createdAt,
    id: subscription.id,
  }));
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
      id: subscription.id,
      status: subscription.status,
      disputeStatus: subscription.disputeStatus,
      currentPeriodEnd: subscription.currentPeriodEnd,
      cancelAt: subscription.cancelAt,
      endedAt: subscription.endedAt,
      createdAt: subscription.createdAt,
      stripeSubscriptionId: subscription.stripeSubscriptionId,
      user,
      items: (itemsOf.get(subscription.id) ?? []).map((item) => ({
        amountMinor: getExactAmount(item),
        currency: item.currency,
        interval: item.interval,
        intervalCount: item.intervalCount,
        quantity: item.quantity,
        taxBehavior: item.taxBehavior,
        productName: products.get(item.productId ?? "")?.name ?? null,
      })),
      next: nextStepOf(subscription),
    })),
    nextCursor: page.nextCursor,
    isTruncated,
  };
}

/** Counts the subscriptions that match a search: `count`, or more if `isMore`. */
export async function summarizeSubscriptions(
  ctx: Ctx,
  input: SubscriptionSearch,
): Promise<{ count: number; isMore: boolean }> {
  const { filter } = await resolveFilter(ctx, input);
  const limit = MAX_COUNTED + 1;
  const count = await countSubscriptions(ctx.db, ctx.config.stripe.mode, filter, limit);
  return { count: Math.min(count, MAX_COUNTED), isMore: count > MAX_COUNTED };
}

/** Resolves the search text to users, and a product that few subscribe to to its subscriptions. */
async function resolveFilter(
  ctx: Ctx,
  { search, status, productId, from, to }: SubscriptionSearch,
): Promise<{ filter: SubscriptionFilter; isTruncated: boolean }> {
  const [matches, ids] = await Promise.all([
    search === undefined ? null : searchUserIds(ctx, { search }),
    productId === undefined ? null : listIdsIfFew(ctx, productId),
  ]);
  return {
    filter: {
      state: status,
      ...(ids ? { ids } : { productId }),
      match: matches && search ? { userIds: matches.ids, exactId: search } : undefined,
      createdIn: toTimeRange({ from, to }),
    },
    isTruncated: matches?.isTruncated ?? false,
  };
}
