import type { Feature } from "./feature.ts";
import { account } from "./resources/account.ts";
import { balanceTransactions } from "./resources/balance-transactions.ts";
import { billingPortal } from "./resources/billing-portal.ts";
import { charges } from "./resources/charges.ts";
import { checkoutSessions } from "./resources/checkout-sessions.ts";
import { coupons } from "./resources/coupons.ts";
import { creditNotes } from "./resources/credit-notes.ts";
import { customers } from "./resources/customers.ts";
import { disputes } from "./resources/disputes.ts";
import { events } from "./resources/events.ts";
import { invoiceItems } from "./resources/invoice-items.ts";
import { invoicePayments } from "./resources/invoice-payments.ts";
import { paymentIntents } from "./resources/payment-intents.ts";
import { paymentMethods } from "./resources/payment-methods.ts";
import { invoices } from "./resources/invoices.ts";
import { paymentRecords } from "./resources/payment-records.ts";
import { payments } from "./resources/payments.ts";
import { payouts } from "./resources/payouts.ts";
import { prices } from "./resources/prices.ts";
import { products } from "./resources/products.ts";
import { promotionCodes } from "./resources/promotion-codes.ts";
import { radar } from "./resources/radar.ts";
import { refunds } from "./resources/refunds.ts";
import { setupIntents } from "./resources/setup-intents.ts";
import { sources } from "./resources/sources.ts";
import { subscriptionItems } from "./resources/subscription-items.ts";
import { subscriptionSchedules } from "./resources/subscription-schedules.ts";
import { subscriptions } from "./resources/subscriptions.ts";
import { taxIds } from "./resources/tax-ids.ts";
import { taxSettings } from "./resources/tax-settings.ts";
import { testClocks } from "./resources/test-clocks.ts";
import { webhookEndpoints } from "./resources/webhook-endpoints.ts";

/** All features of the stand-in. To add a resource, add its file and list it here. */
export const features: Feature[] = [
  account,
  balanceTransactions,
  billingPortal,
  charges,
  checkoutSessions,
  coupons,
  creditNotes,
  customers,
  disputes,
  events,
  invoiceItems,
  invoicePayments,
  paymentIntents,
  paymentMethods,
  paymentRecords,
  invoices,
  payments,
  payouts,
  prices,
  products,
  promotionCodes,
  radar,
  refunds,
  setupIntents,
  sources,
  subscriptionItems,
  subscriptionSchedules,
  subscriptions,
  taxIds,
  taxSettings,
  testClocks,
  webhookEndpoints,
];
