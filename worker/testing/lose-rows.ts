import { eq } from "drizzle-orm";
import { commit } from "../db/client.ts";
import { orders, subscriptions } from "../db/schema/billing.ts";
import { grants } from "../db/schema/grants.ts";
import { licenseKeys } from "../db/schema/licenses.ts";
import type { TestShop } from "./shop.ts";

/**
 * Deletes the user's grants, orders and subscriptions, as somebody does who wants them made anew by a rebuild. The
 * database refuses to delete a grant that a license key refers to, so the keys are detached first.
 */
export async function loseRows(shop: Pick<TestShop, "ctx">, userId: string): Promise<void> {
  const { db } = shop.ctx();
  await commit(db, [
    db.update(licenseKeys).set({ grantId: null }).where(eq(licenseKeys.userId, userId)),
    db.delete(grants).where(eq(grants.userId, userId)),
    db.delete(orders).where(eq(orders.userId, userId)),
    db.delete(subscriptions).where(eq(subscriptions.userId, userId)),
  ]);
}
