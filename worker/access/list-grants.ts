import type { Ctx } from "../context.ts";
import type { Held } from "./strategy.ts";
import { accessTime } from "./outage-mode.ts";
import { listGrantsWithBenefits, listLiveGrants } from "./store.ts";

/** The user's grants in force now, each with its benefit. */
export async function listGrantedBenefits(ctx: Ctx, input: { userId: string }): Promise<Held[]> {
  return listLiveGrants(ctx.db, input.userId, await accessTime(ctx));
}

/** Every grant the user has or had, each with its benefit. */
export async function listGrantsEver(ctx: Ctx, input: { userId: string }): Promise<Held[]> {
  return listGrantsWithBenefits(ctx.db, input.userId);
}
