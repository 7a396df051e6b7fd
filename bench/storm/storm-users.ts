import { commit } from "../../worker/db/client.ts";
import { users } from "../../worker/db/schema/account.ts";
import { stripeCustomers } from "../../worker/db/schema/billing.ts";
import { newId } from "../../worker/lib/ids.ts";
import { toMetadata } from "../../worker/stripe/metadata.ts";
import type { TestShop } from "../../worker/testing/shop.ts";
import { runInParallel, CONCURRENCY } from "./run-in-parallel.ts";

/** A user, and the ids of their objects at Stripe that incidents can apply to. */
export type StormUser = {
  userId: string;
  stripeCustomerId: string;
  deleted: boolean;
  charges: string[];
  /** Open disputes. */
  disputes: string[];
  subscriptions: string[];
  /** Checkout sessions with a pending bank debit. */
  debits: string[];
};

/** Creates users who are linked to a Stripe customer and have no purchases. */
export async function createStormUsers(shop: TestShop, count: number): Promise<StormUser[]> {
  const { db, stripe, now } = shop.ctx();
  const stormUsers: StormUser[] = [];
  await runInParallel(Array.from({ length: count }), CONCURRENCY, async () => {
    const userId = newId("usr", now);
    const { id: stripeCustomerId } = await stripe.customers.create({
      metadata: toMetadata({ userId }),
    });
    const noObjects = { charges: [], disputes: [], subscriptions: [], debits: [] };
    stormUsers.push({ userId, stripeCustomerId, deleted: false, ...noObjects });
  });
  await commit(
    db,
    stormUsers.flatMap(({ userId, stripeCustomerId }) => [
      db.insert(users).values({ id: userId, createdAt: now, updatedAt: now }),
      db
        .insert(stripeCustomers)
        .values({ id: newId("cst", now), userId, stripeCustomerId, mode: "test", createdAt: now }),
    ]),
  );
  return stormUsers;
}
