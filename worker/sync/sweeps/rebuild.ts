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
import { defineLease } from "../cursors/store.ts";
import { backOffFromStripe } from "../cursors/stripe-backoff.ts";
import { listIdsAfter } from "../feed/store.ts";
import { pauseCursor, rebuildCursor, type Rebuild } from "./rebuild-progress.ts";
import { countRebuilt } from "./store.ts";
import { FIRST_IMPORTED_KEY, restoreImportedPage, restoreUsers } from "../restore/restore-lost.ts";

/** Users or customers per step. Each can take several calls to D1, and their number per invocation is limited. */
const CUSTOMERS_PER_STEP = 25;
/** The maximum number of ids stored for display. */
const MAX_NAMED_IDS = 100;

const lease = defineLease("rebuild", 2 * MINUTE);

/**
 * Starts rewriting all mirrored state, from the first user and the first customer at Stripe on, or joins the rebuild that
 * is not finished. Rows that are already correct stay unchanged, so a rebuild can be started at any time.
 */
export async function startRebuild(ctx: Ctx): Promise<Rebuild> {
  const running = await rebuildCursor.read(ctx);
  if (running?.finishedAt === null) return running;
  const newRebuild: Rebuild = {
    startedAt: ctx.now,
    restoredUpTo: "",
    users: 0,
    totals: await countTotals(ctx),
    partAt: ctx.now,
    after: null,
    customers: 0,
    withoutUser: [],
    finishedAt: null,
  };
  await commit(ctx.db, [
    rebuildCursor.save(ctx, newRebuild),
    pauseCursor.save(ctx, { pausedAt: null, resumedAt: 0, resumedFrom: 0 }),
    recordChange(ctx, { action: "rebuild.started", targetId: ctx.config.stripe.mode }),
  ]);
  return newRebuild;
}

/**
 * Processes a page. Of our users: restores what the history knows and the database has lost. Then of Stripe's
 * customers: links each one whose metadata names one of our users (never by email), marks it dirty and enqueues it. If
 * two workers process the same step, it is counted once. Does nothing while the rebuild is paused.
 * @returns the progress, or null if no rebuild was started, or it is paused
 */
export async function runRebuildStep(ctx: Ctx): Promise<Rebuild | null> {
  const before = await rebuildCursor.read(ctx);
  if (!before || before.finishedAt !== null) return before;
  if ((await pauseCursor.read(ctx))?.pausedAt != null) return null;
  const restored = await restorePage(ctx, before);
  const next = restored.restoredUpTo === null ? await enqueuePage(ctx, restored) : restored;
  await commit(ctx.db, [rebuildCursor.advance(ctx, before, next)]);
  return next;
}

async function restorePage(ctx: Ctx, before: Rebuild): Promise<Rebuild> {
  // A rebuild that an earlier version started has no `restoredUpTo`.
  if (typeof before.restoredUpTo !== "string") return { ...before, restoredUpTo: null };
  const { restoredUpTo: after } = before;
  if (after.startsWith(FIRST_IMPORTED_KEY)) return restoreImported(ctx, before, after);
  const userIds = await listIdsAfter(ctx.db, {
    list: "users",
    after,
    limit: CUSTOMERS_PER_STEP,
  });
  await restoreUsers(ctx, { userIds });
  const restored = { ...before, users: (before.users ?? 0) + userIds.length };
  return userIds.length === CUSTOMERS_PER_STEP
    ? { ...restored, restoredUpTo: userIds.at(-1)! }
    : restoreImported(ctx, restored, FIRST_IMPORTED_KEY);
}

/** After the last page, the second part of the rebuild begins. Restored users may have brought their customers back. */
async function restoreImported(ctx: Ctx, before: Rebuild, after: string): Promise<Rebuild> {
  const restoredUpTo = await restoreImportedPage(ctx, { after });
  return restoredUpTo === null
    ? { ...before, restoredUpTo, totals: await countTotals(ctx), partAt: ctx.now }
    : { ...before, restoredUpTo };
}

const countTotals = (ctx: Ctx) => countRebuilt(ctx.db, ctx.config.stripe.mode);

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
 * Continues an unfinished rebuild. Starts none.
 * @returns how far it is; null if there is none, it is paused, or another worker is at it
 */
export async function continueRebuild(ctx: Ctx, input: { steps: number }): Promise<Rebuild | null> {
  const rebuild = await rebuildCursor.read(ctx);
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
