import { listProductsById, listRecurringPrices } from "../../catalog/store.ts";
import type { Ctx } from "../../context.ts";
import type { OrderRow } from "../orders/store.ts";
import type { SubscriptionWithItems } from "./list-subscriptions.ts";
import { hasEnded } from "./statuses.ts";

/** How a user can subscribe again to what has ended. */
export type Resubscription = {
  productId: string;
  slug: string;
  /** Our id of the price that was paid; null if it is no longer for sale, and the user chooses another one. */
  priceId: string | null;
  quantity: number;
};

const keptStatuses = new Set<OrderRow["status"]>(["pending", "paid", "partially_refunded"]);

/**
 * Returns how to subscribe again, by the id of the ended subscription. Only the newest one of each product has it, and
 * only while the product is for sale and the user has neither it nor another product of its plan group.
 * @param input the user's purchases, newest first
 */
export async function mapResubscriptions(
  ctx: Ctx,
  input: {
    subscriptions: SubscriptionWithItems[];
    orders: Pick<OrderRow, "productId" | "status" | "giftId">[];
  },
): Promise<Map<string, Resubscription>> {
  const ended = input.subscriptions.filter(hasEnded);
  if (ended.length === 0) return new Map();
  const listProductIds = (subscriptions: SubscriptionWithItems[]) =>
    subscriptions.flatMap(({ items }) => items.flatMap(({ productId }) => productId ?? []));
  const heldIds = new Set([
    ...listProductIds(input.subscriptions.filter((subscription) => !hasEnded(subscription))),
    ...input.orders.flatMap(({ productId, status, giftId }) =>
      keptStatuses.has(status) && giftId === null ? productId : [],
    ),
  ]);
  const [products, sold] = await Promise.all([
    listProductsById(ctx.db, [...new Set([...listProductIds(ended), ...heldIds])]),
    listRecurringPrices(ctx.db, {
      mode: ctx.config.stripe.mode,
      productIds: listProductIds(ended),
      groups: [],
      stripePriceIds: [],
    }),
  ]);
  const productOf = new Map(products.map((product) => [product.id, product]));
  const heldGroups = new Set([...heldIds].map((id) => productOf.get(id)?.planGroup ?? null));
  const offeredIds = new Set<string>();
  return new Map(
    ended.flatMap(({ id, items }) => {
      const item = items.find(({ productId }) => productId !== null);
      const product = productOf.get(item?.productId ?? "");
      if (!item || product?.status !== "published" || offeredIds.has(product.id)) return [];
      offeredIds.add(product.id);
      const { planGroup } = product;
      if (heldIds.has(product.id) || (planGroup !== null && heldGroups.has(planGroup))) return [];
      const price = sold.find((plan) => plan.price.stripePriceId === item.stripePriceId)?.price;
      const { quantity } = item;
      const { id: productId, slug } = product;
      return [[id, { productId, slug, priceId: price?.id ?? null, quantity }] as const];
    }),
  );
}
