import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { DAY } from "../../lib/time.ts";
import { deleteUnusedClaims } from "../../access/store-claims.ts";

/** How long an expired link still says that it has expired. */
const KEPT_MS = 30 * DAY;

/** Deletes gifts that nobody claimed, every night: they contain the recipient's email or identity. */
export async function deleteUnusedClaimsNightly(ctx: Ctx): Promise<void> {
  await commit(ctx.db, [deleteUnusedClaims(ctx.db, ctx.now - KEPT_MS)]);
}
