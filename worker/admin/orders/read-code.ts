import type { Ctx } from "../../context.ts";
import { nullOnError, shortTimeout } from "../../billing/fetch-billing-details.ts";

/** How many codes one export asks Stripe for. The rows of further ones have the id. */
const MAX_READ = 100;

/**
 * Returns a function that returns the text of a promotion code of Stripe's. Each is asked for once. It returns the id if
 * Stripe does not answer, and null for null.
 */
export function createCodeReader(ctx: Ctx): (id: string | null) => Promise<string | null> {
  const known = new Map<string, Promise<string>>();
  const read = async (id: string) =>
    (await nullOnError(ctx.stripe.promotionCodes.retrieve(id, {}, shortTimeout)))?.code ?? id;
  return async (id) => {
    if (id === null) return null;
    if (!known.has(id) && known.size < MAX_READ) known.set(id, read(id));
    return known.get(id) ?? id;
  };
}
