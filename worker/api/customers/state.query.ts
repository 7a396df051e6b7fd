import { sql, type SQL } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { customerJson } from "../../feed/customer.ts";
import { giftJson } from "../../feed/gift.ts";
import { licenseJson } from "../../feed/license.ts";
import { orderJson } from "../../feed/order.ts";
import { rfc3339 } from "../../feed/sql-json.ts";
import { newestSequence } from "../../feed/store.ts";
import { subscriptionJson } from "../../feed/subscription.ts";
import { selectEntitlements } from "../entitlements/check.query.ts";

/** The most objects of a kind; who needs more reads the list. */
export const MAX_OBJECTS = 100;

/**
 * Reads everything about a customer in one statement, so that all of it is true at the same moment.
 * @returns its JSON; undefined if there is no such customer
 */
export async function findCustomerState(ctx: Ctx, customerId: string): Promise<string | undefined> {
  // The `+` keeps SQLite from the index of a mode's objects by time, which has those of every customer.
  const ofMode = (table: string) =>
    sql`WHERE ${sql.raw(table)}.user_id = users.id AND +${sql.raw(table)}.mode = ${ctx.config.stripe.mode}`;
  const row = await ctx.db.get<{ state: string } | undefined>(sql`SELECT json_object(
      'customer', ${customerJson(ctx)},
      'entitlements', json(${selectEntitlements(ctx, "users.id")}),
      'subscriptions', ${newest("subscriptions", subscriptionJson(ctx), ofMode("subscriptions"))},
      'orders', ${newest("orders", orderJson(ctx), ofMode("orders"))},
      'licenses', ${newest("license_keys", licenseJson(ctx), sql`WHERE license_keys.user_id = users.id`)},
      'gifts', ${newest("gifts", giftJson(ctx), ofMode("gifts"))},
      'trial', json_object(
        'hasTrialed', json(CASE WHEN EXISTS (SELECT 1 FROM subscriptions
          WHERE user_id = users.id AND trial_start IS NOT NULL) THEN 'true' ELSE 'false' END),
        'endsAt', (SELECT ${sql.raw(rfc3339("max(trial_end)"))} FROM subscriptions
          ${ofMode("subscriptions")} AND status = 'trialing')),
      'sequence', ${newestSequence}) AS state
    FROM users WHERE users.id = ${customerId}`);
  return row?.state;
}

/** Returns the SQL of a JSON array: the newest objects of a table, newest first. */
function newest(table: string, json: SQL, where: SQL): SQL {
  const name = sql.raw(table);
  return sql`json((SELECT json_group_array(json(data)) FROM (SELECT ${json} AS data FROM ${name} ${where}
    ORDER BY ${name}.created_at DESC, ${name}.id DESC LIMIT ${MAX_OBJECTS})))`;
}
