import type { Ctx } from "../../context.ts";
import {
  decodeCursor,
  PAGE_SIZE,
  toPage,
  type Page,
  type PageInput,
} from "../../db/page-cursor.ts";
import { searchUserIds } from "../customers/find-users.ts";
import { listOrdersByTime, type OrderRow } from "../../purchases/orders/store.ts";

/** Filters of the team's list of orders. */
export type OrderSearch = {
  /** The start of the user's email or name, or an id: ours, or that of Stripe's session or payment intent. */
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
  const { search, status, productId, limit = PAGE_SIZE, cursor } = input;
  const matches = search === undefined ? null : await searchUserIds(ctx, { search });
  const rows = await listOrdersByTime(
    ctx.db,
    ctx.config.stripe.mode,
    {
      status,
      productId,
      match: matches && search ? { userIds: matches.ids, exactId: search } : undefined,
    },
    {
      oldestFirst: input.sort === "oldest",
      after: cursor === undefined ? undefined : decodeCursor(cursor),
      limit: limit + 1,
    },
  );
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
    isTruncated: matches?.isTruncated ?? false,
  };
}
