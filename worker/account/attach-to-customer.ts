import { recordChangeIfApplied } from "../audit/record-change.ts";
import type { Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import { fail } from "../errors.ts";
import { recordEvents } from "../feed/record-events.ts";
import {
  isExternalIdTaken,
  updateAttached,
  type AttachedFields,
} from "../identity/store-customers.ts";
import { resolveCustomer } from "../identity/resolve-customer.ts";

/**
 * Attaches the id of the seller's own program, or metadata, to a customer. What is left out stays.
 * @throws `not_found` for an unknown or deleted user; `external_id_taken`
 */
export async function attachToCustomer(
  ctx: Ctx,
  { id, externalId, metadata }: AttachedFields & { id: string },
): Promise<void> {
  const isEmpty = metadata && Object.keys(metadata).length === 0;
  const fields = { externalId, metadata: isEmpty ? null : metadata };
  if ((await resolveCustomer(ctx, { customer: id })) === null)
    throw fail("not_found", { reason: "no such user" });
  try {
    await commit(ctx.db, [
      updateAttached(ctx.db, id, { ...fields, updatedAt: ctx.now }),
      recordChangeIfApplied(ctx, { action: "customer.updated", targetId: id, after: fields }),
      ...recordEvents(ctx, { userId: id, kinds: ["customer"] }),
    ]);
  } catch (error) {
    if (isExternalIdTaken(error)) throw fail("external_id_taken");
    throw error;
  }
}
