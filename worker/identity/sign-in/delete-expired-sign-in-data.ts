import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { deleteExpired } from "./store.ts";

/** Nightly: sessions nobody can use any more say where somebody was and with what, so they are not kept. */
export async function forgetExpired(ctx: Ctx): Promise<void> {
  await commit(ctx.db, deleteExpired(ctx.db, ctx.now));
}
