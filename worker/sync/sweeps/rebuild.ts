import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { MINUTE, SECOND } from "../../lib/time.ts";
import { fromMetadata } from "../../stripe/metadata.ts";
import { recordChange } from "../../audit/record-change.ts";
import { linkStripeCustomer } from "../customer/link-stripe-customer.ts";
import {
  mapStripeCustomersByStripeId,
  markDirtyAndEnqueue,
} from "../customer/find-stripe-customers.ts";
import { defineCursor, defineLease } from "../cursors/store.ts";
import { backOffFromStripe } from "../cursors/stripe-backoff.ts";
import { listIdsAfter } from "../feed/store.ts";
import { FIRST_IMPORTED_KEY, restoreImportedPage, restoreUsers } from "../restore/restore-lost.ts";

/** Users or customers per step. Each can take several calls to D1, and their number per invocation is limited. */
const CUSTOMERS_PER_STEP = 25;
/** The maximum number of ids stored for display. */
const MAX_NAMED_IDS = 100;

/**
 * Progress of a rebuild: `customers` were enqueued for a sync, `withoutUser` are Stripe customers that belong to no
 * user here.
 */
export type Rebuild = {
  startedAt: number;
  /**
   * First, lost rows are restored from the history: the user to continue after, then the imported license key that
   * nobody has; null when all are done.
   */
  restoredUpTo: string | null;
  /** The Stripe customer to continue after; null at the start. */
  after: string | null;
  customers: number;
  withoutUser: string[];
  finishedAt: number | null;
};

const cursor = defineCursor<Rebuild>("rebuild");
const lease = defineLease("rebuild", 2 * MINUTE);

/** Returns the latest rebuild, or null if there was none. */
export const showRebuild = (ctx: Ctx): Promise<Rebuild | null> => cursor.read(ctx);

/**
 * Starts rewriting all mirrored state, from the first user and the first customer at Stripe on, or joins the rebuild that
 * is not finished. Rows that are already correct stay unchanged, so a rebuild can be started at any time.
 */
export async function startRebuild(ctx: Ctx): Promise<Rebuild> {
  const running = await cursor.read(ctx);
  if (running?.finishedAt === null) return running;
  const newRebuild: Rebuild = {
    startedAt: ctx.now,
    restoredUpTo: "",
    after: null,
    customers: 0,
    withoutUser: [],
    finishedAt: null,
  };
  await commit(ctx.db, [
    cursor.save(ctx, newRebuild),
    recordChange(ctx, { action: "rebuild.started", targetId: ctx.config.stripe.mode }),
  ]);
  return newRebuild;
}

/**
 * Processes a page. Of our users: restores what the history knows and the database has lost. Then of Stripe's
 * customers: links each one whose metadata names one of our users (never by email), marks it dirty and enqueues it. If
 * two workers process the same step, it is counted once.
 * @returns the progress, or null if no rebuild was started
 */
export async function runRebuildStep(ctx: Ctx): Promise<Rebuild | null> {
  const before = await cursor.read(ctx);
  if (!before || before.finishedAt !== null) return before;
  const restored = await restorePage(ctx, before);
  const next = restored.restoredUpTo === null ? await enqueuePage(ctx, restored) : restored;
  await commit(ctx.db, [cursor.advance(ctx, before, next)]);
  return next;
}

async function restorePage(ctx: Ctx, before: Rebuild): Promise<Rebuild> {
  // A rebuild that an earlier version started has no `restoredUpTo`.
  if (typeof before.restoredUpTo !== "string") return { ...before, restoredUpTo: null };
  const { restoredUpTo: after } = before;
  if (after.startsWith(FIRST_IMPORTED_KEY))
    return { ...before, restoredUpTo: await restoreImportedPage(ctx, { after }) };
  const userIds = await listIdsAfter(ctx.db, {
    list: "users",
    after,
    limit: CUSTOMERS_PER_STEP,
  });
  await restoreUsers(ctx, { userIds });
  if (userIds.length === CUSTOMERS_PER_STEP) return { ...before, restoredUpTo: userIds.at(-1)! };
  return {
    ...before,
    restoredUpTo: await restoreImportedPage(ctx, { after: FIRST_IMPORTED_KEY }),
  };
}

async function enqueuePage(ctx: Ctx, before: Rebuild): Promise<Rebuild> {
  const page = await ctx.stripe.customers.list({
    limit: CUSTOMERS_PER_STEP,
    ...(before.after !== null && { starting_after: before.after }),
  });
  const known = await mapStripeCustomersByStripeId(ctx, {
    stripeCustomerIds: page.data.map(({ id }) => id),
  });
  const ids: string[] = [];
  const withoutUser: string[] = [];
  for (const { id, created, metadata } of page.data) {
    const { userId } = fromMetadata(metadata);
    if (!userId) continue;
    const ours =
      known.get(id) ??
      (await linkStripeCustomer(ctx, {
        userId,
        stripeCustomerId: id,
        createdAt: created * SECOND,
      }));
    if (ours) ids.push(ours.id);
    else withoutUser.push(id);
  }
  await markDirtyAndEnqueue(ctx, { ids });
  return {
    ...before,
    after: page.data.at(-1)?.id ?? before.after,
    customers: before.customers + ids.length,
    withoutUser: [...before.withoutUser, ...withoutUser].slice(0, MAX_NAMED_IDS),
    finishedAt: page.has_more ? null : ctx.now,
  };
}

/**
 * Resumes an unfinished rebuild. Starts none.
 * @returns how far it is; null if there is none, or another worker is at it
 */
export async function resumeRebuild(ctx: Ctx, input: { steps: number }): Promise<Rebuild | null> {
  const rebuild = await cursor.read(ctx);
  if (!rebuild || rebuild.finishedAt !== null) return rebuild;
  const held = await lease.take(ctx);
  if (!held) return null;
  try {
    let latest: Rebuild | null = rebuild;
    for (let step = 0; step < input.steps && latest?.finishedAt === null; step++) {
      latest = await runRebuildStep(ctx);
      await commit(ctx.db, [held.renew()]);
    }
    return latest;
  } catch (error) {
    await backOffFromStripe(ctx, error);
    throw error;
  } finally {
    await held.release();
  }
}
