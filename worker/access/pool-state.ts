import type { Access } from "./policy.ts";
import type { SeatPoolRow } from "./store-seats.ts";

/** A purchase, with what it is of and the access that it gives. */
type Source = {
  products: { id: string; quantity: number }[];
  access: Pick<Access, "active" | "until">;
};

/**
 * Returns what a seat pool says of its purchase. Of several products, the seats are those of the one that they were of
 * before, or of the one with the most.
 * @param productId which product the seats were of; null for a new pool
 * @returns null for a purchase of nothing
 */
export function readPoolState(
  { products, access }: Source,
  productId: string | null,
  now: number,
): Pick<SeatPoolRow, "productId" | "quantity" | "endsAt"> | null {
  const [most] = products.toSorted((a, b) => b.quantity - a.quantity);
  const product = products.find(({ id }) => id === productId) ?? most;
  if (!product) return null;
  const { active, until } = access;
  return {
    productId: product.id,
    quantity: product.quantity,
    endsAt: active ? until : Math.min(until ?? now, now),
  };
}
