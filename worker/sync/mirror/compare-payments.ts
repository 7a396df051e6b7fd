import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { differences } from "../../lib/rows.ts";
import { toPaymentFacts } from "./mirror-payments.ts";
import { listPaymentsByCharge } from "../../purchases/payments/store.ts";

/**
 * What differs between Stripe's charges and our payments, by charge id. A card that was declined at Checkout sends no
 * event, so a failed charge that is not mirrored yet is no drift.
 * @param input.charges of our customers
 */
export async function comparePayments(
  ctx: Ctx,
  input: { charges: Stripe.Charge[] },
): Promise<Map<string, string>> {
  const ids = input.charges.map(({ id }) => id);
  const rows = await listPaymentsByCharge(ctx.db, ctx.config.stripe.mode, ids);
  const rowOf = new Map(rows.map((row) => [row.stripeChargeId, row]));
  const found = new Map<string, string>();
  for (const charge of input.charges) {
    const row = rowOf.get(charge.id);
    if (!row) {
      if (charge.status !== "failed") found.set(charge.id, "was not mirrored");
      continue;
    }
    const differing = differences(row, toPaymentFacts(charge));
    if (differing.length > 0) found.set(charge.id, `differs in ${differing.join(", ")}`);
  }
  return found;
}
