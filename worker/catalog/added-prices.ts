/**
 * Returns the price of each product that is offered beside another price: the cheapest one in its currency.
 * @param found cheapest first
 */
export function findAddedPrices<Found extends { price: { productId: string; currency: string } }>(
  beside: { currency: string },
  found: Found[],
): Found[] {
  const cheapest = new Map<string, Found>();
  for (const one of found)
    if (one.price.currency === beside.currency && !cheapest.has(one.price.productId))
      cheapest.set(one.price.productId, one);
  return [...cheapest.values()];
}

type Together = { id: string; planGroup: string | null; parts: string[] | null };

/** Whether two products can be one purchase: a user has one product of a plan group. */
export const canBeTogether = (product: Together, other: Together): boolean =>
  product.id !== other.id &&
  !product.parts?.includes(other.id) &&
  (product.planGroup === null || product.planGroup !== other.planGroup);
