import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { findChangedFields } from "../../lib/rows.ts";
import { toPaymentFacts } from "./mirror-payments.ts";
import { listPaymentsByCharge } from "../../purchases/payments/store.ts";

/**
 * Compares charges with our payments and returns the differences by charge id. A failed charge that isn't mirrored is
 * not drift, since a card declined at Checkout sends no event.
 * @param input.charges charges of our customers, with all refunds and the balance transactions expanded
 */
export async function comparePayments(
  ctx: Ctx,
  input: { charges: Stripe.Charge[] },
): Promise<Map<string, string>> {
  const ids = input.charges.map(({ id }) => id);
  const rows = await listPaymentsByCharge(ctx.db, ctx.config.stripe.mode, ids);
  const rowsByCharge = new Map(rows.map((row) => [row.stripeChargeId, row]));
  const differences = new Map<string, string>();
  for (const charge of input.charges) {
    const row = rowsByCharge.get(charge.id);
    if (!row) {
      if (charge.status !== "failed") differences.set(charge.id, "was not mirrored");
      continue;
    }
    const { feeMinor, disputedMinor, netMinor, ...facts } = toPaymentFacts(charge, []);
    // The balance of a disputed payment includes the disputes, which are compared in their own phase.
    const differing = findChangedFields(
      row,
      charge.disputed ? facts : { ...facts, feeMinor, disputedMinor, netMinor },
    );
    if (differing.length > 0) differences.set(charge.id, `differs in ${differing.join(", ")}`);
  }
  return differences;
}
