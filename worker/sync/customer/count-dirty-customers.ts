import type { Ctx } from "../../context.ts";
import { listDirtyCustomers } from "./store-dirty.ts";

/** The highest count that is reported. */
const COUNT_LIMIT = 1000;

/** Counts the dirty customers, i.e. those with changes that no sync has covered yet. Stops at 1,000. */
export async function countDirtyCustomers(ctx: Ctx): Promise<number> {
  const { mode } = ctx.config.stripe;
  const page = { mode, afterId: "", limit: COUNT_LIMIT };
  return (await listDirtyCustomers(ctx.db, page)).length;
}
