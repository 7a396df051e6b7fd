import { listGrantsInForce } from "../../worker/access/list-grants.ts";
import type { TestShop } from "../../worker/testing/shop.ts";
import type { StormUser } from "./storm-users.ts";
import { computeExpectedAccess } from "./compute-expected-access.ts";

/** Returns the users whose access differs from the expected access. */
export async function findWrongAccess(
  shop: TestShop,
  stormUsers: StormUser[],
): Promise<StormUser[]> {
  const expectedAccess = await computeExpectedAccess(shop, Date.now());
  const wrong: StormUser[] = [];
  for (const user of stormUsers) {
    const { userId, stripeCustomerId } = user;
    const grantsInForce = await listGrantsInForce(shop.asUser(userId), { userId });
    const actualProductIds = new Set(grantsInForce.map(({ grant }) => grant.productId));
    const expectedProductIds = expectedAccess.get(stripeCustomerId) ?? new Set();
    if (actualProductIds.symmetricDifference(expectedProductIds).size > 0) wrong.push(user);
  }
  return wrong;
}
