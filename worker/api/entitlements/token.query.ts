import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { customerJson, type Customer } from "../../feed/customer.ts";
import type { Entitlement } from "../../feed/entitlement.ts";
import { newestSequence } from "../../feed/store.ts";
import { selectCustomerId, type CustomerAddress } from "../../identity/resolve-customer.ts";
import { selectEntitlements } from "./check.query.ts";

/** What a token says about a customer. */
type TokenFacts = {
  customerId: string;
  identities: Customer["identities"];
  entitlements: Entitlement[];
  /** The newest event of the feed that the facts are true for. */
  sequence: number;
};

/** Reads what a token says, in one statement; null if no user with this address has signed in. */
export async function findTokenFacts(
  ctx: Ctx,
  address: CustomerAddress,
): Promise<TokenFacts | null> {
  const row = await ctx.db.get<
    { customer: string; entitlements: string; sequence: number } | undefined
  >(sql`SELECT ${customerJson(ctx)} AS customer,
      ${selectEntitlements(ctx, "users.id")} AS entitlements,
      ${newestSequence} AS sequence
    FROM users WHERE id = ${selectCustomerId(ctx, address)} AND status <> 'deleted'`);
  if (!row) return null;
  const { id, identities } = JSON.parse(row.customer) as Customer;
  return {
    customerId: id,
    identities,
    entitlements: JSON.parse(row.entitlements) as Entitlement[],
    sequence: row.sequence,
  };
}
