import type { Ctx } from "../../context.ts";
import type { Locale } from "../../shared/locales.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import { idempotencyKey } from "../../stripe/idempotency.ts";
import { toPreferredLocales } from "../../stripe/locales.ts";
import { findLinkedStripeCustomer } from "./find-stripe-customers.ts";

/**
 * Sets the language of Stripe's receipts and invoices for a user who has bought something. Never throws: if Stripe does
 * not answer, they stay in the language that they were in.
 */
export async function setPreferredLocale(
  ctx: Ctx,
  { userId, locale }: { userId: string; locale: Locale },
): Promise<void> {
  try {
    const customer = await findLinkedStripeCustomer(ctx, { userId });
    if (!customer) return;
    const params = { preferred_locales: toPreferredLocales(locale) };
    // Of this request: the language may be changed back and forth.
    const key = await idempotencyKey("locale", `${customer.id}:${ctx.requestId}`, params);
    await ctx.stripe.customers.update(customer.stripeCustomerId, params, key);
  } catch (error) {
    logEvent(
      "warn",
      "sync.locale_not_set",
      {
        error: summarizeError(error),
      },
      ctx,
    );
  }
}
