import type { OrderRow } from "../purchases/orders/store.ts";

/** Returns the row of a paid order, for unit tests of functions that only read rows. */
export function sampleOrder(facts: Partial<OrderRow>): OrderRow {
  return {
    id: "ord_1",
    userId: "usr_1",
    customerId: "cst_1",
    productId: "prd_1",
    priceId: null,
    mode: "test",
    stripeSessionId: "cs_1",
    stripePaymentIntentId: "pi_1",
    locale: null,
    status: "paid",
    totalMinor: 2900,
    taxMinor: 0,
    discountMinor: 0,
    refundedMinor: 0,
    disputeStatus: null,
    duplicateOf: null,
    customerDeletedAt: null,
    currency: "usd",
    quantity: 1,
    createdAt: 0,
    paidAt: 0,
    refundedAt: null,
    disputedAt: null,
    consentedAt: null,
    consentText: null,
    ...facts,
  };
}
