import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database } from "../../db/client.ts";
import { identities, isLivingSession, sessions, users } from "../../db/schema/account.ts";
import { auditEntries } from "../../db/schema/audit.ts";
import { customers, orders, subscriptionItems, subscriptions } from "../../db/schema/billing.ts";
import { downloads, files, fileVersions } from "../../db/schema/files.ts";
import { comps } from "../../db/schema/grants.ts";
import { activations, licenseKeys } from "../../db/schema/licenses.ts";
import { mails } from "../../db/schema/outbox.ts";

/** How much of what only grows is shown. */
const MOST = 100;

/**
 * What a person's page in the console is made of, in one call and a fixed number of statements. A batch's rows are keyed
 * by column name: no statement of it may select two columns of one name.
 */
export async function readCustomerPage(db: Database, userId: string, mode: Mode, now: number) {
  const [
    [user],
    ids,
    own,
    bought,
    subscribed,
    items,
    given,
    givers,
    keys,
    activated,
    downloaded,
    opened,
    mailed,
    audited,
  ] = await db.batch([
    db.select().from(users).where(eq(users.id, userId)),
    db
      .select({
        id: identities.id,
        provider: identities.provider,
        createdAt: identities.createdAt,
      })
      .from(identities)
      .where(eq(identities.userId, userId))
      .orderBy(asc(identities.createdAt)),
    db
      .select({
        id: customers.id,
        stripeCustomerId: customers.stripeCustomerId,
        isSecondary: customers.isSecondary,
        syncedAt: customers.syncedAt,
      })
      .from(customers)
      .where(and(eq(customers.userId, userId), eq(customers.mode, mode)))
      .orderBy(asc(customers.isSecondary), asc(customers.id)),
    db
      .select()
      .from(orders)
      .where(and(eq(orders.userId, userId), eq(orders.mode, mode)))
      .orderBy(desc(orders.createdAt)),
    db
      .select()
      .from(subscriptions)
      .where(and(eq(subscriptions.userId, userId), eq(subscriptions.mode, mode)))
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
    db
      .select()
      .from(comps)
      .where(and(eq(comps.userId, userId), eq(comps.mode, mode)))
      .orderBy(desc(comps.createdAt)),
    db
      .select({ id: users.id, name: sql<string | null>`coalesce(${users.name}, ${users.email})` })
      .from(users)
      .where(
        inArray(
          users.id,
          db.select({ id: comps.givenBy }).from(comps).where(eq(comps.userId, userId)),
        ),
      ),
    db
      .select({
        id: licenseKeys.id,
        grantId: licenseKeys.grantId,
        createdAt: licenseKeys.createdAt,
        rotatedAt: licenseKeys.rotatedAt,
        disabledAt: licenseKeys.disabledAt,
      })
      .from(licenseKeys)
      .where(eq(licenseKeys.userId, userId))
      .orderBy(asc(licenseKeys.id)),
    db
      .select({
        id: activations.id,
        licenseKeyId: activations.licenseKeyId,
        label: activations.label,
        fingerprint: activations.fingerprint,
        createdAt: activations.createdAt,
        lastSeenAt: activations.lastSeenAt,
      })
      .from(activations)
      .where(
        inArray(
          activations.licenseKeyId,
          db.select({ id: licenseKeys.id }).from(licenseKeys).where(eq(licenseKeys.userId, userId)),
        ),
      )
      .orderBy(asc(activations.createdAt))
      .limit(MOST),
    db
      .select({
        fileVersionId: downloads.fileVersionId,
        benefitId: files.benefitId,
        name: sql<string>`trim(${files.name} || ' ' || ${fileVersions.label})`,
        count: downloads.count,
        firstAt: downloads.firstAt,
        lastAt: downloads.lastAt,
      })
      .from(downloads)
      .innerJoin(fileVersions, eq(fileVersions.id, downloads.fileVersionId))
      .innerJoin(files, eq(files.id, fileVersions.fileId))
      .where(eq(downloads.userId, userId))
      .orderBy(asc(downloads.fileVersionId)),
    db
      .select({
        id: sessions.id,
        createdAt: sessions.createdAt,
        lastSeenAt: sessions.lastSeenAt,
        userAgent: sessions.userAgent,
        country: sessions.country,
      })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), isLivingSession(now)))
      .orderBy(desc(sessions.lastSeenAt)),
    db
      .select({
        id: mails.id,
        kind: mails.kind,
        sourceId: mails.sourceId,
        status: mails.status,
        error: mails.error,
        createdAt: mails.createdAt,
        sentAt: mails.sentAt,
      })
      .from(mails)
      .where(eq(mails.userId, userId))
      .orderBy(desc(mails.createdAt))
      .limit(MOST),
    db
      .select({ entry: auditEntries, actorName: users.name, actorEmail: users.email })
      .from(auditEntries)
      .leftJoin(users, eq(users.id, auditEntries.actorId))
      .where(
        sql`${auditEntries.targetId} IN (
          SELECT ${userId} UNION ALL
          SELECT id FROM comps WHERE user_id = ${userId} UNION ALL
          SELECT id FROM license_keys WHERE user_id = ${userId} UNION ALL
          SELECT id FROM orders WHERE user_id = ${userId} UNION ALL
          SELECT id FROM subscriptions WHERE user_id = ${userId})`,
      )
      .orderBy(desc(auditEntries.id))
      .limit(MOST),
  ]);
  return {
    user,
    identities: ids,
    customers: own,
    orders: bought,
    subscriptions: subscribed.map((row) => ({
      ...row,
      items: items.filter((item) => item.subscriptionId === row.id),
    })),
    comps: given,
    givers: new Map(givers.map(({ id, name }) => [id, name])),
    keys,
    activations: activated,
    downloads: downloaded,
    sessions: opened,
    mails: mailed,
    audit: audited,
  };
}
