import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNull,
  ne,
  sql,
  type SQL,
} from "drizzle-orm";
import type { Database, Statement } from "../../db/client.ts";
import {
  emailTokens,
  identities,
  isActiveSession,
  linkIntents,
  sessions,
  users,
} from "../../db/schema/account.ts";
import {
  checkouts,
  stripeCustomers,
  orders,
  payments,
  subscriptionItems,
  subscriptions,
} from "../../db/schema/billing.ts";
import { customerNotes } from "../../db/schema/customer-notes.ts";
import { checkoutLinks, claims } from "../../db/schema/developers.ts";
import { downloads } from "../../db/schema/files.ts";
import { feedEvents } from "../../db/schema/feed.ts";
import { gifts, grants } from "../../db/schema/grants.ts";
import { auditEntries } from "../../db/schema/audit.ts";
import { events } from "../../db/schema/inbox.ts";
import { activations, licenseKeys } from "../../db/schema/licenses.ts";
import { invitations, savedFilters } from "../../db/schema/team.ts";
import { notificationCursors, notificationSettings } from "../../db/schema/notifications.ts";
import { outboxEmails } from "../../db/schema/outbox.ts";

export function findUser(db: Database, userId: string) {
  return db.select().from(users).where(eq(users.id, userId)).get();
}

/** Returns a user's identities, oldest first. */
export function listIdentities(db: Database, userId: string) {
  return db
    .select()
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(asc(identities.createdAt));
}

/** Deletes the identity if it is the user's and not their last one. */
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

/** Returns a user's active sessions, last used first. */
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
    .where(and(eq(sessions.userId, userId), isActiveSession(now)))
    .orderBy(desc(sessions.lastSeenAt));
}

export function updateName(db: Database, userId: string, name: string, now: number) {
  return db.update(users).set({ name, updatedAt: now }).where(eq(users.id, userId));
}

/** Deletes the session only if it is the user's. */
export function deleteSession(db: Database, userId: string, sessionId: string) {
  return db.delete(sessions).where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
}

export function deleteOtherSessions(db: Database, userId: string, keptSessionId: string) {
  return db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, keptSessionId)));
}

export function deleteAllSessions(db: Database, userId: string) {
  return db.delete(sessions).where(eq(sessions.userId, userId));
}

/** Reads every row about a user in one snapshot. */
export async function readUserData(db: Database, userId: string) {
  const { tokenHash: _hash, ...sessionColumns } = getTableColumns(sessions);
  const { stateHash: _state, ...intentColumns } = getTableColumns(linkIntents);
  const {
    leaseToken: _token,
    leaseUntil: _until,
    fence: _fence,
    ...customerColumns
  } = getTableColumns(stripeCustomers);
  const ownCustomers = db
    .select({ id: stripeCustomers.id })
    .from(stripeCustomers)
    .where(eq(stripeCustomers.userId, userId));
  const ownSubscriptions = db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId));
  const { keyHash: _keyHash, ...keyColumns } = getTableColumns(licenseKeys);
  const ownKeys = db
    .select({ id: licenseKeys.id })
    .from(licenseKeys)
    .where(eq(licenseKeys.userId, userId));
  const { secretHash: _secret, ...claimColumns } = getTableColumns(claims);
  const [
    user,
    identityRows,
    sessionRows,
    linkIntentRows,
    customerRows,
    checkoutRows,
    orderRows,
    subscriptionRows,
    itemRows,
    grantRows,
    eventRows,
    giftRows,
    licenseKeyRows,
    activationRows,
    downloadRows,
    emailRows,
    paymentRows,
    feedRows,
    claimRows,
    checkoutLinkRows,
    notificationSettingRows,
    notificationCursorRows,
    savedFilterRows,
  ] = await db.batch([
    db.select().from(users).where(eq(users.id, userId)),
    db.select().from(identities).where(eq(identities.userId, userId)),
    db.select(sessionColumns).from(sessions).where(eq(sessions.userId, userId)),
    db.select(intentColumns).from(linkIntents).where(eq(linkIntents.userId, userId)),
    db.select(customerColumns).from(stripeCustomers).where(eq(stripeCustomers.userId, userId)),
    db.select().from(checkouts).where(inArray(checkouts.customerId, ownCustomers)),
    db.select().from(orders).where(eq(orders.userId, userId)),
    db.select().from(subscriptions).where(eq(subscriptions.userId, userId)),
    db
      .select()
      .from(subscriptionItems)
      .where(inArray(subscriptionItems.subscriptionId, ownSubscriptions)),
    db.select().from(grants).where(eq(grants.userId, userId)),
    db.select().from(events).where(inArray(events.customerId, ownCustomers)),
    db.select().from(gifts).where(eq(gifts.userId, userId)),
    db.select(keyColumns).from(licenseKeys).where(eq(licenseKeys.userId, userId)),
    db.select().from(activations).where(inArray(activations.licenseKeyId, ownKeys)),
    db.select().from(downloads).where(eq(downloads.userId, userId)),
    db.select().from(outboxEmails).where(eq(outboxEmails.userId, userId)),
    db.select().from(payments).where(eq(payments.userId, userId)),
    db.select().from(feedEvents).where(eq(feedEvents.userId, userId)),
    db.select(claimColumns).from(claims).where(eq(claims.claimedBy, userId)),
    db.select().from(checkoutLinks).where(eq(checkoutLinks.userId, userId)),
    db.select().from(notificationSettings).where(eq(notificationSettings.userId, userId)),
    db.select().from(notificationCursors).where(eq(notificationCursors.userId, userId)),
    db.select().from(savedFilters).where(eq(savedFilters.userId, userId)),
  ]);
  return {
    user: user[0] ?? null,
    identities: identityRows,
    sessions: sessionRows,
    linkIntents: linkIntentRows,
    customers: customerRows,
    checkouts: checkoutRows,
    orders: orderRows,
    subscriptions: subscriptionRows,
    subscriptionItems: itemRows,
    grants: grantRows,
    events: eventRows,
    comps: giftRows,
    licenseKeys: licenseKeyRows,
    activations: activationRows,
    downloads: downloadRows,
    mails: emailRows,
    payments: paymentRows,
    feedEvents: feedRows,
    claims: claimRows,
    checkoutLinks: checkoutLinkRows,
    notificationSettings: notificationSettingRows,
    notificationCursors: notificationCursorRows,
    savedFilters: savedFilterRows,
  };
}

