import { sql, type SQL } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { startsWith } from "../../db/search-parts.ts";

/** The kinds of objects that the search finds, besides the console's pages. */
export type SearchableKind =
  | "customers"
  | "orders"
  | "subscriptions"
  | "payments"
  | "licenses"
  | "events"
  | "products";

/** An id that the user typed, or its start. */
type TypedId = { prefix: string; text: string; mode: Mode };

/** Returns the id in a search text, ours or Stripe's: letters, an underscore and at least one more character. */
export function parseTypedId(search: string, mode: Mode): TypedId | null {
  const prefix = /^([a-z]{2,4})_\w+$/.exec(search)?.[1];
  return prefix !== undefined && knownPrefixes.has(prefix) ? { prefix, text: search, mode } : null;
}

/**
 * Where each kind's objects are found by an id: a query for the values of the kind's key (our id, or that of the charge
 * or event at Stripe). Each condition is the start of an index.
 */
const sources: Record<SearchableKind, Record<string, (id: TypedId) => SQL>> = {
  customers: {
    usr: ({ text }) => sql`SELECT id FROM users WHERE ${startsWith(sql`id`, text)}`,
    cst: ({ text }) => sql`SELECT user_id FROM customers WHERE ${startsWith(sql`id`, text)}`,
    cus: ({ text, mode }) =>
      sql`SELECT user_id FROM customers WHERE mode = ${mode} AND ${startsWith(sql`stripe_customer_id`, text)}`,
    chk: ({ text }) => sql`SELECT user_id FROM checkouts WHERE ${startsWith(sql`id`, text)}`,
    cs: ({ text, mode }) =>
      sql`SELECT user_id FROM checkouts WHERE mode = ${mode} AND ${startsWith(sql`stripe_session_id`, text)}`,
  },
  orders: {
    ord: ({ text }) => sql`SELECT id FROM orders WHERE ${startsWith(sql`id`, text)}`,
    cs: ({ text, mode }) =>
      sql`SELECT id FROM orders WHERE mode = ${mode} AND ${startsWith(sql`stripe_session_id`, text)}`,
    pi: ({ text, mode }) =>
      sql`SELECT id FROM orders WHERE mode = ${mode} AND ${startsWith(sql`stripe_payment_intent_id`, text)}`,
  },
  subscriptions: {
    sub: ({ text, mode }) =>
      sql`SELECT id FROM (SELECT id FROM subscriptions WHERE ${startsWith(sql`id`, text)}
        UNION ALL SELECT id FROM subscriptions WHERE mode = ${mode} AND ${startsWith(sql`stripe_subscription_id`, text)})`,
  },
  payments: {
    ch: paymentsByCharge,
    py: paymentsByCharge,
    pi: ({ text, mode }) =>
      sql`SELECT stripe_charge_id FROM payments WHERE mode = ${mode} AND ${startsWith(sql`stripe_payment_intent_id`, text)}`,
    in: ({ text, mode }) =>
      sql`SELECT stripe_charge_id FROM payments WHERE mode = ${mode} AND ${startsWith(sql`stripe_invoice_id`, text)}`,
  },
  licenses: {
    lic: ({ text }) => sql`SELECT id FROM license_keys WHERE ${startsWith(sql`id`, text)}`,
  },
  events: {
    evt: ({ text, mode }) =>
      sql`SELECT id FROM events WHERE mode = ${mode} AND ${startsWith(sql`id`, text)}`,
  },
  products: {
    prd: ({ text }) => sql`SELECT id FROM products WHERE ${startsWith(sql`id`, text)}`,
    prod: ({ text, mode }) =>
      sql`SELECT id FROM products WHERE mode = ${mode} AND ${startsWith(sql`stripe_product_id`, text)}`,
  },
};

const knownPrefixes = new Set(Object.values(sources).flatMap((byPrefix) => Object.keys(byPrefix)));

function paymentsByCharge({ text, mode }: TypedId): SQL {
  return sql`SELECT stripe_charge_id FROM payments WHERE mode = ${mode} AND ${startsWith(sql`stripe_charge_id`, text)}`;
}

/** Returns the query for a kind's objects with this id; null if no object of the kind has such an id. */
export function keysWithId(kind: SearchableKind, id: TypedId, limit: number): SQL | null {
  const source = sources[kind][id.prefix];
  return source ? sql`${source(id)} LIMIT ${limit}` : null;
}
