import { commit } from "../../worker/db/client.ts";
import { users } from "../../worker/db/schema/account.ts";
import { customers } from "../../worker/db/schema/billing.ts";
import { newId } from "../../worker/lib/ids.ts";
import { toMetadata } from "../../worker/stripe/metadata.ts";
import type { TestShop } from "../../worker/testing/shop.ts";
import { inParallel, WIDTH } from "./run-in-parallel.ts";

/** Who buys, and what there is at Stripe that something can still happen to. */
export type Buyer = {
  userId: string;
  stripeId: string;
  deleted: boolean;
  charges: string[];
  /** Open disputes. */
  disputes: string[];
  subscriptions: string[];
  /** Sessions whose bank debit is under way. */
  debits: string[];
};

/** So many people with a customer at Stripe. Our side knows the customers, and of nothing that they will do. */
export async function makeBuyers(shop: TestShop, count: number): Promise<Buyer[]> {
  const { db, stripe, now } = shop.ctx();
  const buyers: Buyer[] = [];
  await inParallel(Array.from({ length: count }), WIDTH, async () => {
    const userId = newId("usr", now);
    const { id: stripeId } = await stripe.customers.create({ metadata: toMetadata({ userId }) });
    const nothing = { charges: [], disputes: [], subscriptions: [], debits: [] };
    buyers.push({ userId, stripeId, deleted: false, ...nothing });
  });
  await commit(
    db,
    buyers.flatMap(({ userId, stripeId: stripeCustomerId }) => [
      db.insert(users).values({ id: userId, createdAt: now, updatedAt: now }),
      db
        .insert(customers)
        .values({ id: newId("cst", now), userId, stripeCustomerId, mode: "test", createdAt: now }),
    ]),
  );
  return buyers;
}
