import type { Ctx } from "../../context.ts";
import { listOrdersOfUser, type OrderRow } from "./store.ts";

/** Returns the user's orders in this mode, newest first. */
export async function listOrders(ctx: Ctx, input: { userId: string }): Promise<OrderRow[]> {
  const rows = await listOrdersOfUser(ctx.db, input.userId);
  return rows.filter((row) => row.mode === ctx.config.stripe.mode);
}
