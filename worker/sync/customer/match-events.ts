import type { Ctx } from "../../context.ts";
import { commit, type Statement } from "../../db/client.ts";
import { logFailure } from "../../lib/log.ts";
import { DAY, HOUR, MINUTE, SECOND } from "../../lib/time.ts";
import { describeError } from "../inbox/store.ts";
import {
  assignEvents,
  ignoreEvents,
  listDueEvents,
  postponeEvents,
  type IgnoredReason,
  type UnmatchedEvent,
} from "../inbox/store-unmatched.ts";
import { fromMetadata } from "../../stripe/metadata.ts";
import { idOf } from "../../stripe/references.ts";
import { mapStripeCustomersByStripeId } from "./find-stripe-customers.ts";
import { linkStripeCustomer } from "./link-stripe-customer.ts";

const EVENTS_PER_RUN = 500;
/** Customers and payments that one run asks Stripe about: at most two requests each. */
const SUBJECTS_PER_RUN = 50;
const CONCURRENCY = 5;

const FIRST_DELAY_MS = 5 * MINUTE;
const MAX_DELAY_MS = 6 * HOUR;
/** After this time, an event that still can't be matched is ignored. The sweep has seen its object by then. */
const GIVE_UP_MS = 3 * DAY;

/** What was decided about some events, and the writes and queue messages that follow. */
type Placements = {
  matched: { id: string; customerId: string }[];
  ignored: string[];
  postponed: string[];
  statements: Statement[];
};

/**
 * Runs every five minutes: places events whose customer was unknown when they arrived, for example a dispute that came
 * before its order was mirrored. Our own rows are asked first, then Stripe.
 */
export async function matchPendingEvents(
  ctx: Ctx,
): Promise<{ matched: number; ignored: number; postponed: number }> {
  const due = await listDueEvents(ctx.db, {
    mode: ctx.config.stripe.mode,
    now: ctx.now,
    limit: EVENTS_PER_RUN,
  });
  const { matched, ignored, postponed, statements } = await decideMatches(ctx, {
    events: due,
    maxSubjects: SUBJECTS_PER_RUN,
  });
  await commit(ctx.db, statements);
  await enqueueMatched(ctx, matched);
  return { matched: matched.length, ignored: ignored.length, postponed: postponed.length };
}

/**
 * Decides which customers these events belong to. An event that Stripe can't be asked about now is postponed, with a
 * growing delay, and is ignored after three days.
 * @param input.maxSubjects how many customers and payments Stripe is asked about; events of others are left as they are
 */
export async function decideMatches(
  ctx: Ctx,
  input: { events: UnmatchedEvent[]; maxSubjects: number },
): Promise<Placements> {
  const { events, maxSubjects } = input;
  const { mode } = ctx.config.stripe;
  const matched = events.flatMap(({ id, customerId }) => (customerId ? [{ id, customerId }] : []));
  const ignored: string[] = [];
  const postponed: string[] = [];
  const statements: Statement[] = [];
  const ignore = (ids: string[], reason: IgnoredReason) => {
    statements.push(ignoreEvents({ mode, ids, reason }));
    ignored.push(...ids);
  };
  const unknown = events.filter(({ customerId }) => customerId === null);
  const bySubject = Map.groupBy(unknown, (event) => event.stripeCustomerId ?? event.subjectId);
  const subjects = [...bySubject.values()].slice(0, maxSubjects);
  for (const { group, answer } of await askAboutSubjects(ctx, subjects)) {
    const ids = group.map(({ id }) => id);
    if ("customerId" in answer)
      matched.push(...ids.map((id) => ({ id, customerId: answer.customerId })));
    else if ("reason" in answer) ignore(ids, answer.reason);
    else {
      const error = describeError(answer.error);
      const delays = { firstDelayMs: FIRST_DELAY_MS, maxDelayMs: MAX_DELAY_MS };
      statements.push(postponeEvents({ mode, ids, error, now: ctx.now, ...delays }));
      const isOld = ({ receivedAt }: UnmatchedEvent) => ctx.now - receivedAt > GIVE_UP_MS;
      const old = group.filter(isOld).map(({ id }) => id);
      if (old.length > 0) ignore(old, "gave_up");
      postponed.push(...ids.filter((id) => !old.includes(id)));
    }
  }
  statements.push(...assignEvents({ mode, events: matched, now: ctx.now }));
  return { matched, ignored, postponed, statements };
}

type Answer = Awaited<ReturnType<typeof findPayingCustomer>> | { error: unknown };

/** Asks about each group of events, which share a customer or payment. */
async function askAboutSubjects(ctx: Ctx, groups: UnmatchedEvent[][]) {
  const answers: { group: UnmatchedEvent[]; answer: Answer }[] = [];
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

/** Enqueues the customers of matched events. Best effort: cron enqueues dirty customers too. */
async function enqueueMatched(ctx: Ctx, matched: { customerId: string }[]): Promise<void> {
  const customerIds = [...new Set(matched.map(({ customerId }) => customerId))];
  try {
    for (let at = 0; at < customerIds.length; at += 100) {
      const page = customerIds.slice(at, at + 100);
      await ctx.syncQueue.sendBatch(page.map((customerId) => ({ body: { customerId } })));
    }
  } catch (error) {
    logFailure(ctx, "sync.enqueue_failed", error);
  }
}

/** What an event names: a Stripe customer, or a charge or payment intent. */
type EventPointer = { stripeCustomerId: string | null; subjectId: string | null };

/**
 * Asks Stripe which customer of ours an event is about. A Stripe customer whose metadata names one of our users, and
 * that has no row yet, is linked to that user.
 * @returns our customer's id, or why the event is not ours
 * @throws errors from Stripe
 */
async function findPayingCustomer(
  ctx: Ctx,
  pointer: EventPointer,
): Promise<{ customerId: string } | { reason: IgnoredReason }> {
  const { subjectId } = pointer;
  if (pointer.stripeCustomerId === null && subjectId === null) return { reason: "no_subject" };
  const stripeCustomerId =
    pointer.stripeCustomerId ?? (subjectId && (await findPayer(ctx, subjectId)));
  if (stripeCustomerId === null) return { reason: "foreign" };
  const known = await mapStripeCustomersByStripeId(ctx, { stripeCustomerIds: [stripeCustomerId] });
  const knownId = known.get(stripeCustomerId)?.id;
  if (knownId) return { customerId: knownId };
  const customer = await ctx.stripe.customers.retrieve(stripeCustomerId);
  if (customer.deleted) return { reason: "customer_deleted" };
  const { userId } = fromMetadata(customer.metadata);
  const createdAt = customer.created * SECOND;
  const linked = userId && (await linkStripeCustomer(ctx, { userId, stripeCustomerId, createdAt }));
  return linked ? { customerId: linked.id } : { reason: "foreign" };
}

/** Returns the Stripe customer of a charge or payment intent; null for a guest's. */
async function findPayer(ctx: Ctx, paymentId: string): Promise<string | null> {
  const { customer } = paymentId.startsWith("pi_")
    ? await ctx.stripe.paymentIntents.retrieve(paymentId)
    : await ctx.stripe.charges.retrieve(paymentId);
  return idOf(customer);
}
