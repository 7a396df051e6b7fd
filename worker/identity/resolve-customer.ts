import type { SQL } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import type { CustomerAddress } from "./customer-address.ts";
import { customerIdOf, customerIdText, findCustomerId } from "./store-customers.ts";

/** Returns the id of the user with an address; null if no user with it has signed in. One read. */
export function resolveCustomer(ctx: Ctx, address: CustomerAddress): Promise<string | null> {
  return findCustomerId(ctx.db, selectCustomerId(ctx, address));
}

/** Returns the SQL of the same id, for a query that reads more. An id that no user has stays as it is. */
export function selectCustomerId(ctx: Pick<Ctx, "config">, address: CustomerAddress): SQL {
  return customerIdOf(address, providerIds(ctx));
}

/** Returns the same for a query written as text, whose placeholders for it begin with the number `first`. */
export function selectCustomerIdText(
  ctx: Pick<Ctx, "config">,
  address: CustomerAddress,
  first: number,
): { text: string; values: string[] } {
  return customerIdText(address, providerIds(ctx), first);
}

/**
 * Returns an issuer as the configured provider has it: one that differs only by a slash at the end is the same.
 * @returns undefined if no such provider is configured
 */
export function findIssuer({ config }: Pick<Ctx, "config">, issuer: string): string | undefined {
  const bare = (text: string) => text.replace(/\/$/, "");
  return config.auth.providers.find((each) => bare(each.issuer) === bare(issuer))?.issuer;
}

function providerIds({ config }: Pick<Ctx, "config">): string[] {
  return config.auth.providers.map(({ id }) => id);
}
