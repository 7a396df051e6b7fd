import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database, Statement } from "../../db/client.ts";
import { identities, linkIntents, sessions, users } from "../../db/schema/account.ts";
import { checkouts, customers, orders, payments, subscriptions } from "../../db/schema/billing.ts";
import { downloads } from "../../db/schema/files.ts";
import { comps, grants } from "../../db/schema/grants.ts";
import { licenseKeys } from "../../db/schema/licenses.ts";
import { mails } from "../../db/schema/outbox.ts";

/** Two accounts of one person: `fromId` is closed, and all of it becomes `intoId`'s. */
export type MergePair = { fromId: string; intoId: string };

/** Both people, those who are not there left out. */
export function findPair(db: Database, { fromId, intoId }: MergePair) {
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

/** How much of everything is a person's. */
export async function countBelongings(db: Database, userId: string) {
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

const isOfPair = ({ fromId, intoId }: MergePair) => inArray(customers.userId, [fromId, intoId]);

/** First in the batch: breaks it where one of the two is no active buyer any more. */
export function assertBuyers(db: Database, { fromId, intoId }: MergePair): Statement {
  return db
    .update(users)
    .set({
      createdAt: sql`CASE WHEN status = 'active' AND role = 'buyer' THEN created_at END`,
    })
    .where(inArray(users.id, [fromId, intoId]));
}

/**
 * Next in the batch: breaks the check `fence = 1`, and so the batch, where a sync holds one of the two. A lease that ran
 * out is taken away, for its sync may still be under way: it finds its token gone and writes nothing for who was merged.
 */
export function assertNoSync(db: Database, pair: MergePair, now: number): Statement {
  return db
    .update(customers)
    .set({
      fence: sql`(lease_token IS NULL OR lease_until <= ${now})`,
      leaseToken: null,
      leaseUntil: 0,
    })
    .where(isOfPair(pair));
}

/** Whether an error is that of `assertNoSync`. */
export function isSyncUnderWay(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if (at.message.includes("customers_fence")) return true;
  return false;
}

/**
 * The move itself. What a customer at Stripe brought follows that customer, which becomes a secondary one where the
 * other account has its own; downloads of the same file are added up.
 */
export function moveBelongings(db: Database, { fromId, intoId }: MergePair): Statement[] {
  const toInto = { userId: intoId };
  const ofFrom = sql`(SELECT id FROM customers WHERE user_id = ${fromId})`;
  return [
    // One checkout of a group is open per person; what Stripe knows of them was settled before.
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
    db.update(comps).set(toInto).where(eq(comps.userId, fromId)),
    db.update(licenseKeys).set(toInto).where(eq(licenseKeys.userId, fromId)),
    db.update(mails).set(toInto).where(eq(mails.userId, fromId)),
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
      .update(customers)
      .set({
        userId: intoId,
        isSecondary: sql`(is_secondary = 1 OR EXISTS (SELECT 1 FROM customers AS own
          WHERE own.user_id = ${intoId} AND own.mode = customers.mode AND own.is_secondary = 0))`,
      })
      .where(eq(customers.userId, fromId)),
    db
      .update(customers)
      .set({ dirtySeq: sql`${customers.dirtySeq} + 1` })
      .where(eq(customers.userId, intoId)),
  ];
}

/** Closes the account that has nothing any more: nobody can sign in to it, and it names nobody. */
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
        status: "deleted",
        updatedAt: now,
      })
      .where(eq(users.id, userId)),
  ];
}
