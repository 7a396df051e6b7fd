import { and, asc, desc, eq, inArray, notInArray, sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { selectTags } from "../../account/store-tags.ts";
import { matches, type Database } from "../../db/client.ts";
import { identities, isActiveSession, sessions, users } from "../../db/schema/account.ts";
import { auditEntries } from "../../db/schema/audit.ts";
import {
  stripeCustomers,
  orders,
  subscriptionItems,
  subscriptions,
} from "../../db/schema/billing.ts";
import { downloads, files, fileVersions } from "../../db/schema/files.ts";
import { gifts } from "../../db/schema/grants.ts";
import { activations, licenseKeys } from "../../db/schema/licenses.ts";
import { outboxEmails, teamEmailKinds } from "../../db/schema/outbox.ts";
import {
  selectAccountsWithSameEmail,
  selectCheckouts,
  selectNotes,
  selectOtherMode,
} from "./story.query.ts";
import { pick } from "../../lib/pick.ts";

/** Limits the lists that grow without bound. */
const ROW_LIMIT = 100;

/**
 * Reads a user's page of the console in one batch with a fixed number of statements. Batch rows are keyed by column
 * name, so no statement may select two columns with the same name.
 */
export async function readCustomerPage(
  db: Database,
  {
    userId,
    mode,
    now,
    seesTeamEmails,
  }: { userId: string; mode: Mode; now: number; seesTeamEmails: boolean },
) {
  const [
    [user],
    identityRows,
    customerRows,
    orderRows,
    subscriptionRows,
    itemRows,
    giftRows,
    giverRows,
    keys,
    activationRows,
    downloadRows,
    sessionRows,
    emailRows,
    auditRows,
    checkoutRows,
    noteRows,
    sameEmailRows,
    [otherMode],
    tagRows,
  ] = await db.batch([
    db.select().from(users).where(eq(users.id, userId)),
    db
      .select(pick(identities, ["id", "provider", "createdAt"]))
      .from(identities)
      .where(eq(identities.userId, userId))
      .orderBy(asc(identities.createdAt)),
    db
      .select(pick(stripeCustomers, ["id", "stripeCustomerId", "isSecondary", "syncedAt"]))
      .from(stripeCustomers)
      .where(matches(stripeCustomers, { userId, mode }))
      .orderBy(asc(stripeCustomers.isSecondary), asc(stripeCustomers.id)),
    db
      .select()
      .from(orders)
      .where(matches(orders, { userId, mode }))
      .orderBy(desc(orders.createdAt)),
    db
      .select()
      .from(subscriptions)
      .where(matches(subscriptions, { userId, mode }))
      .orderBy(desc(subscriptions.createdAt)),
    db
      .select()
      .from(subscriptionItems)
      .where(
        inArray(
          subscriptionItems.subscriptionId,
          db
            .select({ id: subscriptions.id })
            .from(subscriptions)
            .where(eq(subscriptions.userId, userId)),
        ),
      ),
    db.select().from(gifts).where(matches(gifts, { userId, mode })).orderBy(desc(gifts.createdAt)),
    db
      .select({ id: users.id, name: sql<string | null>`coalesce(${users.name}, ${users.email})` })
      .from(users)
      .where(
        inArray(
          users.id,
          db.select({ id: gifts.givenBy }).from(gifts).where(eq(gifts.userId, userId)),
        ),
      ),
    db
      .select(pick(licenseKeys, ["id", "grantId", "createdAt", "rotatedAt", "disabledAt"]))
      .from(licenseKeys)
      .where(eq(licenseKeys.userId, userId))
      .orderBy(asc(licenseKeys.id)),
    db
      .select({
        ...pick(activations, ["id", "licenseKeyId", "label", "fingerprint"]),
        ...pick(activations, ["createdAt", "lastSeenAt"]),
      })
      .from(activations)
      .where(
        inArray(
          activations.licenseKeyId,
          db.select({ id: licenseKeys.id }).from(licenseKeys).where(eq(licenseKeys.userId, userId)),
        ),
      )
      .orderBy(asc(activations.createdAt))
      .limit(ROW_LIMIT),
    db
      .select({
        ...pick(downloads, ["fileVersionId", "count", "firstAt", "lastAt"]),
        benefitId: files.benefitId,
        name: sql<string>`trim(${files.name} || ' ' || ${fileVersions.label})`,
      })
      .from(downloads)
      .innerJoin(fileVersions, eq(fileVersions.id, downloads.fileVersionId))
      .innerJoin(files, eq(files.id, fileVersions.fileId))
      .where(eq(downloads.userId, userId))
      .orderBy(asc(downloads.fileVersionId)),
    db
      .select(pick(sessions, ["id", "createdAt", "lastSeenAt", "userAgent", "country"]))
      .from(sessions)
      .where(and(eq(sessions.userId, userId), isActiveSession(now)))
      .orderBy(desc(sessions.lastSeenAt)),
    db
      .select({
        ...pick(outboxEmails, ["id", "kind", "sourceId", "copyOf", "status", "error"]),
        ...pick(outboxEmails, ["createdAt", "sentAt", "problem"]),
        dueAt: outboxEmails.nextAttemptAt,
      })
      .from(outboxEmails)
      .where(
        and(
          eq(outboxEmails.userId, userId),
          seesTeamEmails ? undefined : notInArray(outboxEmails.kind, teamEmailKinds),
        ),
      )
      .orderBy(desc(outboxEmails.createdAt))
      .limit(ROW_LIMIT),
    db
      .select({ entry: auditEntries, actorName: users.name, actorEmail: users.email })
      .from(auditEntries)
      .leftJoin(users, eq(users.id, auditEntries.actorId))
      .where(
        sql`${auditEntries.targetId} IN (
          SELECT ${userId} UNION ALL
          SELECT id FROM gifts WHERE user_id = ${userId} UNION ALL
          SELECT id FROM license_keys WHERE user_id = ${userId} UNION ALL
          SELECT id FROM orders WHERE user_id = ${userId} UNION ALL
          SELECT id FROM subscriptions WHERE user_id = ${userId})`,
      )
      .orderBy(desc(auditEntries.id))
      .limit(ROW_LIMIT),
    selectCheckouts(db, userId, mode),
    selectNotes(db, userId),
    selectAccountsWithSameEmail(db, userId, mode),
    selectOtherMode(db, userId, mode),
    selectTags(db, userId),
  ]);
  return {
    user,
    identities: identityRows,
    customers: customerRows,
    orders: orderRows,
    subscriptions: subscriptionRows.map((row) => ({
      ...row,
      items: itemRows.filter((item) => item.subscriptionId === row.id),
    })),
    gifts: giftRows,
    giverNames: new Map(giverRows.map(({ id, name }) => [id, name])),
    keys,
    activations: activationRows,
    downloads: downloadRows,
    sessions: sessionRows,
    emails: emailRows,
    audit: auditRows,
    checkouts: checkoutRows,
    notes: noteRows,
    tags: tagRows.map(({ tag }) => tag),
    accountsWithSameEmail: sameEmailRows.map(({ hasPurchases, ...account }) => ({
      ...account,
      hasPurchases: hasPurchases === 1,
    })),
    hasPurchasesInOtherMode: otherMode?.hasPurchases === 1,
  };
}
