import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { newestFirst, type NewestFirst } from "../../db/sort-by.ts";
import { customerJson } from "../../feed/customer.ts";
import type { CustomerAddress } from "../../identity/customer-address.ts";
import { IS_NOBODY } from "../../identity/store-guests.ts";
import { selectCustomerId } from "../../identity/resolve-customer.ts";
import { findObject, type ListRow } from "../protocol/objects.query.ts";

/** Neither deleted nor a guest who has not paid. */
const isCustomer = sql`users.status <> 'deleted' AND NOT (${IS_NOBODY})`;

/** Returns a page of customers, newest first, with one more row. Deleted ones are left out. */
export function listCustomers(ctx: Ctx, input: NewestFirst): Promise<ListRow[]> {
  const { conditions, orderAndLimit } = newestFirst("users", input);
  const where = sql.join([isCustomer, ...conditions], sql` AND `);
  return ctx.db
    .all(sql`SELECT ${customerJson(ctx)} AS data, users.id AS id, users.created_at AS value
    FROM users WHERE ${where} ${orderAndLimit}`);
}

/** Returns the customer with an address, in a list: it is empty if no user with this address has signed in. */
export function listAddressedCustomers(ctx: Ctx, address: CustomerAddress): Promise<ListRow[]> {
  return ctx.db
    .all(sql`SELECT ${customerJson(ctx)} AS data, users.id AS id, users.created_at AS value
    FROM users WHERE users.id = ${selectCustomerId(ctx, address)} AND users.status <> 'deleted'`);
}

/** Returns the JSON of a customer, also of a deleted one; undefined if there is none. */
export const findCustomer = (ctx: Ctx, id: string) =>
  findObject(ctx, { table: "users", json: customerJson, isShown: () => sql`true` }, id);
