import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { EmailExample, EmailKind } from "./queries.ts";

/** A kind of email to customers: its name, when it is sent, and the examples that the preview shows. */
export type EmailKindCopy = {
  name: MessageDescriptor;
  when: MessageDescriptor;
  examples: { example: EmailExample; name: MessageDescriptor }[];
};

/** The emails that the seller can turn off. */
export const emailKinds: Record<EmailKind, EmailKindCopy> = {
  purchase: {
    name: msg`Purchase confirmation`,
    when: msg`After a purchase or gift.`,
    examples: [
      { example: "order", name: msg`Order` },
      { example: "subscription", name: msg`Subscription` },
      { example: "free_trial", name: msg`Free trial` },
      { example: "gift", name: msg`Gift` },
    ],
  },
  payment_failed: {
    name: msg`Payment failed`,
    when: msg`Once for each renewal that fails, when the bank asks to confirm it, when an emailed invoice is overdue, and when a bank debit for an order fails.`,
    examples: [
      { example: "renewal_failed", name: msg`Renewal` },
      { example: "confirmation_required", name: msg`Confirmation by the bank` },
      { example: "invoice_overdue", name: msg`Overdue invoice` },
      { example: "order_failed", name: msg`Order` },
    ],
  },
  ending_soon: {
    name: msg`Ending soon`,
    when: msg`Before a free trial becomes a paid subscription, and before a canceled subscription or a gift ends. Customers can unsubscribe from the last two.`,
    examples: [
      { example: "trial_ending", name: msg`Free trial` },
      { example: "subscription_ending", name: msg`Canceled subscription` },
      { example: "gift_ending", name: msg`Gift` },
    ],
  },
  access_ended: {
    name: msg`Access ended`,
    when: msg`When a purchase, a subscription, or a gift no longer gives access, with the reason.`,
    examples: [
      { example: "subscription_ended", name: msg`Subscription ended` },
      { example: "order_refunded", name: msg`Order refunded` },
      { example: "gift_ended", name: msg`Gift ended` },
    ],
  },
  refunded: {
    name: msg`Refund`,
    when: msg`When you refund a payment in full or in part. A full refund of an order is reported as “Access ended” instead.`,
    examples: [{ example: "partial_refund", name: msg`Partial refund` }],
  },
  refunded_duplicate: {
    name: msg`Duplicate payment refunded`,
    when: msg`When a duplicate payment was refunded, or a duplicate free trial was canceled.`,
    examples: [
      { example: "duplicate_refunded", name: msg`Duplicate payment` },
      { example: "duplicate_trial", name: msg`Duplicate free trial` },
    ],
  },
  refund_failed: {
    name: msg`Refund failed`,
    when: msg`When a bank returns a refund to your shop. The customer gets access again.`,
    examples: [{ example: "refund_failed", name: msg`Refund failed` }],
  },
  cancellation: {
    name: msg`Subscription canceled`,
    when: msg`When a customer, your team or someone in Stripe cancels a subscription.`,
    examples: [{ example: "cancellation", name: msg`Subscription canceled` }],
  },
  cancellation_undone: {
    name: msg`Subscription resumed`,
    when: msg`When a cancellation is undone.`,
    examples: [{ example: "cancellation_undone", name: msg`Subscription resumed` }],
  },
  plan_changed: {
    name: msg`Plan changed`,
    when: msg`When the plan, billing interval or number of seats of a subscription changes.`,
    examples: [
      { example: "plan_changed", name: msg`Plan changed` },
      { example: "seats_changed", name: msg`Seats changed` },
    ],
  },
  payment: {
    name: msg`Subscription payment`,
    when: msg`After each charge of a subscription that isn’t its first: renewals, the end of a trial or a pause. Turn it off if Stripe emails receipts for your account.`,
    examples: [
      { example: "renewal_paid", name: msg`Renewal` },
      { example: "trial_paid", name: msg`End of a free trial` },
      { example: "pause_paid", name: msg`End of a pause` },
    ],
  },
  offer_taken: {
    name: msg`Win-back offer taken`,
    when: msg`When a customer takes a discount instead of canceling a subscription.`,
    examples: [{ example: "offer_taken", name: msg`Win-back offer taken` }],
  },
  pause: {
    name: msg`Subscription paused`,
    when: msg`When a pause starts, and when it ends without a charge.`,
    examples: [
      { example: "pause_started", name: msg`Pause started` },
      { example: "pause_ended", name: msg`Pause ended` },
    ],
  },
  keys_arrived: {
    name: msg`License keys available`,
    when: msg`When you add license keys that a purchase was waiting for.`,
    examples: [{ example: "keys_arrived", name: msg`License keys available` }],
  },
  trial_refused: {
    name: msg`Free trial did not start`,
    when: msg`When the customer or their card already had a free trial.`,
    examples: [{ example: "trial_refused", name: msg`Free trial did not start` }],
  },
  account_deleted: {
    name: msg`Account deleted`,
    when: msg`When a customer deletes their account. Sent to their former email address.`,
    examples: [{ example: "account_deleted", name: msg`Account deleted` }],
  },
};

/** The notice whose days the seller chooses. */
export const renewalNotice: EmailKindCopy = {
  name: msg`Renewal notice`,
  when: msg`Before a renewal, and once a year where the law asks for it.`,
  examples: [{ example: "renewal_notice", name: msg`Renewal notice` }],
};

/** Only to customers who agreed to news. */
export const checkoutReminder: EmailKindCopy = {
  name: msg`Email about a left checkout`,
  when: msg`Some time after a customer left the checkout.`,
  examples: [{ example: "checkout_reminder", name: msg`Email about a left checkout` }],
};

/** The emails that are always sent. */
export const requiredKinds: EmailKindCopy[] = [
  {
    name: msg`Payment link`,
    when: msg`When your team asks a subscriber to pay an open invoice or to update their payment method.`,
    examples: [
      { example: "payment_request", name: msg`Open invoice` },
      { example: "card_request", name: msg`Payment method` },
    ],
  },
  {
    name: msg`Sign-in link`,
    when: msg`When someone signs in by email.`,
    examples: [{ example: "sign_in", name: msg`Sign-in link` }],
  },
  {
    name: msg`Price change`,
    when: msg`When you move subscribers to a new price or cancel the move, unless you choose to tell them yourself.`,
    examples: [
      { example: "price_change", name: msg`New price` },
      { example: "price_change_canceled", name: msg`Move canceled` },
    ],
  },
];
