import type { OptionalEmailKind } from "../../settings/email-settings.ts";

/**
 * The examples of emails to users that the console shows, by the kind that the seller can turn off; `always` are those
 * that they cannot.
 */
export const examplesOfKind = {
  always: [
    "sign_in",
    "price_change",
    "price_change_canceled",
    "renewal_notice",
    "checkout_reminder",
    "payment_request",
    "card_request",
  ],
  purchase: ["order", "subscription", "free_trial", "gift"],
  payment_failed: ["renewal_failed", "confirmation_required", "invoice_overdue", "order_failed"],
  ending_soon: ["trial_ending", "subscription_ending", "gift_ending"],
  access_ended: ["subscription_ended", "order_refunded", "gift_ended"],
  refunded: ["partial_refund"],
  refunded_duplicate: ["duplicate_refunded", "duplicate_trial"],
  refund_failed: ["refund_failed"],
  cancellation: ["cancellation"],
  cancellation_undone: ["cancellation_undone"],
  plan_changed: ["plan_changed", "seats_changed"],
  payment: ["renewal_paid", "trial_paid", "pause_paid"],
  pause: ["pause_started", "pause_ended"],
  offer_taken: ["offer_taken"],
  keys_arrived: ["keys_arrived"],
  trial_refused: ["trial_refused"],
  account_deleted: ["account_deleted"],
} as const satisfies Record<OptionalEmailKind | "always", string[]>;

export type EmailExample = (typeof examplesOfKind)[keyof typeof examplesOfKind][number];

export const emailExamples: EmailExample[] = Object.values(examplesOfKind).flat();
