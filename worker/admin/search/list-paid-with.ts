import { nullOnError, shortTimeout } from "../../billing/fetch-billing-details.ts";
import type { Ctx } from "../../context.ts";
import { listPackedOfStripeCustomers } from "../../purchases/payments/store-packs.ts";
import { idOf } from "../../stripe/references.ts";
import { listFoundPacked, listFoundPayments, toKeys, type FoundPayment } from "./results.query.ts";

const LAST_DIGITS = /^\d{4}$/;

/**
 * Lists payments by the last four digits of the card or bank account, newest first. The digits are not mirrored, so
 * Stripe searches them: it finds a payment within a minute or so. Nothing is found where Stripe doesn't answer in time.
 */
export async function listPaidWith(
  ctx: Ctx,
  { search, limit }: { search: string; limit: number },
): Promise<FoundPayment[]> {
  if (!LAST_DIGITS.test(search)) return [];
  const query = ["card", "sepa_debit"]
    .map((source) => `payment_method_details.${source}.last4:"${search}"`)
    .join(" OR ");
  const found = await nullOnError(ctx.stripe.charges.search({ query, limit }, shortTimeout));
  if (!found || found.data.length === 0) return [];
  const ids = found.data.map(({ id }) => id);
  const payers = [...new Set(found.data.flatMap(({ customer }) => idOf(customer) ?? []))];
  const { mode } = ctx.config.stripe;
  const [rows, packed] = await Promise.all([
    listFoundPayments(ctx.db, { keys: toKeys(ids), limit, mode }),
    listPackedOfStripeCustomers(ctx.db, mode, payers),
  ]);
  const older = packed.filter(({ stripeChargeId }) => ids.includes(stripeChargeId));
  if (older.length === 0) return rows;
  return [...rows, ...(await listFoundPacked(ctx.db, older, limit))];
}
