import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { findChangedFields } from "../../lib/rows.ts";
import { idOf } from "../../stripe/references.ts";
import { joinPacked, listPackedOfStripeCustomers } from "../../purchases/payments/store-packs.ts";
import { toPaymentFacts } from "./mirror-payments.ts";
import { HOUR } from "../../lib/time.ts";
import { listPaymentsByCharge, type PaymentRow } from "../../purchases/payments/store.ts";

/** By then, the event of a payment's capture has arrived, unless it was lost. */
const MAX_CAPTURE_MS = HOUR;

/**
 * Whether a payment's balance must match. That of a disputed payment includes the disputes, which are compared in their
 * own phase, unless it has none yet. A new payment may have been captured since its last sync, with an event that has
 * not arrived yet.
 */
function isBalanceComparable(ctx: Ctx, row: PaymentRow, charge: Stripe.Charge): boolean {
  return row.netMinor === null ? row.createdAt < ctx.now - MAX_CAPTURE_MS : !charge.disputed;
}

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
  const { mode } = ctx.config.stripe;
  const found = await listPaymentsByCharge(ctx.db, mode, ids);
  const known = new Set(found.map(({ stripeChargeId }) => stripeChargeId));
  const others = input.charges.filter(({ id }) => !known.has(id));
  const customers = [...new Set(others.flatMap(({ customer }) => idOf(customer) ?? []))];
  const packed =
    customers.length === 0 ? [] : await listPackedOfStripeCustomers(ctx.db, mode, customers);
  const rows = joinPacked(found, packed);
  const rowsByCharge = new Map(rows.map((row) => [row.stripeChargeId, row]));
  const differences = new Map<string, string>();
  for (const charge of input.charges) {
    const row = rowsByCharge.get(charge.id);
    if (!row) {
      if (charge.status !== "failed") differences.set(charge.id, "was not mirrored");
      continue;
    }
    const { settlementCurrency, feeMinor, disputedMinor, netMinor, country, ...facts } =
      toPaymentFacts(charge, []);
    const balance = { settlementCurrency, feeMinor, disputedMinor, netMinor };
    const differing = findChangedFields<Record<string, unknown>>(row, {
      ...facts,
      // Older rows have none. They get it with the next sync of their customer.
      ...(row.country !== null && { country }),
      ...(isBalanceComparable(ctx, row, charge) && balance),
    });
    if (differing.length > 0) differences.set(charge.id, `differs in ${differing.join(", ")}`);
  }
  return differences;
}
