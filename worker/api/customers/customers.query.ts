import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import type { Cursor } from "../../db/page-cursor.ts";
import { customerJson } from "../../feed/customer.ts";
import { selectCustomerId, type CustomerAddress } from "../../identity/resolve-customer.ts";

/** `value` is when they first signed in. */
type CustomerRow = { data: string; id: string; value?: number };

/** Returns a page of customers, newest first, with one more row. Deleted ones are left out. */
export function listCustomers(
  ctx: Ctx,
  input: { after: Cursor | undefined; limit: number },
): Promise<CustomerRow[]> {
  const page =
    input.after &&
    sql`AND (users.created_at, users.id) < (${input.after.value}, ${input.after.id})`;
  return ctx.db
    .all(sql`SELECT ${customerJson(ctx)} AS data, users.id AS id, users.created_at AS value
    FROM users WHERE users.status <> 'deleted' ${page}
    ORDER BY users.created_at DESC, users.id DESC LIMIT ${input.limit + 1}`);
}

/** Returns the customer whom an address stands for, in a list: it is empty if nobody with it has signed in. */
export function listAddressedCustomers(ctx: Ctx, address: CustomerAddress): Promise<CustomerRow[]> {
  return ctx.db.all(sql`SELECT ${customerJson(ctx)} AS data, users.id AS id FROM users
    WHERE users.id = ${selectCustomerId(ctx, address)} AND users.status <> 'deleted'`);
}

/** Returns the JSON of a customer; undefined if there is none. */
export async function findCustomer(ctx: Ctx, id: string): Promise<string | undefined> {
  const row = await ctx.db.get<{ data: string } | undefined>(
    sql`SELECT ${customerJson(ctx)} AS data FROM users WHERE users.id = ${id}`,
  );
  return row?.data;
}
