import type { Ctx } from "../../context.ts";
import { startsWith } from "../../db/search-parts.ts";
import { fail } from "../../errors.ts";
import {
  listPackedByInvoice,
  listPackedOfStripeCustomers,
} from "../../purchases/payments/store-packs.ts";
import type { PaymentRow } from "../../purchases/payments/store.ts";
import { isResourceMissing } from "../../stripe/classify-error.ts";
import { idOf } from "../../stripe/references.ts";
import { mayBeInvoiceNumber } from "./text-sources.query.ts";

/** Stripe's ids are longer: what is shorter is still being typed. */
const MIN_ID_LENGTH = 17;

/**
 * Finds packed payments by the start of an invoice number, or by a whole id of Stripe's: packs are not indexed by them,
 * so Stripe says whose payment it is.
 * @param input.prefix of the id; null if the text is none
 * @throws `stripe_unavailable`
 */
export async function findPackedPayments(
  ctx: Ctx,
  input: { search: string; prefix: string | null; limit: number },
): Promise<PaymentRow[]> {
  const { search, prefix, limit } = input;
  const { mode } = ctx.config.stripe;
  if (prefix === null) {
    if (!mayBeInvoiceNumber(search)) return [];
    const start = search.toUpperCase();
    const matchesStart = (column: Parameters<typeof startsWith>[0]) => startsWith(column, start);
    return listPackedByInvoice(ctx.db, { mode, matchesStart, start, limit });
  }
  if (search.length < MIN_ID_LENGTH) return [];
  const payer = await findPayer(ctx, search, prefix);
  if (payer === null) return [];
  const payments = await listPackedOfStripeCustomers(ctx.db, mode, [payer]);
  return payments.filter(({ stripeChargeId, stripePaymentIntentId, stripeInvoiceId }) =>
    [stripeChargeId, stripePaymentIntentId, stripeInvoiceId].includes(search),
  );
}

/** Returns the Stripe customer of a charge, payment intent or invoice; null if there is none. */
async function findPayer({ stripe }: Ctx, id: string, prefix: string): Promise<string | null> {
  const retrieve: Record<string, () => Promise<{ customer: Parameters<typeof idOf>[0] }>> = {
    ch: () => stripe.charges.retrieve(id),
    py: () => stripe.charges.retrieve(id),
    pi: () => stripe.paymentIntents.retrieve(id),
    in: () => stripe.invoices.retrieve(id),
  };
  const ask = retrieve[prefix];
  if (!ask) return null;
  try {
    return idOf((await ask()).customer);
  } catch (cause) {
    if (isResourceMissing(cause)) return null;
    throw fail("stripe_unavailable", {
      reason: `whose payment ${prefix}_… is was not read`,
      cause,
    });
  }
}
