import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import {
  closeOrdersOfCustomer,
  listOrdersOfCustomer,
  type OrderRow,
} from "../../purchases/orders/store.ts";

/** Returns the orders of a deleted customer as they will be, and the write that ends their access. */
export async function closeOrders(
  ctx: Ctx,
  input: { customerId: string },
): Promise<{ before: OrderRow[]; rows: OrderRow[]; statements: Statement[] }> {
  const rows = await listOrdersOfCustomer(ctx.db, input.customerId);
  return {
    before: rows,
    rows: rows.map((row) => ({ ...row, customerDeletedAt: row.customerDeletedAt ?? ctx.now })),
    statements: [closeOrdersOfCustomer(ctx.db, input.customerId, ctx.now)],
  };
}
