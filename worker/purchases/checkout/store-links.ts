import { eq, sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { matches, type Database, type Statement } from "../../db/client.ts";
import type { OldRows } from "../../db/old-rows.ts";
import { checkouts } from "../../db/schema/billing.ts";
import { checkoutLinks } from "../../db/schema/developers.ts";
import { permanentLinks } from "../../db/schema/permanent-links.ts";

export type CheckoutLinkRow = typeof checkoutLinks.$inferSelect;

export function insertCheckoutLink(db: Database, row: CheckoutLinkRow): Statement {
  return db.insert(checkoutLinks).values(row);
}

/** The checkout of a link that was paid. Several users may have opened the link. */
const paidCheckout = sql`(SELECT id FROM checkouts INDEXED BY checkouts_link
  WHERE link_id = checkout_links.id AND link_id IS NOT NULL AND status = 'complete' LIMIT 1)`;

/** Finds a link, and whether a checkout that it opened was paid. */
export function findCheckoutLink(db: Database, id: string, mode: Mode) {
  return db
    .select({ link: checkoutLinks, isPaid: sql<0 | 1>`${paidCheckout} IS NOT NULL` })
    .from(checkoutLinks)
    .where(matches(checkoutLinks, { id, mode }))
    .get();
}

/**
 * Finds where a buyer goes after paying, and what that URL names: the checkout link, or the checkout itself if a
 * permanent link opened it.
 */
export function findSuccessTarget(db: Database, checkoutId: string) {
  return db
    .select({
      id: sql<string>`coalesce(${checkoutLinks.id}, ${checkouts.id})`,
      successUrl: sql<
        string | null
      >`coalesce(${checkoutLinks.successUrl}, ${permanentLinks.successUrl})`,
    })
    .from(checkouts)
    .leftJoin(checkoutLinks, eq(checkoutLinks.id, checkouts.linkId))
    .leftJoin(permanentLinks, eq(permanentLinks.id, checkouts.linkId))
    .where(eq(checkouts.id, checkoutId))
    .get();
}

/** Records which link opened a checkout. */
export function setLinkOfCheckout(db: Database, input: { id: string; linkId: string }): Statement {
  return db.update(checkouts).set({ linkId: input.linkId }).where(eq(checkouts.id, input.id));
}

/**
 * Links to a checkout that have expired, whatever they opened: they may contain an email. Of those that were paid, only
 * the email is deleted: their purchases have the metadata.
 */
export const expiredLinks: OldRows = {
  name: "expired checkout links",
  // An expired link still says for a while that it has expired.
  kind: "checkout_links",
  remove({ until, limit }) {
    const oldest = sql`rowid IN (SELECT rowid FROM checkout_links
      WHERE checkout_id IS NULL AND expires_at <= ${until} ORDER BY expires_at LIMIT ${limit})`;
    return [
      sql`UPDATE checkout_links SET checkout_id = ${paidCheckout}, email = NULL
        WHERE ${oldest} AND ${paidCheckout} IS NOT NULL`,
      // Those that follow the marked ones may have been paid, too.
      sql`DELETE FROM checkout_links WHERE ${oldest} AND ${paidCheckout} IS NULL`,
    ];
  },
  oldest: () => sql`SELECT expires_at AS at FROM checkout_links
    WHERE checkout_id IS NULL ORDER BY expires_at LIMIT 1`,
};
