import type { Ctx } from "../context.ts";
import type { GrantWithBenefit } from "./strategy.ts";
import { readAccessTime } from "./outage-mode.ts";
import { listGrantsInForceAt } from "./store.ts";

/** The user's grants in force now, each with its benefit. */
export async function listGrantsInForce(
  ctx: Ctx,
  input: { userId: string },
): Promise<GrantWithBenefit[]> {
  return listGrantsInForceAt(
    ctx.db,
    input.userId,
    ctx.config.stripe.mode,
    await readAccessTime(ctx),
  );
}
