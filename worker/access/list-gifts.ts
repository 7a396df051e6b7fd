import type { Ctx } from "../context.ts";
import { listCompsOfUser, type CompRow } from "./store.ts";

/** A person's gifts of this mode, newest first, those that are over among them. */
export async function listComps(ctx: Ctx, input: { userId: string }): Promise<CompRow[]> {
  return listCompsOfUser(ctx.db, input.userId, ctx.config.stripe.mode);
}
