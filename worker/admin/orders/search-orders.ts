import type { Ctx } from "../../context.ts";
import {
  decodeCursor,
  PAGE_SIZE,
  toPage,
  type Page,
  type PageInput,
} from "../../db/page-cursor.ts";
import { searchUserIds } from "../customers/find-users.ts";
import {
  addUpOrders,
  listOrdersByTime,
  type CurrencyTotal,
  type OrderFilter,
} from "../../purchases/orders/store-search.ts";
import type { OrderRow } from "../../purchases/orders/store.ts";
import { toTimeRange, type DayRange } from "../../lib/time.ts";
import { MAX_COUNTED } from "../../db/page-cursor.ts";

/** Filters of the team's list of orders. The days are those of the purchases. */
export type OrderSearch = DayRange & {
  /** Any part of the user's name or email, or an id: ours, or that of Stripe's session or payment intent. */
  search?: string | undefined;
  status?: OrderRow["status"] | undefined;
  productId?: string | undefined;
  sort?: "newest" | "oldest" | undefined;
};

/** An order in the team's list. Amounts in minor units. */
export type ListedOrder = Pick<
  OrderRow,
  | "id"
  | "status"
  | "disputeStatus"
  | "quantity"
  | "totalMinor"
  | "taxMinor"
  | "discountMinor"
  | "refundedMinor"
  | "currency"
  | "createdAt"
  | "stripePaymentIntentId"
> & {
  user: { id: string; name: string | null; email: string | null };
  product: { id: string; name: string };
};

/** `isTruncated`: more users match the search than were considered. */
export type OrderSearchResult = Page<ListedOrder> & { isTruncated: boolean };

/** Searches all orders of this mode, newest first by default. */
export async function searchOrders(
  ctx: Ctx,
  input: OrderSearch & PageInput,
): Promise<OrderSearchResult> {
  const { limit = PAGE_SIZE, cursor } = input;
  const { filter, isTruncated } = await resolveFilter(ctx, input);
  const rows = await listOrdersByTime(ctx.db, ctx.config.stripe.mode, filter, {
    oldestFirst: input.sort === "oldest",
    after: cursor === undefined ? undefined : decodeCursor(cursor),
    limit: limit + 1,
  });
  const page = toPage(rows, limit, ({ order }) => ({ value: order.createdAt, id: order.id }));
  return {
    items: page.items.map(({ order, user, product }) => ({
      id: order.id,
      status: order.status,
      disputeStatus: order.disputeStatus,
      quantity: order.quantity,
      totalMinor: order.totalMinor,
      taxMinor: order.taxMinor,
      discountMinor: order.discountMinor,
      refundedMinor: order.refundedMinor,
      currency: order.currency,
      createdAt: order.createdAt,
      stripePaymentIntentId: order.stripePaymentIntentId,
      user,
      product,
    })),
    nextCursor: page.nextCursor,
    isTruncated,
  };
}

/**
 * How many orders match a search: `count`, or more if `isMore`. `totals` are null then: with so many orders, adding them
 * up would cost more than the list. Amounts in minor units, by currency, of the orders that were paid.
 */
export type OrderSummary = {
  count: number;
  isMore: boolean;
  totals: Pick<CurrencyTotal, "currency" | "paidMinor" | "refundedMinor">[] | null;
};

/** Counts the orders that match a search, and adds them up. */
export async function summarizeOrders(ctx: Ctx, input: OrderSearch): Promise<OrderSummary> {
  const { filter } = await resolveFilter(ctx, input);
  const rows = await addUpOrders(ctx.db, ctx.config.stripe.mode, filter, MAX_COUNTED + 1);
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  if (count > MAX_COUNTED) return { count: MAX_COUNTED, isMore: true, totals: null };
  const totals = rows.map(({ currency, paidMinor, refundedMinor }) => ({
    currency,
    paidMinor,
    refundedMinor,
  }));
  return { count, isMore: false, totals };
}

/** Resolves the search text to users. */
async function resolveFilter(
  ctx: Ctx,
  { search, status, productId, from, to }: OrderSearch,
): Promise<{ filter: OrderFilter; isTruncated: boolean }> {
  const matches = search === undefined ? null : await searchUserIds(ctx, { search });
  return {
    filter: {
      status,
      productId,
      match: matches && search ? { userIds: matches.ids, exactId: search } : undefined,
      createdIn: toTimeRange({ from, to }),
    },
    isTruncated: matches?.isTruncated ?? false,
  };
}
