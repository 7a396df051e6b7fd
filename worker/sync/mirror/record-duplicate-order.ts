import type { Ctx } from "../../context.ts";
import { markDuplicateOrder } from "../../purchases/orders/store.ts";

/** The write that says of which earlier purchase this order is a second payment, for its buyer to read. */
export function noteDuplicateOrder(ctx: Ctx, input: { id: string; duplicateOf: string }) {
  return markDuplicateOrder(ctx.db, input.id, input.duplicateOf);
}
