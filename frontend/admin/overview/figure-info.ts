import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { FigureName } from "./queries.ts";

/** A figure's name, and its definition in one or two sentences. */
export type FigureInfo = { name: MessageDescriptor; about: MessageDescriptor };

/** Every figure whose rows can be listed. */
export const figureInfo: Record<FigureName, FigureInfo> = {
  gross: {
    name: msg`Payments`,
    about: msg`Successful payments in this period, including first payments, renewals, and tax.`,
  },
  refunded: {
    name: msg`Refunds`,
    about: msg`Refunds of payments from this period, even if they were issued later. A refund counts on the day of its payment.`,
  },
  revenue: {
    name: msg`Revenue`,
    about: msg`Payments from this period minus refunds. Stripe fees and disputes aren’t deducted. See Net.`,
  },
  disputed: {
    name: msg`Disputes`,
    about: msg`Payments from this period that banks took back because the cardholder disputed them. Disputes you win are no longer counted.`,
  },
  fees: {
    name: msg`Stripe fees`,
    about: msg`Stripe’s fees for payments from this period, including dispute fees, in your settlement currency. Fees are known once Stripe has captured a payment.`,
  },
  net: {
    name: msg`Net`,
    about: msg`What payments from this period added to your Stripe balance: payments minus refunds, disputes, and fees, in your settlement currency.`,
  },
  payouts: {
    name: msg`Payouts`,
    about: msg`Payouts from Stripe to your bank in this period, for the entire Stripe account. Failed payouts aren’t counted.`,
  },
  failed: {
    name: msg`Failed payments`,
    about: msg`Payments that a bank declined in this period, at checkout and at renewals, in all currencies.`,
  },
  new_customers: {
    name: msg`New customers`,
    about: msg`Customers who made their first payment in this period.`,
  },
  product: {
    name: msg`Product revenue`,
    about: msg`Payments for this product minus refunds. A renewal counts toward the product the subscription had at that time.`,
  },
  country: {
    name: msg`Country revenue`,
    about: msg`Payments minus refunds. The country comes from the billing address of the payment, or otherwise from the card or bank.`,
  },
  mrr_new: {
    name: msg`New`,
    about: msg`MRR from customers who started paying for a subscription for the first time.`,
  },
  mrr_reactivated: {
    name: msg`Reactivated`,
    about: msg`MRR from former subscribers who started paying again.`,
  },
  mrr_expansion: {
    name: msg`Expansion`,
    about: msg`Additional MRR from existing subscribers: an upgrade, more seats, another subscription, or an expired discount.`,
  },
  mrr_contraction: {
    name: msg`Contraction`,
    about: msg`MRR lost from subscribers who pay less than before.`,
  },
  mrr_churned: {
    name: msg`Churned`,
    about: msg`MRR lost from customers who no longer pay for any subscription because it ended, is unpaid, or is paused. A cancellation counts when the subscription ends.`,
  },
  started: {
    name: msg`New subscriptions`,
    about: msg`Subscriptions that started in this period, including free trials.`,
  },
  ended: {
    name: msg`Ended subscriptions`,
    about: msg`Subscriptions that ended in this period. A cancellation counts on the day the subscription ends.`,
  },
  trials: {
    name: msg`Trials started`,
    about: msg`Subscriptions that started with a free trial in this period. Rejected trials aren’t counted.`,
  },
  converted_trials: {
    name: msg`Trials converted`,
    about: msg`Free trials that ended in this period and became paid subscriptions.`,
  },
  lost_trials: {
    name: msg`Trials lost`,
    about: msg`Subscriptions that ended in this period during or at the end of their free trial.`,
  },
  checkouts: {
    name: msg`Checkouts started`,
    about: msg`How often a signed-in customer was sent to Stripe’s payment page in this period.`,
  },
  completed_checkouts: {
    name: msg`Checkouts completed`,
    about: msg`Checkouts started in this period that were completed, even if they were completed later.`,
  },
  renewals_7d: {
    name: msg`Renewals in the next 7 days`,
    about: msg`Expected subscription payments for today and the next six days, including recurring discounts and excluding added tax. Canceled, paused, and past due subscriptions aren’t counted.`,
  },
  renewals_30d: {
    name: msg`Renewals in the next 30 days`,
    about: msg`Expected subscription payments for today and the next 29 days, including recurring discounts and excluding added tax. Canceled, paused, and past due subscriptions aren’t counted.`,
  },
};

/** Figures that follow from others. */
export const derivedInfo = {
  mrr: {
    name: msg`MRR`,
    about: msg`Monthly recurring revenue: what subscriptions pay, converted to one month. A year counts as 12 months, 52 weeks, or 365 days. Recurring discounts are deducted, and added tax isn’t included. Free trials count once they end. Past due subscriptions count until they end. Paused subscriptions aren’t counted.`,
  },
  subscribers: {
    name: msg`Subscribers`,
    about: msg`Customers who pay for at least one subscription at the end of this period.`,
  },
  perSubscriber: {
    name: msg`MRR per subscriber`,
    about: msg`MRR divided by the number of subscribers at the end of this period.`,
  },
  subscriberChurn: {
    name: msg`Subscriber churn`,
    about: msg`Customers who churned in this period, divided by the subscribers at its start plus those added during it.`,
  },
  revenueChurn: {
    name: msg`Revenue churn`,
    about: msg`Churned MRR and contraction in this period, divided by the MRR at its start plus the MRR added during it.`,
  },
  trialConversion: {
    name: msg`Trial conversion`,
    about: msg`Trials converted in this period, divided by all trials that ended in it.`,
  },
  active: {
    name: msg`Active subscriptions`,
    about: msg`Paid subscriptions at the end of this period, including past due ones. Free trials and paused subscriptions aren’t counted.`,
  },
  trialing: {
    name: msg`In free trial`,
    about: msg`Subscriptions in a free trial at the end of this period.`,
  },
  paymentCount: {
    name: msg`Number of payments`,
    about: msg`Number of successful payments in this period.`,
  },
  perPayment: {
    name: msg`Revenue per payment`,
    about: msg`Revenue in this period divided by the number of payments.`,
  },
  perCustomer: {
    name: msg`Revenue per customer`,
    about: msg`All revenue up to the end of this period, divided by all customers who have ever paid.`,
  },
  converted: {
    name: msg`Converted or unsettled`,
    about: msg`What payments in other currencies added to Net when Stripe converted them, minus payments in this currency that Stripe settled in another or hasn’t settled yet.`,
  },
  checkoutConversion: {
    name: msg`Checkout conversion`,
    about: msg`Completed checkouts that started in this period, divided by all checkouts that started in it.`,
  },
} satisfies Record<string, FigureInfo>;
