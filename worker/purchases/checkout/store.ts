import { and, eq, getTableColumns, gt, sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { isOneOf, matches, toFirstRow, type Database, type Statement } from "../../db/client.ts";
import { checkouts } from "../../db/schema/billing.ts";
import { takenPlaces } from "./store-permanent-links.ts";

export type CheckoutRow = typeof checkouts.$inferSelect;

export function findCheckout(db: Database, { id, userId }: { id: string; userId: string }) {
  return db.select().from(checkouts).where(matches(checkouts, { id, userId })).get();
}

/** A statement of a batch; `toCheckout` reads its result. */
export function selectOpenCheckout(
  db: Database,
  { userId, mode, groupKey }: Pick<CheckoutRow, "userId" | "mode" | "groupKey">,
) {
  return db
    .select()
    .from(checkouts)
    .where(matches(checkouts, { userId, mode, groupKey, status: "open" }));
}

export const toCheckout = (result: D1Result<Record<string, unknown>>) =>
  toFirstRow(checkouts, result);

/** Returns the user's open checkout with a trial. A unique index allows only one. */
export function findOpenTrialCheckout(
  db: Database,
  { userId, mode }: { userId: string; mode: Mode },
) {
  return db
    .select()
    .from(checkouts)
    .where(and(matches(checkouts, { userId, mode, status: "open" }), gt(checkouts.trialDays, 0)))
    .get();
}

/** Whether the user has an open checkout that a permanent link opened. */
export async function hasOpenCheckoutOfLink(
  db: Database,
  input: { userId: string; linkId: string },
): Promise<boolean> {
  const row = await db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(matches(checkouts, { ...input, status: "open" }))
    .get();
  return row !== undefined;
}

export function listOpenCheckoutsOfCustomer(db: Database, customerId: string) {
  return db
    .select()
    .from(checkouts)
    .where(matches(checkouts, { customerId, status: "open" }));
}

/** Returns Stripe's id of the subscription that a Checkout Session of this shop created; null if it created none. */
export async function findSubscriptionOfSession(
  db: Database,
  mode: Mode,
  stripeSessionId: string,
): Promise<string | null> {
  const row = await db
    .select({ id: checkouts.stripeSubscriptionId })
    .from(checkouts)
    .where(matches(checkouts, { mode, stripeSessionId }))
    .get();
  return row?.id ?? null;
}

/** Whether a checkout opened before this time is still open, or a bank has not answered about an order. */
export async function hasUnsettledPurchase(
  db: Database,
  input: { mode: Mode; createdBefore: number },
): Promise<boolean> {
  const { mode, createdBefore } = input;
  const [row] = await db.all<{ found: number }>(sql`SELECT
    EXISTS (SELECT 1 FROM checkouts WHERE mode = ${mode} AND status = 'open' AND created_at <= ${createdBefore})
    OR EXISTS (SELECT 1 FROM orders WHERE mode = ${mode} AND status = 'pending') AS found`);
  return row?.found === 1;
}

/** A checkout that was not paid, of whom has begun and bought nothing in its group since. */
const isLeft = sql`c.status <> 'complete' AND NOT EXISTS (SELECT 1 FROM checkouts AS later
    WHERE later.customer_id = c.customer_id AND later.group_key = c.group_key AND later.id <> c.id
      AND later.created_at >= c.created_at)`;

/** A checkout that somebody left, and when it was opened. */
export type LeftCheckout = { id: string; userId: string; createdAt: number };

/** Lists the checkouts of a time that users left who agreed to news, oldest first. */
export function listLeftCheckouts(
  db: Database,
  input: { mode: Mode; after: { createdAt: number; id: string }; until: number; limit: number },
): Promise<LeftCheckout[]> {
  const { mode, after, until, limit } = input;
  return db.all<LeftCheckout>(sql`SELECT c.id, c.user_id AS userId, c.created_at AS createdAt
    FROM checkouts AS c INDEXED BY checkouts_time JOIN users AS u ON u.id = c.user_id
    WHERE c.mode = ${mode} AND (c.created_at, c.id) > (${after.createdAt}, ${after.id})
      AND c.created_at <= ${until} AND ${isLeft}
      AND u.wants_news = 1 AND u.email_verified = 1 AND u.status = 'active'
    ORDER BY c.created_at, c.id LIMIT ${limit}`);
}

/** Returns a checkout that the user left; undefined if they came back since. */
export async function findLeftCheckout(
  db: Database,
  input: { id: string; userId: string },
): Promise<CheckoutRow | undefined> {
  const [found] = await db.all<{ id: string }>(
    sql`SELECT c.id FROM checkouts AS c WHERE c.id = ${input.id} AND ${isLeft}`,
  );
  return found && findCheckout(db, input);
}

/** Counts the reminders of left checkouts that were sent since a time, and those after which the user paid. */
export async function countCheckoutReminders(
  db: Database,
  input: { mode: Mode; since: number },
): Promise<{ sent: number; paid: number }> {
  const [found] = await db.all<{ sent: number; paid: number }>(sql`SELECT count(*) AS sent,
      coalesce(sum(EXISTS (SELECT 1 FROM checkouts AS later WHERE later.customer_id = c.customer_id
        AND later.group_key = c.group_key AND later.status = 'complete'
        AND later.created_at > e.sent_at)), 0) AS paid
    FROM emails AS e INDEXED BY emails_checkout_reminder JOIN checkouts AS c ON c.id = e.source_id
    WHERE e.kind = 'checkout_reminder' AND e.created_at > ${input.since} AND e.status = 'sent'
      AND c.mode = ${input.mode}`);
  return found ?? { sent: 0, paid: 0 };
}

/** Returns the open checkouts of these users. */
export function listOpenCheckoutsOfUsers(db: Database, userIds: string[], mode: Mode) {
  return db
    .select()
    .from(checkouts)
    .where(and(isOneOf(checkouts.userId, userIds), matches(checkouts, { mode, status: "open" })));
}

/** Returns the ids of the checkouts that this shop opened for a customer, and of their Checkout Sessions. */
export async function listCheckoutAndSessionIds(
  db: Database,
  customerId: string,
): Promise<Set<string>> {
  const rows = await db.select().from(checkouts).where(eq(checkouts.customerId, customerId));
  return new Set(
    rows.flatMap(({ id, stripeSessionId }) => (stripeSessionId ? [id, stripeSessionId] : [id])),
  );
}

/**
 * Inserts a checkout and so claims its group. Does nothing if the user already has an open checkout in the group, or if
 * its link has no place left.
 * @param limit how many checkouts of its link may be open or paid; null for any number
 */
export function claimCheckout(
  db: Database,
  row: CheckoutRow,
  limit: number | null = null,
): Statement {
  if (limit === null) return db.insert(checkouts).values(row).onConflictDoNothing();
  const values = Object.keys(getTableColumns(checkouts)).map(
    (name) => sql`${row[name as keyof CheckoutRow]}`,
  );
  return db
    .insert(checkouts)
    .select(
      sql`SELECT ${sql.join(values, sql`, `)} WHERE ${takenPlaces(sql`${row.linkId}`)} < ${limit}`,
    )
    .onConflictDoNothing();
}

export function setCheckoutSession(
  db: Database,
  input: { id: string; stripeSessionId: string; url: string | null },
): Statement {
  return db
    .update(checkouts)
    .set({ stripeSessionId: input.stripeSessionId, url: input.url })
    .where(matches(checkouts, { id: input.id, stripeSessionId: null }));
}

/** Moves the end of a checkout that has no session yet, unless another request has moved it. */
export function extendCheckout(
  db: Database,
  input: { id: string; from: number; to: number },
): Statement {
  return db
    .update(checkouts)
    .set({ expiresAt: input.to })
    .where(matches(checkouts, { id: input.id, stripeSessionId: null, expiresAt: input.from }));
}

/** Closes an open checkout. A closed checkout never reopens, and its long URL at Stripe leads nowhere. */
export function closeCheckout(
  db: Database,
  input: { id: string; status: "complete" | "expired"; stripeSubscriptionId?: string | null },
): Statement {
  return db
    .update(checkouts)
    .set({
      status: input.status,
      url: null,
      // What was not bought leaves nothing about whom it was for.
      ...(input.status === "expired" && { gift: null }),
      stripeSubscriptionId: input.stripeSubscriptionId ?? null,
    })
    .where(matches(checkouts, { id: input.id, status: "open" }));
}

/** Removes whom a checkout was a gift for: the gift has it from now on. */
export function clearGift(db: Database, id: string): Statement {
  return db.update(checkouts).set({ gift: null }).where(eq(checkouts.id, id));
}

/**
 * Moves the checkouts of a user's Stripe customers to another user, before these customers move. Each user can have one
 * open checkout per group, so those that are open are closed.
 */
export function moveCheckouts(db: Database, fromId: string, intoId: string): Statement[] {
  return [
    db
      .update(checkouts)
      .set({ status: "expired", url: null })
      .where(matches(checkouts, { userId: fromId, status: "open" })),
    db
      .update(checkouts)
      .set({ userId: intoId })
      .where(sql`${checkouts.customerId} IN (SELECT id FROM customers WHERE user_id = ${fromId})`),
  ];
}
