import type { Ctx } from "../../context.ts";
import { insertIncident, type IncidentRow } from "./store.ts";

/**
 * The write that records what needed a second look. Its id follows from what was found, so that the same finding on a
 * retry is one row.
 */
export function noteIncident(
  ctx: Ctx,
  input: Pick<IncidentRow, "kind" | "customerId" | "stripeObjectId" | "detail"> & {
    sweepId?: string;
  },
) {
  return insertIncident(ctx.db, {
    ...input,
    id: `inc_${input.sweepId ?? "once"}_${input.kind}_${input.stripeObjectId}`,
    sweepId: input.sweepId ?? null,
    mode: ctx.config.stripe.mode,
    createdAt: ctx.now,
  });
}
