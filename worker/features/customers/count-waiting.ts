import type { Ctx } from "../../context.ts";
import { listDirtyCustomers } from "./store.ts";

/** Counting stops here. */
const COUNTED_AT_MOST = 1000;

/** How many customers are dirty: something happened, and no sync has seen it yet. At most a thousand are counted. */
export async function countWaiting(ctx: Ctx): Promise<number> {
  return (await listDirtyCustomers(ctx.db, "", COUNTED_AT_MOST)).length;
}
