import type { Ctx } from "../../context.ts";
import {
  decodeCursor,
  PAGE_SIZE,
  toPage,
  type Page,
  type PageInput,
} from "../../db/page-cursor.ts";
import { findPeople } from "../customers/find-users.ts";
import { listOrdersByTime, type OrderRow } from "../../purchases/orders/store.ts";

/** What the team may ask the list of orders for. */
export type OrderSearch = {
  /** The beginning of the buyer's email or name, or an id: ours, or Stripe's session's or payment intent's. */
  search?: string | undefined;
  status?: OrderRow["status"] | undefined;
  productId?: string | undefined;
  sort?: "newest" | "oldest" | undefined;
};

/** An order as the team sees it in a list, amounts in minor units. */
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
  buyer: { id: string; name: string | null; email: string | null };
  product: { id: string; name: string };
};

/** `isCut`: more people fit the search than were looked at. */
export type FoundOrders = Page<ListedOrder> & { isCut: boolean };

/** Everybody's orders of this mode, newest first unless said otherwise. */
export async function searchOrders(ctx: Ctx, input: OrderSearch & PageInput): Promise<FoundOrders> {
  const { search, status, productId, limit = PAGE_SIZE, cursor } = input;
  const people = search === undefined ? null : await findPeople(ctx, { search });
  const rows = await listOrdersByTime(
    ctx.db,
    ctx.config.stripe.mode,
    {
      status,
      productId,
      match: people && search ? { userIds: people.ids, exactId: search } : undefined,
    },
    {
      oldestFirst: input.sort === "oldest",
      after: cursor === undefined ? undefined : decodeCursor(cursor),
      limit: limit + 1,
    },
  );
  const page = toPage(rows, limit, ({ order }) => ({ value: order.createdAt, id: order.id }));
  return {
    items: page.items.map(({ order, buyer, product }) => ({
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
      buyer,
      product,
    })),
    nextCursor: page.nextCursor,
    isCut: people?.isCut ?? false,
  };
}
