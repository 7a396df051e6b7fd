import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { deleteExpiredSignInRows } from "./store.ts";

/** Deletes expired sign-in data every night. Old sessions reveal where and with which device a user signed in. */
export async function deleteExpiredSignInData(ctx: Ctx): Promise<void> {
  await commit(ctx.db, deleteExpiredSignInRows(ctx.db, ctx.now));
}
