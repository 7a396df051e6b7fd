/**
 * The resources of Stripe's API that the shop calls. The bundle of the Worker leaves out the code of every other one, and
 * the type of the client has only these. Add a resource here to call it.
 */
export const stripeResources = [
  "balanceTransactions",
  "billingPortal",
  "charges",
  "checkout",
  "coupons",
  "customers",
  "disputes",
  "events",
  "invoiceItems",
  "invoicePayments",
  "invoices",
  "paymentIntents",
  "paymentMethods",
  "payouts",
  "prices",
  "products",
  "promotionCodes",
  "radar",
  "refunds",
  "reviews",
  "setupIntents",
  "subscriptionItems",
  "subscriptions",
  "tax",
  "webhookEndpoints",
] as const;
