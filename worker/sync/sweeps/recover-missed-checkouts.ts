import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { logEvent, logFailure } from "../../lib/log.ts";
import { HOUR, MINUTE, SECOND } from "../../lib/time.ts";
import { hasUnsettledPurchase } from "../../purchases/checkout/store.ts";
import { defineCursor } from "../cursors/store.ts";
import { ingestMissingEvents, MISSED_AFTER_MS } from "../webhook/ingest-missing-events.ts";

/** The events that report a paid checkout. */
const paidTypes: Stripe.EventListParams["types"] = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
];
const PAGE_SIZE = 100;
/** Keeps a run below the subrequest limit of one invocation. The hourly backfill finds the rest. */
const MAX_PAGES = 5;
/** Events are listed again this far back, since they don't become listable in order. */
const OVERLAP_MS = 10 * MINUTE;
/** The hourly backfill covers everything that is older. */
const MAX_AGE_MS = 2 * HOUR;

/** Until when checkouts were looked for, in unix milliseconds. */
const cursor = defineCursor<number>("missed_checkouts");

/**
 * Finds paid checkouts that no webhook reported within two minutes, and enqueues the sync of their customers. Asks
 * Stripe only while a checkout may be paid, and then once for all of them: an abandoned checkout costs no request of
 * its own. Never throws: the rest of the scheduled job needs no answer from Stripe, and the next run continues where
 * this one began.
 * @returns how many events were missing
 */
export async function recoverMissedCheckouts(ctx: Ctx): Promise<number> {
  const { mode } = ctx.config.stripe;
  const until = ctx.now - MISSED_AFTER_MS;
  if (!(await hasUnsettledPurchase(ctx.db, { mode, createdBefore: until }))) return 0;
  const checkedUntil = (await cursor.read(ctx)) ?? 0;
  const since = Math.max(checkedUntil - OVERLAP_MS, ctx.now - MAX_AGE_MS);
  let missed: number;
  try {
    missed = await ingestPages(ctx, { since, until });
  } catch (error) {
    logFailure(ctx, "checkouts.not_checked", error);
    return 0;
  }
  await commit(ctx.db, [cursor.save(ctx, until)]);
  if (missed > 0) logEvent("error", "checkouts.missed", { missed }, ctx);
  return missed;
}

async function ingestPages(
  ctx: Ctx,
  { since, until }: { since: number; until: number },
): Promise<number> {
  let missed = 0;
  let after: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { data, has_more: more } = await ctx.stripe.events.list({
      types: paidTypes,
      created: { gte: Math.floor(since / SECOND), lte: Math.floor(until / SECOND) },
      limit: PAGE_SIZE,
      ...(after !== undefined && { starting_after: after }),
    });
    missed += (await ingestMissingEvents(ctx, { events: data })).count;
    after = data.at(-1)?.id;
    if (!more || after === undefined) break;
  }
  return missed;
}
