import Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import {
  listEventTypes,
  markEventsDead,
  markEventsDeadById,
  markEventsDone,
  markEventsDoneById,
  noteFailure,
  noteFailureById,
} from "./store.ts";

/** The write that marks a customer's events as done, up to the mark that a sync has seen. */
export function settleEvents(ctx: Ctx, input: { customerId: string; upToSeq: number }) {
  return markEventsDone(ctx.db, { ...input, now: ctx.now });
}

/** The write that counts a failed attempt on a customer's waiting events, with why it failed. */
export function recordSyncFailure(ctx: Ctx, input: { customerId: string; error: unknown }) {
  return noteFailure(ctx.db, { customerId: input.customerId, error: describe(input.error) });
}

/** One line for the seller. Stripe's messages name no secrets. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return "An error that is no Error";
  const kind = error instanceof Stripe.errors.StripeError ? error.type : error.name;
  return `${kind}: ${error.message}`.slice(0, 500);
}

/** Gives up on a customer's waiting events. They stay readable, and a later sync that succeeds settles them. */
export async function buryEvents(ctx: Ctx, input: { customerId: string }): Promise<void> {
  await markEventsDead(ctx.db, input.customerId);
}

/** The write that marks events as done: those of the catalog, which are of no customer. */
export function settleEventsById(ctx: Ctx, input: { ids: string[] }) {
  return markEventsDoneById(ctx.db, { ...input, mode: ctx.config.stripe.mode, now: ctx.now });
}

/** The write that counts a failed attempt on events of the catalog, with why it failed. */
export function recordEventFailure(ctx: Ctx, input: { ids: string[]; error: unknown }) {
  const { mode } = ctx.config.stripe;
  return noteFailureById(ctx.db, { ids: input.ids, mode, error: describe(input.error) });
}

/** Gives up on events of the catalog. */
export async function buryEventsById(ctx: Ctx, input: { ids: string[] }): Promise<void> {
  await markEventsDeadById(ctx.db, { ...input, mode: ctx.config.stripe.mode });
}

/** Whether one of these events says that something was deleted at Stripe. */
export async function areDeletions(ctx: Ctx, input: { ids: string[] }): Promise<boolean> {
  const rows = await listEventTypes(ctx.db, { ...input, mode: ctx.config.stripe.mode });
  return rows.some(({ type }) => type.endsWith(".deleted"));
}
