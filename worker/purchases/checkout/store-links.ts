import { and, desc, eq, isNull, lte, sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { matches, type Database } from "../../db/client.ts";
import { checkouts } from "../../db/schema/billing.ts";
import { checkoutLinks } from "../../db/schema/developers.ts";

export type CheckoutLinkRow = typeof checkoutLinks.$inferSelect;

export function insertCheckoutLink(db: Database, row: CheckoutLinkRow) {
  return db.insert(checkoutLinks).values(row);
}

/** Finds a link with the state of the checkout that it opened; `checkoutStatus` is null if it opened none yet. */
export function findCheckoutLink(db: Database, id: string, mode: Mode) {
  return db
    .select({ link: checkoutLinks, checkoutStatus: checkouts.status })
    .from(checkoutLinks)
    .leftJoin(checkouts, eq(checkouts.id, checkoutLinks.checkoutId))
    .where(matches(checkoutLinks, { id, mode }))
    .get();
}

/** Finds the newest link that led to a checkout. */
export function findLinkOfCheckout(db: Database, checkoutId: string) {
  return db
    .select()
    .from(checkoutLinks)
    .where(eq(checkoutLinks.checkoutId, checkoutId))
    .orderBy(desc(checkoutLinks.id))
    .limit(1)
    .get();
}

/** Records the checkout that a link opened. A link whose checkout was paid keeps it. */
export function setCheckoutOfLink(db: Database, input: { id: string; checkoutId: string }) {
  const isPaid = sql`EXISTS (SELECT 1 FROM checkouts
    WHERE checkouts.id = ${checkoutLinks.checkoutId} AND checkouts.status = 'complete')`;
  return db
    .update(checkoutLinks)
    .set({ checkoutId: input.checkoutId })
    .where(and(eq(checkoutLinks.id, input.id), sql`NOT ${isPaid}`));
}

/** Deletes the links that expired by `until` and opened no checkout. */
export function deleteUnusedLinks(db: Database, until: number) {
  return db
    .delete(checkoutLinks)
    .where(and(isNull(checkoutLinks.checkoutId), lte(checkoutLinks.expiresAt, until)));
}
