import { and, eq, isNull } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { isOneOf, type Database } from "../../db/client.ts";
import { checkouts } from "../../db/schema/billing.ts";

export type CheckoutRow = typeof checkouts.$inferSelect;

export function findCheckout(db: Database, input: { id: string; userId: string }) {
  return db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.id, input.id), eq(checkouts.userId, input.userId)))
    .get();
}

export function findOpenCheckout(
  db: Database,
  input: { userId: string; mode: Mode; groupKey: string },
) {
  return db
    .select()
    .from(checkouts)
    .where(
      and(
        eq(checkouts.userId, input.userId),
        eq(checkouts.mode, input.mode),
        eq(checkouts.groupKey, input.groupKey),
        eq(checkouts.status, "open"),
      ),
    )
    .get();
}

export function listOpenCheckouts(db: Database, customerId: string) {
  return db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.customerId, customerId), eq(checkouts.status, "open")));
}

/** What these people could still pay. */
export function listOpenCheckoutsOf(db: Database, userIds: string[], mode: Mode) {
  return db
    .select()
    .from(checkouts)
    .where(
      and(
        isOneOf(checkouts.userId, userIds),
        eq(checkouts.mode, mode),
        eq(checkouts.status, "open"),
      ),
    );
}

export function listCheckoutsOfCustomer(db: Database, customerId: string) {
  return db.select().from(checkouts).where(eq(checkouts.customerId, customerId));
}

/** Claims the group: does nothing where the user has an open checkout in it. */
export function claimCheckout(db: Database, row: CheckoutRow) {
  return db.insert(checkouts).values(row).onConflictDoNothing();
}

export function setSession(
  db: Database,
  input: { id: string; stripeSessionId: string; url: string | null },
) {
  return db
    .update(checkouts)
    .set({ stripeSessionId: input.stripeSessionId, url: input.url })
    .where(and(eq(checkouts.id, input.id), isNull(checkouts.stripeSessionId)));
}

/** Closes an open checkout; a closed one never opens again. */
export function closeCheckout(
  db: Database,
  input: { id: string; status: "complete" | "expired"; stripeSubscriptionId?: string | null },
) {
  return db
    .update(checkouts)
    .set({ status: input.status, stripeSubscriptionId: input.stripeSubscriptionId ?? null })
    .where(and(eq(checkouts.id, input.id), eq(checkouts.status, "open")));
}
