import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { SECOND } from "../../lib/time.ts";
import { fromMetadata } from "../../stripe/metadata.ts";
import { recordChange } from "../../audit/record-change.ts";
import { adoptCustomer } from "../customer/link-stripe-customer.ts";
import { findCustomers, refreshCustomers } from "../customer/find-stripe-customers.ts";
import { findCursor, moveCursor, putCursor } from "../health/store.ts";

/** Customers of a step: at worst each costs a handful of calls to D1, and an invocation may make only so many. */
const PER_STEP = 25;
/** The most ids that are kept to be shown. */
const NAMED_AT_MOST = 100;

/** How far a rebuild is: `customers` are enqueued to be refetched, `withoutUser` are Stripe's ids of nobody here. */
export type Rebuild = {
  startedAt: number;
  /** Stripe's customer to go on after; null at the beginning. */
  after: string | null;
  customers: number;
  withoutUser: string[];
  finishedAt: number | null;
};

const nameOf = (ctx: Ctx) => `rebuild:${ctx.config.stripe.mode}`;

/** The latest rebuild; null where there was none. */
export async function showRebuild(ctx: Ctx): Promise<Rebuild | null> {
  const row = await findCursor(ctx.db, nameOf(ctx));
  return row ? (JSON.parse(row.value) as Rebuild) : null;
}

/**
 * Begins to make all mirrored state anew from Stripe, from the first customer on. What is there already and right is left
 * as it is, so it can be begun at any time, and again.
 */
export async function beginRebuild(ctx: Ctx): Promise<Rebuild> {
  const begun: Rebuild = {
    startedAt: ctx.now,
    after: null,
    customers: 0,
    withoutUser: [],
    finishedAt: null,
  };
  await commit(ctx.db, [
    putCursor(ctx.db, { name: nameOf(ctx), value: JSON.stringify(begun), updatedAt: ctx.now }),
    recordChange(ctx, { action: "rebuild.started", targetId: ctx.config.stripe.mode }),
  ]);
  return begun;
}

/**
 * A page of Stripe's customers: each that names one of our users is mapped to that user (never by email), marked dirty
 * and enqueued. Two at the same step do it twice, and count it once.
 * @returns how far it is; null where none was begun
 */
export async function stepRebuild(ctx: Ctx): Promise<Rebuild | null> {
  const row = await findCursor(ctx.db, nameOf(ctx));
  if (!row) return null;
  const before = JSON.parse(row.value) as Rebuild;
  if (before.finishedAt !== null) return before;
  const page = await ctx.stripe.customers.list({
    limit: PER_STEP,
    ...(before.after !== null && { starting_after: before.after }),
  });
  const known = await findCustomers(ctx, { stripeCustomerIds: page.data.map(({ id }) => id) });
  const ids: string[] = [];
  const withoutUser: string[] = [];
  for (const { id, created, metadata } of page.data) {
    const { userId } = fromMetadata(metadata);
    if (!userId) continue;
    const ours =
      known.get(id) ??
      (await adoptCustomer(ctx, { userId, stripeCustomerId: id, createdAt: created * SECOND }));
    if (ours) ids.push(ours.id);
    else withoutUser.push(id);
  }
  await refreshCustomers(ctx, { ids });
  const next: Rebuild = {
    ...before,
    after: page.data.at(-1)?.id ?? before.after,
    customers: before.customers + ids.length,
    withoutUser: [...before.withoutUser, ...withoutUser].slice(0, NAMED_AT_MOST),
    finishedAt: page.has_more ? null : ctx.now,
  };
  await commit(ctx.db, [
    moveCursor(ctx.db, { ...row, to: JSON.stringify(next), updatedAt: ctx.now }),
  ]);
  return next;
}

/** Goes on with a rebuild that nobody watches. Begins none. */
export async function resumeRebuild(ctx: Ctx, input: { steps: number }): Promise<void> {
  for (let step = 0; step < input.steps; step++) {
    const rebuild = await stepRebuild(ctx);
    if (!rebuild || rebuild.finishedAt !== null) return;
  }
}