export async function countOtherOwners(db: Database, userId: string): Promise<number> {
  return db.$count(
    users,
    and(
      // Repeats the condition of the partial index `users_team`, so that SQLite can use it.
      sql`role <> 'buyer'`,
      eq(users.role, "owner"),
      eq(users.status, "active"),
      ne(users.id, userId),
    ),
  );
}

/** Removes all personal data from the user's row, unless they are the last owner. */
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
      timeZone: null,
      role: "buyer",
      status: "deleted",
      updatedAt: now,
    })
    .where(and(eq(users.id, userId), isNotLastOwner));
}

/** Revokes the grants and gifts of a user who is already marked as deleted. Does nothing for other users. */
export function endUserAccess(db: Database, userId: string, now: number): Statement[] {
  const deletedUserId: SQL = sql`(SELECT id FROM users WHERE id = ${userId} AND status = 'deleted')`;
  return [
    db
      .update(grants)
      .set({ revokedAt: now })
      .where(and(eq(grants.userId, deletedUserId), isNull(grants.revokedAt))),
    db
      .update(gifts)
      .set({ endedAt: now })
      .where(and(eq(gifts.userId, deletedUserId), isNull(gifts.endedAt))),
  ];
}

/** Deletes the data of a user who is already marked as deleted. Does nothing for other users. */
export function deleteUserData(db: Database, userId: string, now: number): Statement[] {
  const deletedUserId: SQL = sql`(SELECT id FROM users WHERE id = ${userId} AND status = 'deleted')`;
  const ofOwnCustomers = sql`customer_id IN (SELECT id FROM customers WHERE user_id = ${deletedUserId})`;
  // Events that arrived before we knew the Stripe customer. The first three conditions are those of an index.
  const wasUnassigned = sql`customer_id IS NULL AND status IN ('ignored', 'unplaced') AND dirty_seq IS NULL
    AND stripe_customer_id IN (SELECT stripe_customer_id FROM customers WHERE user_id = ${deletedUserId})`;
  return [
    db.delete(identities).where(eq(identities.userId, deletedUserId)),
    db.delete(sessions).where(eq(sessions.userId, deletedUserId)),
    db.delete(linkIntents).where(eq(linkIntents.userId, deletedUserId)),
    db.delete(licenseKeys).where(eq(licenseKeys.userId, deletedUserId)),
    db.delete(grants).where(eq(grants.userId, deletedUserId)),
    db.delete(gifts).where(eq(gifts.userId, deletedUserId)),
    // A claim is kept without personal data, so that its link stays used.
    db
      .update(claims)
      .set({ issuer: null, subject: null, email: null, note: "" })
      .where(eq(claims.claimedBy, deletedUserId)),
    db
      .update(checkoutLinks)
      .set({ email: null, metadata: {} })
      .where(eq(checkoutLinks.userId, deletedUserId)),
    db.delete(downloads).where(eq(downloads.userId, deletedUserId)),
    db.delete(outboxEmails).where(eq(outboxEmails.userId, deletedUserId)),
    db.delete(customerNotes).where(eq(customerNotes.userId, deletedUserId)),
    db.delete(notificationSettings).where(eq(notificationSettings.userId, deletedUserId)),
    db.delete(notificationCursors).where(eq(notificationCursors.userId, deletedUserId)),
    db.delete(savedFilters).where(eq(savedFilters.userId, deletedUserId)),
    db
      .update(subscriptions)
      .set({ cancellationComment: null })
      .where(eq(subscriptions.userId, deletedUserId)),
    db
      .update(stripeCustomers)
      .set({ email: null })
      .where(eq(stripeCustomers.userId, deletedUserId)),
    ...[ofOwnCustomers, wasUnassigned].map((condition) =>
      db.update(events).set({ payload: "", payloadRemovedAt: now, error: null }).where(condition),
    ),
  ];
}

/**
 * Removes what other rows say about the user: the devices of their license keys in the audit log, the invitations to
 * their email and the log's entries about those, and unused sign-in links. Must run before `deleteUserData`, in the same
 * batch, since it finds the devices by the license keys.
 * @param email verified, in lower case; null if there is none
 */
export function deleteTraces(db: Database, input: { userId: string; email: string | null }) {
  const { userId, email } = input;
  const isDeleted = sql`EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND status = 'deleted')`;
  return [
    db
      .update(auditEntries)
      .set({ before: sql`'{}'` })
      .where(
        sql`${isDeleted} AND action = 'license.device_removed'
          AND target_id IN (SELECT id FROM license_keys WHERE user_id = ${userId})`,
      ),
    db
      .update(auditEntries)
      .set({ after: sql`json_remove(after, '$.email')` })
      .where(
        sql`${isDeleted} AND action = 'invitation.created'
          AND target_id IN (SELECT id FROM invitations WHERE email = ${email})`,
      ),
    db.delete(invitations).where(sql`${isDeleted} AND email = ${email}`),
    db.delete(emailTokens).where(sql`${isDeleted} AND email = ${email}`),
  ];
}
