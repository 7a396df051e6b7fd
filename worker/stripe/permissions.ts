import Stripe from "stripe";
import type { StripeClient } from "./client.ts";

/** A permission that the shop's restricted key needs. */
export type KeyPermission = {
  /** As Stripe's errors name it. */
  name: string;
  /** The row of Stripe's form for a restricted key, and what to choose there. */
  label: string;
  level: "Read" | "Write";
  /** What the shop needs it for: "to …". */
  use: string;
  /**
   * A request that needs the permission and changes nothing. A write names an object that doesn't exist: Stripe checks
   * the key's permissions before it looks for the object.
   */
  probe: (stripe: StripeClient, options: Stripe.RequestOptions) => Promise<unknown>;
};

/** The id of an object that doesn't exist, for a probe. */
const unknownId = (prefix: string) => `${prefix}_gatehousepermissioncheck`;

/**
 * Exactly what the shop and `npm run stripe:setup` need. `docs/guides/stripe.md` shows the list. A permission to write
 * includes the one to read. Tests compare it with the guide and with the calls that the code makes.
 */
export const keyPermissions: KeyPermission[] = [
  {
    name: "balance_transaction_source_read",
    label: "Balance Transaction Sources",
    level: "Read",
    use: "show Stripe’s fees and the net amount of each payment",
    probe: (stripe, options) => stripe.balanceTransactions.list({ limit: 1 }, options),
  },
  {
    name: "charge_write",
    label: "Charges and Refunds",
    level: "Write",
    use: "see payments and refund them",
    probe: (stripe, options) => stripe.refunds.create({ payment_intent: unknownId("pi") }, options),
  },
  {
    name: "checkout_session_write",
    label: "Checkout Sessions",
    level: "Write",
    use: "sell products",
    probe: (stripe, options) => stripe.checkout.sessions.expire(unknownId("cs_test"), {}, options),
  },
  {
    name: "coupon_write",
    label: "Coupons",
    level: "Write",
    use: "create discounts",
    probe: (stripe, options) => stripe.coupons.del(unknownId("coupon"), {}, options),
  },
  {
    name: "customer_portal_write",
    label: "Customer Portal",
    level: "Write",
    use: "open Stripe's billing pages",
    probe: (stripe, options) =>
      stripe.billingPortal.configurations.update(unknownId("bpc"), { name: "" }, options),
  },
  {
    name: "customer_write",
    label: "Customers",
    level: "Write",
    use: "create a Stripe customer for each buyer, and remove personal data from it",
    probe: (stripe, options) =>
      stripe.customers.update(unknownId("cus"), { description: "" }, options),
  },
  {
    name: "dispute_write",
    label: "Disputes",
    level: "Write",
    use: "suspend access while a payment is disputed, and submit evidence",
    probe: (stripe, options) => stripe.disputes.update(unknownId("dp"), { metadata: {} }, options),
  },
  {
    name: "event_read",
    label: "Events",
    level: "Read",
    use: "fetch events that webhooks did not deliver",
    probe: (stripe, options) => stripe.events.list({ limit: 1 }, options),
  },
  {
    name: "invoice_write",
    label: "Invoices",
    level: "Write",
    use: "show invoices, and preview what a change of plan costs",
    probe: (stripe, options) => stripe.invoices.pay(unknownId("in"), {}, options),
  },
  {
    name: "payment_intent_read",
    label: "PaymentIntents",
    level: "Read",
    use: "find the payment of an order, and say why one was declined",
    probe: (stripe, options) => stripe.paymentIntents.list({ limit: 1 }, options),
  },
  {
    name: "payment_method_write",
    label: "Payment Methods",
    level: "Write",
    use: "show the saved card, and remove it with the account",
    probe: (stripe, options) => stripe.paymentMethods.detach(unknownId("pm"), {}, options),
  },
  {
    name: "payout_read",
    label: "Payouts",
    level: "Read",
    use: "show what was paid out to the bank",
    probe: (stripe, options) => stripe.payouts.list({ limit: 1 }, options),
  },
  {
    name: "plan_write",
    label: "Prices",
    level: "Write",
    use: "create prices",
    probe: (stripe, options) => stripe.prices.update(unknownId("price"), { nickname: "" }, options),
  },
  {
    name: "product_write",
    label: "Products",
    level: "Write",
    use: "create products",
    probe: (stripe, options) =>
      stripe.products.update(unknownId("prod"), { description: "" }, options),
  },
  {
    name: "promotion_code_write",
    label: "Promotion Codes",
    level: "Write",
    use: "create discount codes",
    probe: (stripe, options) =>
      stripe.promotionCodes.update(unknownId("promo"), { active: false }, options),
  },
  {
    name: "review_write",
    label: "Reviews",
    level: "Write",
    use: "show payments under review, and approve them",
    probe: (stripe, options) => stripe.reviews.approve(unknownId("prv"), {}, options),
  },
  {
    name: "setup_intent_read",
    label: "SetupIntents",
    level: "Read",
    use: "say why a card was declined for a free trial",
    probe: (stripe, options) => stripe.setupIntents.list({ limit: 1 }, options),
  },
  {
    name: "subscription_write",
    label: "Subscriptions",
    level: "Write",
    use: "change, pause and cancel subscriptions",
    probe: (stripe, options) =>
      stripe.subscriptions.update(unknownId("sub"), { description: "" }, options),
  },
  {
    name: "tax_settings_read",
    label: "Tax Settings",
    level: "Read",
    use: "check that Stripe Tax is ready, and where the seller is registered",
    probe: (stripe, options) => stripe.tax.settings.retrieve({}, options),
  },
  {
    name: "webhook_write",
    label: "Webhook Endpoints, Event Destinations",
    level: "Write",
    use: "create the webhook endpoint during the setup, and check it later",
    probe: (stripe, options) =>
      stripe.webhookEndpoints.update(unknownId("we"), { description: "" }, options),
  },
];

/** Stripe's form for a new restricted key, with the shop's permissions chosen. */
export function newKeyUrl(mode: "test" | "live"): string {
  const query = new URLSearchParams({ name: "Gatehouse" });
  for (const { name } of keyPermissions) query.append("permissions[]", `rak_${name}`);
  return `https://dashboard.stripe.com/${mode === "test" ? "test/" : ""}apikeys/create?${query}`;
}

/**
 * Returns the permissions that the client's key lacks, without changing anything at Stripe.
 * @throws StripeError if Stripe does not answer, or does not know the key
 */
export async function findMissingPermissions(
  stripe: StripeClient,
  options: Stripe.RequestOptions,
): Promise<KeyPermission[]> {
  const isMissing = await Promise.all(
    keyPermissions.map(async ({ probe }) => {
      try {
        await probe(stripe, options);
      } catch (error) {
        if (error instanceof Stripe.errors.StripePermissionError) return true;
        // Stripe looked for the object, so the key was allowed to.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      }
      return false;
    }),
  );
  return keyPermissions.filter((_, index) => isMissing[index]);
}

/**
 * Reads from Stripe's message which permissions would allow a refused request. Since 2026 it says `Enabling Customers
 * Write ('customer_write') permissions`, and before that `Having the 'rak_customer_write' permission`.
 * @returns names such as `customer_write`; empty if the message names none
 */
export function readMissingPermissions(message: string): string[] {
  return [...message.matchAll(/'(?:rak_)?([a-z_]+_(?:read|write))'/g)].map(([, name]) => name!);
}
