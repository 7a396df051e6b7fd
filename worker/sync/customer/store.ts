import { and, eq, gt, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import {
  abortUnless,
  isOneOf,
  isRefusedBy,
  matches,
  toFirstRow,
  type Database,
  type Statement,
} from "../../db/client.ts";
import { users } from "../../db/schema/account.ts";
import { stripeCustomers } from "../../db/schema/billing.ts";
import { pick } from "../../lib/pick.ts";

export type StripeCustomerRow = typeof stripeCustomers.$inferSelect;
export type NewStripeCustomer = typeof stripeCustomers.$inferInsert;

/** The user's Stripe customer for purchases in a mode; they have at most one. */
const isOfUser = (userId: string, mode: Mode) =>
  matches(stripeCustomers, { userId, mode, isSecondary: false });

export function findStripeCustomerOfUser(db: Database, userId: string, mode: Mode) {
  return selectStripeCustomerOfUser(db, userId, mode).get();
}

/** The same as a statement of a batch; `toStripeCustomer` reads its result. */
export function selectStripeCustomerOfUser(db: Database, userId: string, mode: Mode) {
  return db.select().from(stripeCustomers).where(isOfUser(userId, mode));
}

/** Inserts a customer. Does nothing if the user already has one in that mode. */
export function insertStripeCustomer(db: Database, row: NewStripeCustomer) {
  return db.insert(stripeCustomers).values(row).onConflictDoNothing();
}

export const toStripeCustomer = (result: D1Result<Record<string, unknown>>) =>
  toFirstRow(stripeCustomers, result);

/**
 * Returns what a checkout needs to know of a user: the Stripe customer of this mode, null if there is none, the email
 * for receipts, null if it isn't verified, and the language as it is stored. Undefined if there is no such user.
 */
export function findBuyer(db: Database, userId: string, mode: Mode) {
  return db
    .select({
      customer: stripeCustomers,
      email: sql<string | null>`CASE WHEN ${users.emailVerified} THEN ${users.email} END`,
      locale: users.locale,
    })
    .from(users)
    .leftJoin(stripeCustomers, isOfUser(userId, mode))
    .where(eq(users.id, userId))
    .get();
}

/** Aborts the batch if the customer is linked to Stripe already, by another request or a webhook. */
export function assertUnlinked(id: string): Statement {
  const isUnlinked = isNull(stripeCustomers.stripeCustomerId);
  return abortUnless(stripeCustomers.createdAt, isUnlinked, eq(stripeCustomers.id, id));
}

/**
 * Links a customer to Stripe, unless it is already linked.
 * @param linked.syncedAt for a customer that Stripe has just created: nothing of it is there to be fetched
 */
export function setStripeCustomerId(
  db: Database,
  id: string,
  linked: { stripeCustomerId: string; stripeAccount: string | null; syncedAt?: number },
): Statement {
  return db
    .update(stripeCustomers)
    .set(linked)
    .where(matches(stripeCustomers, { id, stripeCustomerId: null }));
}

/**
 * Acquires the customer's lease if it is free and the customer is dirty. `force` marks it dirty.
 * @returns the customer row, or undefined if the lease was not acquired
 */
export function acquireLease(
  db: Database,
  input: { id: string; token: string; now: number; until: number; force: boolean },
) {
  return db
    .update(stripeCustomers)
    .set({
      leaseToken: input.token,
      leaseUntil: input.until,
      // Left out otherwise: to set it writes its index, too.
      ...(input.force && { dirtySeq: sql`${stripeCustomers.dirtySeq} + 1` }),
    })
    .where(
      and(
        eq(stripeCustomers.id, input.id),
        lte(stripeCustomers.leaseUntil, input.now),
        input.force ? undefined : gt(stripeCustomers.dirtySeq, stripeCustomers.syncedSeq),
      ),
    )
    .returning()
    .get();
}

/**
 * Marks a sync as finished: covers all changes up to `seq` and releases the lease. Fails the batch through the check
 * `fence = 1` if we no longer hold the lease. Must be the first statement of a sync's batch.
 * @param input.billingCurrency the currency that Stripe bills the customer in; left out to keep ours
 */
export function finishSync(
  db: Database,
  input: {
    id: string;
    token: string;
    seq: number;
    now: number;
    billingCurrency?: string | null | undefined;
  },
): Statement {
  const { id, token, seq, now, billingCurrency } = input;
  return db
    .update(stripeCustomers)
    .set({
      fence: sql`(${stripeCustomers.leaseToken} IS ${token})`,
      syncedSeq: seq,
      syncedAt: now,
      leaseToken: null,
      leaseUntil: 0,
      ...(billingCurrency !== undefined && { billingCurrency }),
    })
    .where(eq(stripeCustomers.id, id))
    .returning({ dirtySeq: stripeCustomers.dirtySeq });
}

/**
 * Violates the check `fence = 1`, and so aborts the batch, while a sync has a lease on a Stripe customer of these
 * users. An expired lease is removed, because its sync may still be running: it then finds its token gone and writes
 * nothing for an account that was merged meanwhile.
 */
export function assertNoSync(db: Database, userIds: string[], now: number): Statement {
  return db
    .update(stripeCustomers)
    .set({
      fence: sql`(lease_token IS NULL OR lease_until <= ${now})`,
      leaseToken: null,
      leaseUntil: 0,
    })
    .where(isOneOf(stripeCustomers.userId, userIds));
}

/**
 * Returns Stripe customers by id who may have movements of MRR: those who ever paid for a subscription, and those whose
 * sync runs.
 */
export function listWithMovements(
  db: Database,
  { mode, after, limit }: { mode: Mode; after: string; limit: number },
) {
  return db.all<{ id: string; userId: string }>(sql`
    SELECT id, user_id AS userId FROM customers WHERE id > ${after} AND mode = ${mode}
      AND (lease_token IS NOT NULL OR EXISTS (SELECT 1 FROM mrr_steps WHERE customer_id = customers.id))
    ORDER BY id LIMIT ${limit}`);
}

/** Returns whether an error comes from `assertNoSync`. */
export const isSyncInProgressError = (error: unknown): boolean =>
  isRefusedBy("customers_fence", error);

/**
 * Moves the Stripe customers of one user to another, and marks all of theirs dirty. They become secondary if the other
 * user has their own.
 */
export function moveStripeCustomers(db: Database, fromId: string, intoId: string): Statement[] {
  return [
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

/** Releases the lease after a failure, so that the next attempt can start immediately. */
export function releaseLease(db: Database, id: string, token: string): Statement {
  return db
    .update(stripeCustomers)
    .set({ leaseToken: null, leaseUntil: 0 })
    .where(matches(stripeCustomers, { id, leaseToken: token }));
}

export function findStripeCustomer(db: Database, id: string) {
  return db.select().from(stripeCustomers).where(eq(stripeCustomers.id, id)).get();
}

/** Records the default payment method that the customer's subscriptions now charge. */
export function setDefaultPaymentMethod(
  db: Database,
  id: string,
  paymentMethodId: string | null,
): Statement {
  return db
    .update(stripeCustomers)
    .set({ defaultPaymentMethodId: paymentMethodId })
    .where(eq(stripeCustomers.id, id));
}

/** Lets the next attempt to create the customer at Stripe use another idempotency key, with the same email. */
export function startNewGeneration(db: Database, id: string): Statement {
  return db
    .update(stripeCustomers)
    .set({ generation: sql`${stripeCustomers.generation} + 1` })
    .where(eq(stripeCustomers.id, id));
}

/** Unlinks a deleted or lost Stripe customer. The next checkout creates a new one, with the email current at that time. */
export function unlinkStripeCustomer(db: Database, id: string): Statement {
  return db
    .update(stripeCustomers)
    .set({
      stripeCustomerId: null,
      stripeAccount: null,
      defaultPaymentMethodId: null,
      billingCurrency: null,
      email: null,
      generation: sql`${stripeCustomers.generation} + 1`,
    })
    .where(eq(stripeCustomers.id, id));
}

/** Unlinks the customer of a guest who never paid, so that no list or count of customers has it. */
export function retireStripeCustomer(db: Database, id: string): Statement {
  return db
    .update(stripeCustomers)
    .set({ stripeCustomerId: null, stripeAccount: null, isSecondary: true })
    .where(eq(stripeCustomers.id, id));
}

/** Sets the email that the next Stripe customer is created with, unless one is already set. */
export function setStripeCustomerEmail(db: Database, id: string, email: string): Statement {
  return db
    .update(stripeCustomers)
    .set({ email })
    .where(matches(stripeCustomers, { id, email: null }));
}

export function listStripeCustomersByStripeId(
  db: Database,
  mode: Mode,
  stripeCustomerIds: string[],
) {
  return db
    .select()
    .from(stripeCustomers)
    .where(
      and(
        eq(stripeCustomers.mode, mode),
        isOneOf(stripeCustomers.stripeCustomerId, stripeCustomerIds),
      ),
    );
}

/** Returns customers that are linked to Stripe, by id after `afterId` ("" starts at the beginning): oldest first. */
export async function listLinkedStripeCustomers(
  db: Database,
  input: { mode: Mode; afterId: string; limit: number },
) {
  const rows = await db
    .select(pick(stripeCustomers, ["id", "stripeCustomerId", "createdAt"]))
    .from(stripeCustomers)
    .where(
      and(
        gt(stripeCustomers.id, input.afterId),
        // The plus keeps the order of the ids: another index would sort all customers for each page.
        sql`+${stripeCustomers.mode} = ${input.mode}`,
        isNotNull(stripeCustomers.stripeCustomerId),
      ),
    )
    .orderBy(stripeCustomers.id)
    .limit(input.limit);
  return rows.flatMap(({ stripeCustomerId, ...row }) =>
    stripeCustomerId === null ? [] : [{ ...row, stripeCustomerId }],
  );
}

/** Returns the primary Stripe customer of the user with this email. */
export function findCustomerIdByEmail(db: Database, mode: Mode, email: string) {
  return db
    .select({ id: stripeCustomers.id })
    .from(users)
    .innerJoin(stripeCustomers, eq(stripeCustomers.userId, users.id))
    .where(and(eq(users.email, email), matches(stripeCustomers, { mode, isSecondary: false })))
    .get();
}

/** Returns all Stripe customers of a user in this mode, the primary one first. */
export function listStripeCustomersOfUser(db: Database, userId: string, mode: Mode) {
  return db
    .select()
    .from(stripeCustomers)
    .where(matches(stripeCustomers, { userId, mode }))
    .orderBy(stripeCustomers.isSecondary);
}

/**
 * Adds one to the checkouts of the current window. The limit is part of the statement, so concurrent requests can't
 * exceed it. Its result has a row, or none if the limit is reached.
 */
export function incrementCheckouts(
  db: Database,
  input: { userId: string; mode: Mode; now: number; windowStart: number; limit: number },
) {
  const isNewWindow = lte(stripeCustomers.checkoutsSince, input.windowStart);
  return db
    .update(stripeCustomers)
    .set({
      checkoutCount: sql`CASE WHEN ${isNewWindow} THEN 1 ELSE ${stripeCustomers.checkoutCount} + 1 END`,
      checkoutsSince: sql`CASE WHEN ${isNewWindow} THEN ${input.now} ELSE ${stripeCustomers.checkoutsSince} END`,
    })
    .where(
      and(
        isOfUser(input.userId, input.mode),
        or(isNewWindow, lt(stripeCustomers.checkoutCount, input.limit)),
      ),
    )
    .returning({ id: stripeCustomers.id });
}
