import { listProductsById, listRecurringPrices } from "../../catalog/store.ts";
import type { GiftRow } from "../../access/store.ts";
import type { Ctx } from "../../context.ts";
import type { OrderRow } from "../orders/store.ts";
import type { SubscriptionWithItems } from "./list-subscriptions.ts";
import { hasEnded } from "./statuses.ts";

/** How a user can subscribe again to what has ended, or to what they have as a gift for a time. */
export type Resubscription = {
  productId: string;
  slug: string;
  /** Our id of the price that was paid, or of the only one; null if the user chooses one. */
  priceId: string | null;
  quantity: number;
};

const keptStatuses = new Set<OrderRow["status"]>(["pending", "paid", "partially_refunded"]);

/**
 * Returns how to subscribe again, by the id of the ended subscription, or of the gift with an end. Only the newest one of
 * each product has it, and only while the product is for sale and the user has neither it nor another product of its plan
 * group.
 * @param input the user's purchases, newest first; and their gifts, if these are asked for
 */
export async function mapResubscriptions(
  ctx: Ctx,
  input: {
    subscriptions: SubscriptionWithItems[];
    orders: Pick<OrderRow, "productId" | "status" | "giftId">[];
    gifts?: Pick<GiftRow, "id" | "productId" | "endsAt" | "endedAt" | "seatOf">[];
  },
): Promise<Map<string, Resubscription>> {
  const ended = input.subscriptions.filter(hasEnded);
  const given = (input.gifts ?? []).filter(({ seatOf }) => seatOf === null);
  const temporary = given.filter(({ endsAt, endedAt }) => endsAt !== null && endedAt === null);
  if (ended.length + temporary.length === 0) return new Map();
  const listProductIds = (subscriptions: SubscriptionWithItems[]) =>
    subscriptions.flatMap(({ items }) => items.flatMap(({ productId }) => productId ?? []));
  const heldIds = new Set([
    ...listProductIds(input.subscriptions.filter((subscription) => !hasEnded(subscription))),
    ...input.orders.flatMap(({ productId, status, giftId }) =>
      keptStatuses.has(status) && giftId === null ? productId : [],
    ),
    ...given.flatMap(({ productId, endsAt, endedAt }) =>
      endsAt === null && endedAt === null ? productId : [],
    ),
  ]);
  const wantedIds = [...listProductIds(ended), ...temporary.map(({ productId }) => productId)];
  const [products, sold] = await Promise.all([
    listProductsById(ctx.db, [...new Set([...wantedIds, ...heldIds])]),
    listRecurringPrices(ctx.db, {
      mode: ctx.config.stripe.mode,
      productIds: wantedIds,
      groups: [],
      stripePriceIds: [],
    }),
  ]);
  const productOf = new Map(products.map((product) => [product.id, product]));
  const heldGroups = new Set([...heldIds].map((id) => productOf.get(id)?.planGroup ?? null));
  const offeredIds = new Set<string>();
  /** @returns the product, unless the user has it, or was offered it before */
  const findOffered = (productId: string) => {
    const product = productOf.get(productId);
    if (product?.status !== "published" || offeredIds.has(productId)) return undefined;
    offeredIds.add(productId);
    const { planGroup } = product;
    const isHeld = heldIds.has(productId) || (planGroup !== null && heldGroups.has(planGroup));
    return isHeld ? undefined : product;
  };
  const again = ended.flatMap(({ id, items }) => {
    const item = items.find(({ productId }) => productId !== null);
    const product = findOffered(item?.productId ?? "");
    if (!item || !product) return [];
    const price = sold.find((plan) => plan.price.stripePriceId === item.stripePriceId)?.price;
    const { quantity } = item;
    const { id: productId, slug } = product;
    return [[id, { productId, slug, priceId: price?.id ?? null, quantity }] as const];
  });
  const afterGift = temporary.flatMap(({ id, productId }) => {
    const prices = sold.filter(({ product }) => product.id === productId);
    const product = prices.length > 0 ? findOffered(productId) : undefined;
    if (!product) return [];
    const priceId = prices.length === 1 ? prices[0]!.price.id : null;
    return [[id, { productId, slug: product.slug, priceId, quantity: 1 }] as const];
  });
  return new Map([...again, ...afterGift]);
}
