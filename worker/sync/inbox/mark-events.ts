import Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import {
  listEventTypes,
  listWaitingObjectIds,
  markEventsDead,
  markEventsDeadById,
  markEventsDone,
  markEventsDoneById,
  recordFailure,
  recordFailureById,
} from "./store.ts";

/** Returns the write that marks a customer's events as done, up to the `dirtySeq` that the sync covered. */
export function markCustomerEventsDone(ctx: Ctx, input: { customerId: string; upToSeq: number }) {
  return markEventsDone(ctx.db, { ...input, now: ctx.now });
}

/** Returns the write that records a failed attempt and its error on a customer's waiting events. */
export function recordSyncFailure(ctx: Ctx, input: { customerId: string; error: unknown }) {
  return recordFailure(ctx.db, { customerId: input.customerId, error: describeError(input.error) });
}

/** Returns the early fraud warnings that a customer's waiting events report. */
export async function listReportedWarnings(
  ctx: Ctx,
  input: { customerId: string },
): Promise<string[]> {
  const rows = await listWaitingObjectIds(ctx.db, {
    ...input,
    type: "radar.early_fraud_warning.created",
  });
  return rows.flatMap(({ objectId }) => objectId ?? []);
}

/** Describes an error in one line for the seller. Stripe's messages contain no secrets. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return "Unknown error";
  const kind = error instanceof Stripe.errors.StripeError ? error.type : error.name;
  return `${kind}: ${error.message}`.slice(0, 500);
}

/** Marks a customer's waiting events as dead. They stay readable, and a later successful sync marks them done. */
export async function markCustomerEventsDead(
  ctx: Ctx,
  input: { customerId: string },
): Promise<void> {
  await markEventsDead(ctx.db, input.customerId);
}

/** Returns the write that marks catalog events as done. Catalog events belong to no customer. */
export function markCatalogEventsDone(ctx: Ctx, input: { ids: string[] }) {
  return markEventsDoneById(ctx.db, { ...input, mode: ctx.config.stripe.mode, now: ctx.now });
}

/** Returns the write that records a failed attempt and its error on catalog events. */
export function recordCatalogFailure(ctx: Ctx, input: { ids: string[]; error: unknown }) {
  const { mode } = ctx.config.stripe;
  return recordFailureById(ctx.db, { ids: input.ids, mode, error: describeError(input.error) });
}

/** Marks catalog events as dead. */
export async function markCatalogEventsDead(ctx: Ctx, input: { ids: string[] }): Promise<void> {
  await markEventsDeadById(ctx.db, { ...input, mode: ctx.config.stripe.mode });
}

/** Whether one of these events reports a deletion at Stripe. */
export async function includesDeletion(ctx: Ctx, input: { ids: string[] }): Promise<boolean> {
  const rows = await listEventTypes(ctx.db, { ...input, mode: ctx.config.stripe.mode });
  return rows.some(({ type }) => type.endsWith(".deleted"));
}
