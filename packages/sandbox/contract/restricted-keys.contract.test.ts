import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectToStripe, type StripeConnection } from "./connect-to-stripe.ts";
import { openQuestion } from "./open-question.ts";

let connection: StripeConnection;
beforeAll(async () => void (connection = await connectToStripe()));
afterAll(() => connection.close());

type Ask = (stripe: Stripe) => Promise<unknown>;

/** Requests by the permission that they need. Writes name objects that don't exist. */
const requests: [permission: string, request: string, ask: Ask][] = [
  ["balance_transaction_source_read", "fees", (s) => s.balanceTransactions.list({ limit: 1 })],
  ["charge_read", "charges", (s) => s.charges.list({ limit: 1 })],
  ["charge_read", "early fraud warnings", (s) => s.radar.earlyFraudWarnings.list({ limit: 1 })],
  ["charge_write", "a refund", (s) => s.refunds.create({ payment_intent: "pi_none" })],
  ["checkout_session_read", "Checkout Sessions", (s) => s.checkout.sessions.list({ limit: 1 })],
  ["checkout_session_write", "an expiry", (s) => s.checkout.sessions.expire("cs_test_none")],
  ["coupon_write", "a deletion of a coupon", (s) => s.coupons.del("none")],
  [
    "customer_portal_write",
    "a portal session",
    (s) => s.billingPortal.sessions.create({ customer: "cus_none" }),
  ],
  [
    "customer_portal_write",
    "a configuration",
    (s) => s.billingPortal.configurations.update("bpc_none", { name: "x" }),
  ],
  ["customer_read", "customers", (s) => s.customers.list({ limit: 1 })],
  [
    "customer_write",
    "a change of a customer",
    (s) => s.customers.update("cus_none", { name: "x" }),
  ],
  ["dispute_read", "disputes", (s) => s.disputes.list({ limit: 1 })],
  ["dispute_write", "evidence", (s) => s.disputes.update("dp_none", { metadata: {} })],
  ["event_read", "events", (s) => s.events.list({ limit: 1 })],
  ["invoice_read", "invoice payments", (s) => s.invoicePayments.list({ limit: 1 })],
  ["invoice_write", "a payment of an invoice", (s) => s.invoices.pay("in_none")],
  [
    "invoice_write",
    "a preview of an invoice",
    (s) => s.invoices.createPreview({ subscription: "sub_none" }),
  ],
  ["payment_intent_read", "payment intents", (s) => s.paymentIntents.list({ limit: 1 })],
  [
    "payment_method_read",
    "the cards of a customer",
    (s) => s.customers.listPaymentMethods("cus_none"),
  ],
  ["payment_method_write", "a removal of a card", (s) => s.paymentMethods.detach("pm_none")],
  ["payout_read", "payouts", (s) => s.payouts.list({ limit: 1 })],
  [
    "promotion_code_write",
    "a promotion code",
    (s) => s.promotionCodes.update("promo_none", { active: false }),
  ],
  ["review_read", "reviews", (s) => s.reviews.list({ limit: 1 })],
  [
    "subscription_read",
    "subscription items",
    (s) => s.subscriptionItems.list({ subscription: "sub_none" }),
  ],
  [
    "subscription_write",
    "a change of a subscription",
    (s) => s.subscriptions.update("sub_none", { description: "x" }),
  ],
  ["tax_settings_read", "tax settings", (s) => s.tax.settings.retrieve()],
  [
    "webhook_write",
    "a change of a webhook endpoint",
    (s) => s.webhookEndpoints.update("we_none", { description: "x" }),
  ],
];

describe("a restricted key", () => {
  for (const [permission, request, ask] of requests)
    it(
      `a restricted key lacks ${permission} for ${request}, and that is checked before anything else`,
      openQuestion(
        "The guide names it, and the doctor asks like this whether it is missing.",
        async (context) => {
          const stripe = await connection.connectRestricted(context);
          await expect(ask(stripe)).rejects.toMatchObject({
            type: "StripePermissionError",
            statusCode: 403,
            message: expect.stringMatching(new RegExp(`'(?:rak_)?${permission}'`)),
          });
        },
      ),
    );

  it("a restricted key may read what it may write", async (context) => {
    const stripe = await connection.connectRestricted(context);
    const { id } = await connection.createPrice(500);
    expect(await stripe.prices.retrieve(id)).toMatchObject({ id });
  });

  it("a restricted key has a code in its refusal", async (context) => {
    const stripe = await connection.connectRestricted(context);
    await expect(stripe.customers.list()).rejects.toMatchObject({
      rawType: "invalid_request_error",
      code: "more_permissions_required",
    });
  });
});
