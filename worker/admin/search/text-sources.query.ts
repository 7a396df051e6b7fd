import { sql, type SQL } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { idsWithPart, startsWith } from "../../db/search-parts.ts";
import { hasNumber } from "../../db/has-number.ts";
import { hashLicenseKey } from "../../lib/license-key.ts";
import type { SearchableKind } from "./id-sources.query.ts";

/**
 * The search text, and the users that it names.
 * `areKeysHidden`: license keys are found only by the whole key, or the results would tell it letter by letter.
 */
export type TypedText = {
  text: string;
  userIds: string[];
  areKeysHidden: boolean;
  mode: Mode;
  limit: number;
};

/**
 * Returns the query for a kind's objects by text: what the named users have, the purchase with an order number, or what
 * matches the start of an invoice number or of a license key. Null if the text can name no object of the kind.
 */
export function keysWithText(kind: SearchableKind, typed: TypedText): SQL | null {
  const { text, userIds, areKeysHidden, mode, limit } = typed;
  const ids = sql`SELECT value FROM json_each(${JSON.stringify(userIds)})`;
  const isOfUsers = sql`user_id IN (${ids})`;
  switch (kind) {
    case "customers":
      return userIds.length === 0 ? null : ids;
    case "orders":
    case "subscriptions": {
      const from = sql`SELECT id FROM ${sql.raw(kind)} WHERE +mode = ${mode} AND`;
      // A name can have the form of a number.
      if (userIds.length > 0)
        return sql`${from} ${isOfUsers} ORDER BY +created_at DESC LIMIT ${limit}`;
      const isNumber = hasNumber(sql`id`, kind === "orders" ? "ord" : "sub", text);
      return isNumber ? sql`${from} ${isNumber} LIMIT ${limit}` : null;
    }
    case "payments":
      return joinKeys([
        mayBeInvoiceNumber(text)
          ? sql`SELECT stripe_charge_id FROM payments WHERE mode = ${mode}
            AND ${startsWith(sql`invoice_number`, text.toUpperCase())} LIMIT ${limit}`
          : null,
        newestWithAmount(typed),
      ]);
    case "licenses":
      return sql`SELECT id FROM (SELECT id FROM license_keys WHERE key_hash = ${hashLicenseKey(text)}
        ${areKeysHidden ? sql`` : sql`UNION ALL SELECT * FROM (SELECT id FROM license_keys WHERE ${startsWith(sql`key COLLATE NOCASE`, text)} LIMIT ${limit})`}
        UNION ALL SELECT * FROM (SELECT id FROM license_keys WHERE ${isOfUsers} ORDER BY +id DESC LIMIT ${limit}))`;
    case "events":
      return userIds.length === 1 ? eventsOfUser(typed) : null;
    case "products":
      return idsWithPart("product", text, limit, { shortestFirst: true });
  }
}

/** Stripe's numbers have a prefix of letters and digits, and a counter after a dash. */
export const mayBeInvoiceNumber = (text: string): boolean => /^[\dA-Za-z-]{3,}$/.test(text);

/** How many of the newest payments are searched for an amount: no index has amounts, since each purchase would pay for it. */
const PAYMENTS_SEARCHED = 1000;

/** The newest payments with the amount that was typed: "129", "$129.00". Null for what is no amount. */
function newestWithAmount({ text, mode, limit }: TypedText): SQL | null {
  const amounts = listAmounts(text);
  return amounts.length === 0
    ? null
    : sql`SELECT stripe_charge_id FROM
        (SELECT stripe_charge_id, amount_minor FROM payments WHERE mode = ${mode}
          ORDER BY created_at DESC LIMIT ${PAYMENTS_SEARCHED})
        WHERE amount_minor IN (SELECT value FROM json_each(${JSON.stringify(amounts)})) LIMIT ${limit}`;
}

/** Joins queries for keys, each with its own limit; null if there is none. */
function joinKeys(queries: (SQL | null)[]): SQL | null {
  const found = queries.filter((query) => query !== null);
  return found.length === 0
    ? null
    : sql.join(
        found.map((query) => sql`SELECT * FROM (${query})`),
        sql` UNION ALL `,
      );
}

/**
 * Returns what a text can mean as an amount in minor units: 129 is $129.00, ¥129 or KD 129.000. One digit alone, without
 * a currency or cents, is more often something else, and no amount begins with 0.
 */
export function listAmounts(text: string): number[] {
  const [, whole, cents] = /^\p{Sc}? ?([1-9]\d{0,6})(?:[.,](\d\d))?$/u.exec(text) ?? [];
  if (whole === undefined || text.length === 1) return [];
  const minor = Number(whole) * 100 + Number(cents ?? 0);
  return cents === undefined ? [minor / 100, minor, minor * 10] : [minor, minor * 10];
}

/** The latest events of the only user found; those of several would be too many. */
function eventsOfUser({ userIds: [userId], mode, limit }: TypedText): SQL {
  return sql`SELECT * FROM (SELECT id FROM events WHERE customer_id = (
      SELECT id FROM customers WHERE user_id = ${userId} AND mode = ${mode} AND is_secondary = 0)
    ORDER BY dirty_seq DESC LIMIT ${limit})`;
}
