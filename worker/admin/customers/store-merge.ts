import { and, eq, inArray, sql } from "drizzle-orm";
import { abortUnless, type Database, type Statement } from "../../db/client.ts";
import { identities, linkIntents, sessions, users } from "../../db/schema/account.ts";
import {
  checkouts,
  stripeCustomers,
  orders,
  payments,
  subscriptions,
} from "../../db/schema/billing.ts";
import { customerNotes } from "../../db/schema/customer-notes.ts";
import { checkoutLinks, claims } from "../../db/schema/developers.ts";
import { downloads } from "../../db/schema/files.ts";
import { gifts, grants } from "../../db/schema/grants.ts";
import { licenseKeys } from "../../db/schema/licenses.ts";
import { outboxEmails } from "../../db/schema/outbox.ts";

/** Two accounts of one user: `fromId` is closed, and everything it has moves to `intoId`. */
export type MergePair = { fromId: string; intoId: string };

/** Returns both users. A missing user is left out. */
export function findUsersOfPair(db: Database, { fromId, intoId }: MergePair) {
  return db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      emailVerified: users.emailVerified,
      role: users.role,
      status: users.status,
    })
    .from(users)
    .where(inArray(users.id, [fromId, intoId]));
}

/** Counts what a user has, by kind. */
export async function countUserData(db: Database, userId: string) {
  const ofUser = (table: string) => `(SELECT count(*) FROM ${table} WHERE user_id = ?1)`;
  const tables = [
    "identities",
    "orders",
    "subscriptions",
    "comps",
    "grants",
    "license_keys",
    "downloads",
    "mails",
    "sessions",
  ];
  const open = `(SELECT count(*) FROM checkouts WHERE user_id = ?1 AND status = 'open')`;
  const row = await db.$client
    .prepare(
      `SELECT ${tables.map((table) => `${ofUser(table)} AS ${table}`).join(", ")}, ${open} AS openCheckouts`,
    )
    .bind(userId)
    .first<Record<string, number>>();
  const count = (name: string) => row?.[name] ?? 0;
  return {
    identities: count("identities"),
    orders: count("orders"),
    subscriptions: count("subscriptions"),
    comps: count("comps"),
    grants: count("grants"),
    licenseKeys: count("license_keys"),
    downloads: count("downloads"),
    mails: count("mails"),
    sessions: count("sessions"),
    openCheckouts: count("openCheckouts"),
  };
}

const isOfPair = ({ fromId, intoId }: MergePair) =>
  inArray(stripeCustomers.userId, [fromId, intoId]);

/** First in the batch: aborts it unless both are active buyers. */
export function assertBuyers(db: Database, { fromId, intoId }: MergePair): Statement {
  const isActiveBuyer = and(eq(users.status, "active"), eq(users.role, "buyer"));
  return abortUnless(db, users.createdAt, isActiveBuyer, inArray(users.id, [fromId, intoId]));
}

/**
 * Next in the batch: violates the check `fence = 1`, and so aborts the batch, while a sync has a lease on one of the
 * two. An expired lease is removed, because its sync may still be running: it then finds its token gone and writes
 * nothing for the merged account.
 */
export function assertNoSync(db: Database, pair: MergePair, now: number): Statement {
  return db
    .update(stripeCustomers)
    .set({
      fence: sql`(lease_token IS NULL OR lease_until <= ${now})`,
      leaseToken: null,
      leaseUntil: 0,
    })
    .where(isOfPair(pair));
}

/** Returns whether an error comes from `assertNoSync`. */
export function isSyncInProgressError(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if (at.message.includes("customers_fence")) return true;
  return false;
}

/**
 * Moves everything to `intoId`. Rows of a Stripe customer move with it; it becomes secondary if the other account has
 * its own. Download counts of the same file are added up.
 */
export function moveUserData(db: Database, { fromId, intoId }: MergePair): Statement[] {
  const toInto = { userId: intoId };
  const ofFrom = sql`(SELECT id FROM customers WHERE user_id = ${fromId})`;
  return [
    // Each user can have one open checkout per group. Those that Stripe knows were closed before this.
    db
      .update(checkouts)
      .set({ status: "expired" })
      .where(and(eq(checkouts.userId, fromId), eq(checkouts.status, "open"))),
    db
      .update(checkouts)
      .set(toInto)
      .where(sql`${checkouts.customerId} IN ${ofFrom}`),
    db
      .update(payments)
      .set(toInto)
      .where(sql`${payments.customerId} IN ${ofFrom}`),
    db.update(orders).set(toInto).where(eq(orders.userId, fromId)),
    db.update(subscriptions).set(toInto).where(eq(subscriptions.userId, fromId)),
    db.update(grants).set(toInto).where(eq(grants.userId, fromId)),
    db.update(gifts).set(toInto).where(eq(gifts.userId, fromId)),
    db.update(claims).set({ claimedBy: intoId }).where(eq(claims.claimedBy, fromId)),
    db.update(checkoutLinks).set(toInto).where(eq(checkoutLinks.userId, fromId)),
    db.update(licenseKeys).set(toInto).where(eq(licenseKeys.userId, fromId)),
    db.update(outboxEmails).set(toInto).where(eq(outboxEmails.userId, fromId)),
    db.update(customerNotes).set(toInto).where(eq(customerNotes.userId, fromId)),
    db.update(identities).set(toInto).where(eq(identities.userId, fromId)),
    db
      .insert(downloads)
      .select(
        db
          .select({
            userId: sql<string>`${intoId}`.as("user_id"),
            fileVersionId: downloads.fileVersionId,
            count: downloads.count,
            firstAt: downloads.firstAt,
            lastAt: downloads.lastAt,
          })
          .from(downloads)
          .where(eq(downloads.userId, fromId)),
      )
      .onConflictDoUpdate({
        target: [downloads.userId, downloads.fileVersionId],
        set: {
          count: sql`count + excluded.count`,
          firstAt: sql`min(first_at, excluded.first_at)`,
          lastAt: sql`max(last_at, excluded.last_at)`,
        },
      }),
    db.delete(downloads).where(eq(downloads.userId, fromId)),
    db
      .update(stripeCustomers)
      .set({
        userId: intoId,
        isSecondary: sql`(is_secondary = 1 OR EXISTS (SELECT 1 FROM customers AS own
          WHERE own.user_id = ${intoId} AND own.mode = customers.mode AND own.is_secondary = 0))`,
      })
      .where(eq(stripeCustomers.userId, fromId)),
    db
      .update(stripeCustomers)
      .set({ dirtySeq: sql`${stripeCustomers.dirtySeq} + 1` })
      .where(eq(stripeCustomers.userId, intoId)),
  ];
}

/** Closes the emptied account: removes its personal data, and nobody can sign in to it anymore. */
export function closeAccount(db: Database, userId: string, now: number): Statement[] {
  return [
    db.delete(sessions).where(eq(sessions.userId, userId)),
    db.delete(linkIntents).where(eq(linkIntents.userId, userId)),
    db
      .update(users)
      .set({
        name: null,
        email: null,
        emailVerified: false,
        image: null,
        locale: null,
        timeZone: null,
        status: "deleted",
        updatedAt: now,
      })
      .where(eq(users.id, userId)),
  ];
}
