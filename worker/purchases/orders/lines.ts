import type { OrderRow } from "./store.ts";

/**
 * One product of an order with several, or of one beside a subscription. Amounts are Stripe's, in minor units. It is
 * stored as the feed shows it.
 */
export type OrderLine = {
  /** Stripe's id of the line. */
  id: string;
  productId: string;
  priceId: string | null;
  quantity: number;
  /** With tax and after discounts. */
  totalMinor: number;
  taxMinor: number;
  discountMinor: number;
  /** When it was refunded, which ended its access; as RFC 3339 in UTC, or null. */
  refundedAt: string | null;
};

type WithLines = Pick<OrderRow, "lines">;

/** Returns the lines of an order; null if it has a single product and no lines of its own. */
export function readLines({ lines }: WithLines): OrderLine[] | null {
  return lines === null ? null : (JSON.parse(lines) as OrderLine[]);
}

export const writeLines = (lines: OrderLine[]): string => JSON.stringify(lines);

/** A product of an order, and whether its line was refunded. */
export type OrderedProduct = { id: string; quantity: number; isRefunded: boolean };

/** Returns the products of an order, the first one first. */
export function productsOfOrder(
  order: WithLines & Pick<OrderRow, "productId" | "quantity">,
): OrderedProduct[] {
  const lines = readLines(order);
  if (!lines) return [{ id: order.productId, quantity: order.quantity, isRefunded: false }];
  return lines.map(({ productId: id, quantity, refundedAt }) => ({
    id,
    quantity,
    isRefunded: refundedAt !== null,
  }));
}
