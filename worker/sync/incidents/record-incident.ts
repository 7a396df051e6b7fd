import type { Statement } from "../../db/client.ts";
import type { Ctx } from "../../context.ts";
import { insertIncident, type IncidentRow } from "./store.ts";

/**
 * Returns the write that records an incident. Its id is derived from the finding, so a retry doesn't record it twice.
 */
export function recordIncident(
  ctx: Ctx,
  input: Pick<IncidentRow, "kind" | "customerId" | "stripeObjectId" | "detail"> & {
    sweepId?: string;
  },
): Statement {
  return insertIncident(ctx.db, {
    ...input,
    id: `inc_${input.sweepId ?? "once"}_${input.kind}_${input.stripeObjectId}`,
    sweepId: input.sweepId ?? null,
    mode: ctx.config.stripe.mode,
    createdAt: ctx.now,
  });
}
