import type { Ctx } from "../../context.ts";
import { markDuplicateSubscription } from "../../purchases/subscriptions/store.ts";

/** The write that says of which earlier purchase this subscription is a second payment, for its buyer to read. */
export function noteDuplicateSubscription(ctx: Ctx, input: { id: string; duplicateOf: string }) {
  return markDuplicateSubscription(ctx.db, input.id, input.duplicateOf);
}
