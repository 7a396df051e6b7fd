import { listGrantedBenefits } from "../../worker/access/list-grants.ts";
import type { TestShop } from "../../worker/testing/shop.ts";
import type { Buyer } from "./storm-users.ts";
import { idealAccess } from "./compute-expected-access.ts";

/** Buyers who have something that they should not have, or have not what they should. */
export async function findWrongAccess(shop: TestShop, buyers: Buyer[]): Promise<Buyer[]> {
  const ideal = await idealAccess(shop, Date.now());
  const wrong: Buyer[] = [];
  for (const buyer of buyers) {
    const { userId, stripeId } = buyer;
    const live = await listGrantedBenefits(shop.as(userId), { userId });
    const has = new Set(live.map(({ grant }) => grant.productId));
    const should = ideal.get(stripeId) ?? new Set();
    if (has.symmetricDifference(should).size > 0) wrong.push(buyer);
  }
  return wrong;
}
