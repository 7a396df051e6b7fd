import { eq } from "drizzle-orm";
import { commit } from "../db/client.ts";
import {
  checkouts,
  stripeCustomers,
  orders,
  payments,
  subscriptions,
} from "../db/schema/billing.ts";
import { grants } from "../db/schema/grants.ts";
import { licenseKeys } from "../db/schema/licenses.ts";
import type { TestShop } from "./shop.ts";

/** Deletes the user's mirrored rows, grants and license keys. */
export async function deleteMirroredRows(shop: TestShop, userId: string): Promise<void> {
  const { db } = shop.ctx();
  await commit(db, [
    db.delete(licenseKeys).where(eq(licenseKeys.userId, userId)),
    db.delete(grants).where(eq(grants.userId, userId)),
    db.delete(orders).where(eq(orders.userId, userId)),
    db.delete(subscriptions).where(eq(subscriptions.userId, userId)),
    db.delete(checkouts).where(eq(checkouts.userId, userId)),
    db.delete(payments).where(eq(payments.userId, userId)),
    db.delete(stripeCustomers).where(eq(stripeCustomers.userId, userId)),
  ]);
}
