import { and, asc, desc, eq, getTableColumns, inArray, ne, sql, type SQL } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import type { Statement } from "../../db/client.ts";
import {
  identities,
  isLivingSession,
  linkIntents,
  sessions,
  users,
} from "../../db/schema/account.ts";
import {
  checkouts,
  customers,
  orders,
  payments,
  subscriptionItems,
  subscriptions,
} from "../../db/schema/billing.ts";
import { downloads } from "../../db/schema/files.ts";
import { comps, grants } from "../../db/schema/grants.ts";
import { events } from "../../db/schema/inbox.ts";
import { activations, licenseKeys } from "../../db/schema/licenses.ts";
import { mails } from "../../db/schema/outbox.ts";

export function findUser(db: Database, userId: string) {
  return db.select().from(users).where(eq(users.id, userId)).get();
}

/** A person's identities, oldest first. */
export function listIdentities(db: Database, userId: string) {
  return db
    .select()
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(asc(identities.createdAt));
}

/** Deletes the identity where it is that person's and not the last one. */
export function deleteIdentity(db: Database, userId: string, identityId: string) {
  return db
    .delete(identities)
    .where(
      and(
        eq(identities.id, identityId),
        eq(identities.userId, userId),
        sql`(SELECT count(*) FROM identities WHERE user_id = ${userId}) > 1`,
      ),
    );
}

/** A person's living sessions, last used first. */
export function listSessions(db: Database, userId: string, now: number) {
  return db
    .select({
      id: sessions.id,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      userAgent: sessions.userAgent,
      country: sessions.country,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isLivingSession(now)))
    .orderBy(desc(sessions.lastSeenAt));
}

export function updateName(db: Database, userId: string, name: string, now: number) {
  return db.update(users).set({ name, updatedAt: now }).where(eq(users.id, userId));
}

/** Deletes the session only where it is that person's. */
export function deleteSession(db: Database, userId: string, sessionId: string) {
  return db.delete(sessions).where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
}

export function deleteOtherSessions(db: Database, userId: string, keptSessionId: string) {
  return db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, keptSessionId)));
}

export function deleteSessionsOf(db: Database, userId: string) {
  return db.delete(sessions).where(eq(sessions.userId, userId));
}

/** Every row that is about a person, in one snapshot. */
export async function readPersonalRows(db: Database, userId: string) {
  const { tokenHash: _hash, ...sessionColumns } = getTableColumns(sessions);
  const { stateHash: _state, ...intentColumns } = getTableColumns(linkIntents);
  const {
    leaseToken: _token,
    leaseUntil: _until,
    fence: _fence,
    ...customerColumns
  } = getTableColumns(customers);
  const ownCustomers = db
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.userId, userId));
  const ownSubscriptions = db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId));
  const { keyHash: _keyHash, ...keyColumns } = getTableColumns(licenseKeys);
  const ownKeys = db
    .select({ id: licenseKeys.id })
    .from(licenseKeys)
    .where(eq(licenseKeys.userId, userId));
  const [
    user,
    ids,
    opened,
    intents,
    own,
    opening,
    bought,
    subscribed,
    items,
    granted,
    received,
    given,
    keys,
    activated,
    downloaded,
    mailed,
    paid,
  ] = await db.batch([
    db.select().from(users).where(eq(users.id, userId)),
    db.select().from(identities).where(eq(identities.userId, userId)),
    db.select(sessionColumns).from(sessions).where(eq(sessions.userId, userId)),
    db.select(intentColumns).from(linkIntents).where(eq(linkIntents.userId, userId)),
    db.select(customerColumns).from(customers).where(eq(customers.userId, userId)),
    db.select().from(checkouts).where(inArray(checkouts.customerId, ownCustomers)),
    db.select().from(orders).where(eq(orders.userId, userId)),
    db.select().from(subscriptions).where(eq(subscriptions.userId, userId)),
    db
      .select()
      .from(subscriptionItems)
      .where(inArray(subscriptionItems.subscriptionId, ownSubscriptions)),
    db.select().from(grants).where(eq(grants.userId, userId)),
    db.select().from(events).where(inArray(events.customerId, ownCustomers)),
    db.select().from(comps).where(eq(comps.userId, userId)),
    db.select(keyColumns).from(licenseKeys).where(eq(licenseKeys.userId, userId)),
    db.select().from(activations).where(inArray(activations.licenseKeyId, ownKeys)),
    db.select().from(downloads).where(eq(downloads.userId, userId)),
    db.select().from(mails).where(eq(mails.userId, userId)),
    db.select().from(payments).where(eq(payments.userId, userId)),
  ]);
  return {
    user: user[0] ?? null,
    identities: ids,
    sessions: opened,
    linkIntents: intents,
    customers: own,
    checkouts: opening,
    orders: bought,
    subscriptions: subscribed,
    subscriptionItems: items,
    grants: granted,
    events: received,
    comps: given,
    licenseKeys: keys,
    activations: activated,
    downloads: downloaded,
    mails: mailed,
    payments: paid,
  };
}

export async function countOtherOwners(db: Database, userId: string): Promise<number> {
  return db.$count(
    users,
    and(eq(users.role, "owner"), eq(users.status, "active"), ne(users.id, userId)),
  );
}

/** Makes a person nobody, except the last owner. */
export function anonymizeUser(db: Database, userId: string, now: number) {
  const isNotLastOwner = sql`(role <> 'owner' OR (SELECT count(*) FROM users WHERE role = 'owner' AND status = 'active') > 1)`;
  return db
    .update(users)
    .set({
      name: null,
      email: null,
      emailVerified: false,
      image: null,
      locale: null,
      role: "buyer",
      status: "deleted",
      updatedAt: now,
    })
    .where(and(eq(users.id, userId), isNotLastOwner));
}

/** Takes away what is about a person who is deleted by now; does nothing to anybody else. */
export function deletePersonalRows(db: Database, userId: string): Statement[] {
  const deleted: SQL = sql`(SELECT id FROM users WHERE id = ${userId} AND status = 'deleted')`;
  const ownCustomers = sql`(SELECT id FROM customers WHERE user_id = ${deleted})`;
  return [
    db.delete(identities).where(eq(identities.userId, deleted)),
    db.delete(sessions).where(eq(sessions.userId, deleted)),
    db.delete(linkIntents).where(eq(linkIntents.userId, deleted)),
    db.delete(licenseKeys).where(eq(licenseKeys.userId, deleted)),
    db.delete(grants).where(eq(grants.userId, deleted)),
    db.delete(comps).where(eq(comps.userId, deleted)),
    db.delete(downloads).where(eq(downloads.userId, deleted)),
    db.delete(mails).where(eq(mails.userId, deleted)),
    db.update(customers).set({ email: null }).where(eq(customers.userId, deleted)),
    db
      .update(events)
      .set({ payload: "{}" })
      .where(sql`customer_id IN ${ownCustomers}`),
  ];
}
