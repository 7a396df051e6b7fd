import { and, eq, gt, gte, isNotNull, isNull, lt, lte, sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { isOneOf, type Database } from "../../db/client.ts";
import { users } from "../../db/schema/account.ts";
import { customers } from "../../db/schema/billing.ts";

export type CustomerRow = typeof customers.$inferSelect;
export type NewCustomer = typeof customers.$inferInsert;

export function findCustomerOfUser(db: Database, userId: string, mode: Mode) {
  return db
    .select()
    .from(customers)
    .where(
      and(eq(customers.userId, userId), eq(customers.mode, mode), eq(customers.isSecondary, false)),
    )
    .get();
}

export async function userExists(db: Database, userId: string): Promise<boolean> {
  const row = await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).get();
  return row !== undefined;
}

/** The address receipts may go to: null unless the identity provider vouches for it. */
export async function findVerifiedEmail(db: Database, userId: string): Promise<string | null> {
  const user = await db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.emailVerified, true)))
    .get();
  return user?.email ?? null;
}

/** Does nothing where the user already has a customer in that mode. */
export function insertCustomer(db: Database, row: NewCustomer) {
  return db.insert(customers).values(row).onConflictDoNothing();
}

/** The first answer of Stripe wins. */
export function setStripeCustomer(db: Database, id: string, stripeCustomerId: string) {
  return db
    .update(customers)
    .set({ stripeCustomerId })
    .where(and(eq(customers.id, id), isNull(customers.stripeCustomerId)));
}

/**
 * Takes the customer's lease when it is free. A row comes back only to the taker, and only when there is something to
 * do: `force` makes it so.
 */
export function takeLease(
  db: Database,
  input: { id: string; token: string; now: number; until: number; force: boolean },
) {
  return db
    .update(customers)
    .set({
      leaseToken: input.token,
      leaseUntil: input.until,
      dirtySeq: sql`${customers.dirtySeq} + ${input.force ? 1 : 0}`,
    })
    .where(
      and(
        eq(customers.id, input.id),
        lte(customers.leaseUntil, input.now),
        input.force ? undefined : gt(customers.dirtySeq, customers.syncedSeq),
      ),
    )
    .returning()
    .get();
}

/** First in a sync's batch: breaks the check `fence = 1`, and so the batch, where the lease is no longer ours. */
export function assertLease(db: Database, id: string, token: string) {
  return db
    .update(customers)
    .set({ fence: sql`(${customers.leaseToken} IS ${token})` })
    .where(eq(customers.id, id));
}

/** Last in a sync's batch: all up to `seq` is seen, the lease is free. */
export function finishSync(db: Database, id: string, seq: number, now: number) {
  return db
    .update(customers)
    .set({ syncedSeq: seq, syncedAt: now, leaseToken: null, leaseUntil: 0 })
    .where(eq(customers.id, id))
    .returning({ dirtySeq: customers.dirtySeq });
}

/** After a failure: whoever comes next may try at once. */
export function releaseLease(db: Database, id: string, token: string) {
  return db
    .update(customers)
    .set({ leaseToken: null, leaseUntil: 0 })
    .where(and(eq(customers.id, id), eq(customers.leaseToken, token)));
}

export function findCustomer(db: Database, id: string) {
  return db.select().from(customers).where(eq(customers.id, id)).get();
}

/** The Stripe customer was deleted: the next checkout makes another, with the address of then. */
export function retireStripeCustomer(db: Database, id: string) {
  return db
    .update(customers)
    .set({ stripeCustomerId: null, email: null, generation: sql`${customers.generation} + 1` })
    .where(eq(customers.id, id));
}

/** What the next Stripe customer is created with: the first to say wins. */
export function setEmail(db: Database, id: string, email: string) {
  return db
    .update(customers)
    .set({ email })
    .where(and(eq(customers.id, id), isNull(customers.email)));
}

export function listCustomersByStripeId(db: Database, mode: Mode, stripeCustomerIds: string[]) {
  return db
    .select()
    .from(customers)
    .where(and(eq(customers.mode, mode), isOneOf(customers.stripeCustomerId, stripeCustomerIds)));
}

/** Customers with one at Stripe, by id after `afterId`. */
export function listLinked(db: Database, mode: Mode, afterId: string, limit: number) {
  return db
    .select({
      id: customers.id,
      stripeCustomerId: customers.stripeCustomerId,
      createdAt: customers.createdAt,
    })
    .from(customers)
    .where(
      and(
        gt(customers.id, afterId),
        eq(customers.mode, mode),
        isNotNull(customers.stripeCustomerId),
      ),
    )
    .orderBy(customers.id)
    .limit(limit);
}

/** Sorts after everything that begins with `prefix`. */
const endOf = (prefix: string) => `${prefix}\u{10FFFF}`;

/** @param prefix lower case, as emails are kept */
export function listUserIdsByEmail(db: Database, prefix: string, limit: number) {
  return db
    .select({ id: users.id })
    .from(users)
    .where(and(gte(users.email, prefix), lt(users.email, endOf(prefix))))
    .orderBy(users.email)
    .limit(limit);
}

/** In any case. */
export function listUserIdsByName(db: Database, prefix: string, limit: number) {
  const name = sql`${users.name} COLLATE NOCASE`;
  return db
    .select({ id: users.id })
    .from(users)
    .where(and(sql`${name} >= ${prefix}`, sql`${name} < ${endOf(prefix)}`))
    .orderBy(name)
    .limit(limit);
}

export function findUser(db: Database, id: string) {
  return db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(eq(users.id, id))
    .get();
}

/** The customer that a person with this email buys as. */
export function findIdByEmail(db: Database, mode: Mode, email: string) {
  return db
    .select({ id: customers.id })
    .from(users)
    .innerJoin(customers, eq(customers.userId, users.id))
    .where(and(eq(users.email, email), eq(customers.mode, mode), eq(customers.isSecondary, false)))
    .get();
}

/** Everything at Stripe that is a person's in this mode, what is bought with first. */
export function listCustomersOfUser(db: Database, userId: string, mode: Mode) {
  return db
    .select()
    .from(customers)
    .where(and(eq(customers.userId, userId), eq(customers.mode, mode)))
    .orderBy(customers.isSecondary);
}
