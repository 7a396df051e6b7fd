import { sql, type SQL } from "drizzle-orm";
import type { Ctx } from "../context.ts";

/** The two values that an expression depends on, each an SQL literal or a placeholder. */
export type At = {
  /** The time in unix milliseconds. */
  now: string;
  /** `live` or `test`, quoted. */
  mode: string;
};

/** Returns an expression's text as a function that makes it for one context, to be used in a Drizzle query. */
export function toExpression(text: (at: At) => string): (ctx: Pick<Ctx, "now" | "config">) => SQL {
  return ({ now, config }) => sql.raw(text({ now: String(now), mode: `'${config.stripe.mode}'` }));
}

/** D1 accepts 32 arguments per function: 15 pairs, and one for the object that `json_set` extends. */
const PAIRS_PER_CALL = 15;

/**
 * Returns the SQL of a JSON object.
 * @param fields the SQL of each value by its name
 */
export function jsonObject(fields: Record<string, string>): string {
  const pairs = Object.entries(fields);
  const first = pairs.slice(0, PAIRS_PER_CALL).map(([name, value]) => `'${name}', ${value}`);
  let object = `json_object(${first.join(", ")})`;
  for (let start = PAIRS_PER_CALL; start < pairs.length; start += PAIRS_PER_CALL) {
    const more = pairs.slice(start, start + PAIRS_PER_CALL);
    object = `json_set(${object}, ${more.map(([name, value]) => `'$.${name}', ${value}`).join(", ")})`;
  }
  return object;
}

/** Returns the SQL of a JSON array of objects, in the order of `orderBy`. `from` is everything from FROM on. */
export function jsonArray(
  fields: Record<string, string>,
  input: { from: string; orderBy: string },
): string {
  const rows = `json_group_array(${jsonObject(fields)} ORDER BY ${input.orderBy})`;
  return `json((SELECT ${rows} ${input.from}))`;
}

/**
 * Returns the SQL of a JSON object with what it has from its link, as `linkFields` say.
 * @param fields the SQL of the other values
 * @param table has `link_id` and `referral` of a permanent link
 * @param checkoutId the SQL of the checkout's id, which knows the checkout link
 */
export function jsonObjectWithLink(
  fields: Record<string, string>,
  table: "checkouts" | "orders" | "subscriptions",
  checkoutId: string,
): string {
  const link = `SELECT json_object('linkId', l.id, 'metadata', json(l.metadata)) FROM checkout_links l
    WHERE l.id = (SELECT opened.link_id FROM checkouts opened WHERE opened.id = ${checkoutId})`;
  const metadata = `coalesce((SELECT p.metadata FROM permanent_links p WHERE p.id = ${table}.link_id), '{}')`;
  const permanent = `json_object('linkId', ${table}.link_id,
    'metadata', json_patch(${metadata}, coalesce(${table}.referral, '{}')))`;
  const object = jsonObject({ ...fields, linkId: "NULL", metadata: "json('{}')" });
  return `json_patch(${object}, CASE WHEN ${table}.link_id LIKE 'lnp%' THEN ${permanent}
    ELSE coalesce((${link}), '{}') END)`;
}

/** Returns the SQL of a JSON boolean: SQL conditions are numbers. */
export function jsonBoolean(condition: string): string {
  return `json(CASE WHEN ${condition} THEN 'true' ELSE 'false' END)`;
}

/** Returns the SQL of the number of an order or a subscription (`shared/order-number.ts`). @param id the column */
export const orderNumberText = (id: string): string =>
  `upper(substr(${id}, 6, 7) || '-' || substr(${id}, 15, 4))`;

/**
 * Returns the SQL of a time as RFC 3339 in UTC, exact to the millisecond; null stays null.
 * @param column unix milliseconds, 1970 or later
 */
export function rfc3339(column: string): string {
  return `(strftime('%Y-%m-%dT%H:%M:%S', (${column}) / 1000, 'unixepoch') || printf('.%03dZ', (${column}) % 1000))`;
}
