import type { Ctx } from "../../context.ts";
import { commit, type Statement } from "../../db/client.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import { DAY, HOUR, MINUTE } from "../../lib/time.ts";
import { describeError } from "../inbox/mark-events.ts";
import {
  assignEvents,
  ignoreEvents,
  listDueEvents,
  postponeEvents,
  type IgnoredReason,
  type UnplacedEvent,
} from "../inbox/store-unplaced.ts";
import { findPayingCustomer } from "./find-paying-customer.ts";

const EVENTS_PER_RUN = 500;
/** Customers and payments that one run asks Stripe about: at most two requests each. */
const SUBJECTS_PER_RUN = 50;
const CONCURRENCY = 5;

const FIRST_DELAY_MS = 5 * MINUTE;
const MAX_DELAY_MS = 6 * HOUR;
/** After this time, an event that still can't be placed is ignored. The sweep has seen its object by then. */
const GIVE_UP_MS = 3 * DAY;

/** What was decided about some events, and the writes and queue messages that follow. */
export type Placements = {
  placed: { id: string; customerId: string }[];
  ignored: string[];
  postponed: string[];
  statements: Statement[];
};

/**
 * Runs every five minutes: places events whose customer was unknown when they arrived, for example a dispute that came
 * before its order was mirrored. Our own rows are asked first, then Stripe.
 */
export async function placeDueEvents(
  ctx: Ctx,
): Promise<{ placed: number; ignored: number; postponed: number }> {
  const due = await listDueEvents(ctx.db, {
    mode: ctx.config.stripe.mode,
    now: ctx.now,
    limit: EVENTS_PER_RUN,
  });
  const { placed, ignored, postponed, statements } = await decidePlacements(ctx, {
    events: due,
    maxSubjects: SUBJECTS_PER_RUN,
  });
  await commit(ctx.db, statements);
  await enqueuePlaced(ctx, placed);
  return { placed: placed.length, ignored: ignored.length, postponed: postponed.length };
}

/**
 * Decides whose events these are. An event that Stripe can't be asked about now is postponed, with a growing delay, and
 * is ignored after three days.
 * @param input.maxSubjects how many customers and payments Stripe is asked about; events of others are left as they are
 */
export async function decidePlacements(
  ctx: Ctx,
  input: { events: UnplacedEvent[]; maxSubjects: number },
): Promise<Placements> {
  const { events, maxSubjects } = input;
  const { mode } = ctx.config.stripe;
  const placed = events.flatMap(({ id, customerId }) => (customerId ? [{ id, customerId }] : []));
  const ignored: string[] = [];
  const postponed: string[] = [];
  const statements: Statement[] = [];
  const ignore = (ids: string[], reason: IgnoredReason) => {
    statements.push(ignoreEvents(ctx.db, { mode, ids, reason }));
    ignored.push(...ids);
  };
  const unknown = events.filter(({ customerId }) => customerId === null);
  const bySubject = Map.groupBy(unknown, (event) => event.stripeCustomerId ?? event.subjectId);
  const subjects = [...bySubject.values()].slice(0, maxSubjects);
  for (const { group, answer } of await askAboutSubjects(ctx, subjects)) {
    const ids = group.map(({ id }) => id);
    if ("customerId" in answer)
      placed.push(...ids.map((id) => ({ id, customerId: answer.customerId })));
    else if ("reason" in answer) ignore(ids, answer.reason);
    else {
      const error = describeError(answer.error);
      const delays = { firstDelayMs: FIRST_DELAY_MS, maxDelayMs: MAX_DELAY_MS };
      statements.push(postponeEvents(ctx.db, { mode, ids, error, now: ctx.now, ...delays }));
      const isOld = ({ receivedAt }: UnplacedEvent) => ctx.now - receivedAt > GIVE_UP_MS;
      const old = group.filter(isOld).map(({ id }) => id);
      if (old.length > 0) ignore(old, "gave_up");
      postponed.push(...ids.filter((id) => !old.includes(id)));
    }
  }
  statements.push(...assignEvents(ctx.db, { mode, events: placed, now: ctx.now }));
  return { placed, ignored, postponed, statements };
}

type Answer = Awaited<ReturnType<typeof findPayingCustomer>> | { error: unknown };

/** Asks about each group of events, which share a customer or payment. */
async function askAboutSubjects(ctx: Ctx, groups: UnplacedEvent[][]) {
  const answers: { group: UnplacedEvent[]; answer: Answer }[] = [];
  for (let at = 0; at < groups.length; at += CONCURRENCY) {
    const asked = groups.slice(at, at + CONCURRENCY).map(async (group) => {
      const answer = await findPayingCustomer(ctx, group[0]!).catch((error: unknown) => ({
        error,
      }));
      return { group, answer };
    });
    answers.push(...(await Promise.all(asked)));
  }
  return answers;
}

/** Enqueues the customers of placed events. Best effort: cron enqueues dirty customers too. */
export async function enqueuePlaced(ctx: Ctx, placed: { customerId: string }[]): Promise<void> {
  const customerIds = [...new Set(placed.map(({ customerId }) => customerId))];
  try {
    for (let at = 0; at < customerIds.length; at += 100) {
      const page = customerIds.slice(at, at + 100);
      await ctx.syncQueue.sendBatch(page.map((customerId) => ({ body: { customerId } })));
    }
  } catch (error) {
    logEvent("error", "sync.enqueue_failed", {
      request_id: ctx.requestId,
      error: summarizeError(error),
    });
  }
}
