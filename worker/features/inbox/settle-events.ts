import type { Ctx } from "../../context.ts";
import { markEventsDead, markEventsDone, noteFailure } from "./store.ts";

/** The write that marks a customer's events as done, up to the mark that a sync has seen. */
export function settleEvents(ctx: Ctx, input: { customerId: string; upToSeq: number }) {
  return markEventsDone(ctx.db, { ...input, now: ctx.now });
}

/** The write that counts a failed attempt on a customer's waiting events. Stripe's messages name no secrets. */
export function recordSyncFailure(ctx: Ctx, input: { customerId: string; error: unknown }) {
  const { name, message } =
    input.error instanceof Error ? input.error : new Error(String(input.error));
  return noteFailure(ctx.db, {
    customerId: input.customerId,
    error: `${name}: ${message}`.slice(0, 500),
  });
}

/** Gives up on a customer's waiting events. They stay readable, and a later sync that succeeds settles them. */
export async function buryEvents(ctx: Ctx, input: { customerId: string }): Promise<void> {
  await markEventsDead(ctx.db, input.customerId);
}
