import type { Ctx } from "../../context.ts";
import { listDirtyCustomers } from "./store-dirty.ts";

/** Counting stops here. */
const COUNTED_AT_MOST = 1000;

/** How many customers are dirty: something happened, and no sync has seen it yet. At most a thousand are counted. */
export async function countWaiting(ctx: Ctx): Promise<number> {
  const { mode } = ctx.config.stripe;
  const page = { mode, afterId: "", limit: COUNTED_AT_MOST };
  return (await listDirtyCustomers(ctx.db, page)).length;
}
