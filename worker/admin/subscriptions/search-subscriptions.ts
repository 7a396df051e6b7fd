import type { Ctx } from "../../context.ts";
import {
  decodeCursor,
  PAGE_SIZE,
  toPage,
  type Page,
  type PageInput,
} from "../../db/page-cursor.ts";
import { nextStepOf, type NextStep } from "../../shop/billing/next-step.ts";
import { listNamedProducts } from "../../catalog/map-product-summaries.ts";
import { findPeople, type Person } from "../customers/find-users.ts";
import {
  listIdsOfProduct,
  listItems,
  listSubscriptionsByTime,
  type SubscriptionItemRow,
  type SubscriptionRow,
} from "../../purchases/subscriptions/store.ts";

/** Stripe's statuses, and two states that they do not show. */
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

/** What the team may ask the list of subscriptions for. */
export type SubscriptionSearch = {
  /** The beginning of the holder's email or name, or an id: ours, Stripe's, or of the latest payment intent. */
  search?: string | undefined;
  status?: (typeof subscriptionStates)[number] | undefined;
  productId?: string | undefined;
  sort?: "newest" | "oldest" | undefined;
};

/** A subscription as the team sees it in a list. Amounts in minor units, times in unix milliseconds. */
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
  holder: Person;
  items: (Pick<
    SubscriptionItemRow,
    "amountMinor" | "currency" | "interval" | "intervalCount" | "quantity"
  > & { productName: string | null })[];
  next: Omit<NextStep, "amountMinor">;
};

const FEW = 500;

/**
 * A product's subscriptions where they are few: to find those in everybody's would be to look at nearly all. Where they
 * are many (null) a page of them is soon found.
 */
async function fewOfProduct(ctx: Ctx, productId: string): Promise<string[] | null> {
  const ids = await listIdsOfProduct(ctx.db, productId, FEW + 1);
  return ids.length > FEW ? null : ids;
}

/** Everybody's subscriptions of this mode, newest first unless said otherwise. `isCut` as for orders. */
export async function searchSubscriptions(
  ctx: Ctx,
  input: SubscriptionSearch & PageInput,
): Promise<Page<ListedSubscription> & { isCut: boolean }> {
  const { search, status, productId, limit = PAGE_SIZE, cursor } = input;
  const people = search === undefined ? null : await findPeople(ctx, { search });
  const ids = productId === undefined ? undefined : await fewOfProduct(ctx, productId);
  const rows = await listSubscriptionsByTime(
    ctx.db,
    ctx.config.stripe.mode,
    {
      state: status,
      ...(ids ? { ids } : { productId }),
      match: people && search ? { userIds: people.ids, exactId: search } : undefined,
    },
    {
      oldestFirst: input.sort === "oldest",
      after: cursor === undefined ? undefined : decodeCursor(cursor),
      limit: limit + 1,
    },
  );
  const page = toPage(rows, limit, ({ subscription }) => ({
    value: subscription.createdAt,
    id: subscription.id,
  }));
  const items = await listItems(
    ctx.db,
    page.items.map(({ subscription }) => subscription.id),
  );
  const products = await listNamedProducts(ctx, {
    ids: items.flatMap((item) => item.productId ?? []),
  });
  const itemsOf = Map.groupBy(items, (item) => item.subscriptionId);
  return {
    items: page.items.map(({ subscription, holder }) => ({
      id: subscription.id,
      status: subscription.status,
      disputeStatus: subscription.disputeStatus,
      currentPeriodEnd: subscription.currentPeriodEnd,
      cancelAt: subscription.cancelAt,
      endedAt: subscription.endedAt,
      createdAt: subscription.createdAt,
      stripeSubscriptionId: subscription.stripeSubscriptionId,
      holder,
      items: (itemsOf.get(subscription.id) ?? []).map((item) => ({
        amountMinor: item.amountMinor,
        currency: item.currency,
        interval: item.interval,
        intervalCount: item.intervalCount,
        quantity: item.quantity,
        productName: products.get(item.productId ?? "")?.name ?? null,
      })),
      next: nextStepOf(subscription),
    })),
    nextCursor: page.nextCursor,
    isCut: people?.isCut ?? false,
  };
}
