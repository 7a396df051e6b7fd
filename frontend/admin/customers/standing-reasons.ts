import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { CustomerLibraryEntry } from "./queries.ts";

type Reason = CustomerLibraryEntry["access"]["reason"];

/** @param name of the product */
type DescribeEntry = (name: string) => MessageDescriptor;

const disputed: { label: MessageDescriptor; nextStep: MessageDescriptor } = {
  label: msg`Disputed`,
  nextStep: msg`Respond to the dispute in Stripe. If you win it, access is restored.`,
};

/** Why there is no access now, and how it is restored. Reasons that are missing here end access for good. */
export const suspensions: Partial<
  Record<Reason, { label: MessageDescriptor; sentence: DescribeEntry; nextStep: MessageDescriptor }>
> = {
  order_processing: {
    label: msg`Payment processing`,
    sentence: (name) =>
      msg`They can’t access ${name} yet: their bank hasn’t confirmed the payment.`,
    nextStep: msg`Access starts when the bank confirms the payment. A bank debit can take several days.`,
  },
  order_disputed: {
    ...disputed,
    sentence: (name) => msg`Access to ${name} is suspended: the payment is disputed.`,
  },
  subscription_disputed: {
    ...disputed,
    sentence: (name) => msg`Access to ${name} is suspended: a payment is disputed.`,
  },
  subscription_past_due: {
    label: msg`Past due`,
    sentence: (name) =>
      msg`They can’t access ${name}: the last payment failed, and the grace period is over.`,
    nextStep: msg`Ask them to update their card in their account. Access is restored as soon as they pay.`,
  },
  subscription_paused: {
    label: msg`Paused`,
    sentence: (name) => msg`They can’t access ${name}: the subscription is paused.`,
    nextStep: msg`Access is restored when the subscription resumes.`,
  },
  subscription_inactive: {
    label: msg`Unpaid`,
    sentence: (name) => msg`They can’t access ${name}: an invoice is unpaid.`,
    nextStep: msg`Ask them to pay it in their account. Access is restored as soon as they pay.`,
  },
  subscription_lapsed: {
    label: msg`Not confirmed`,
    sentence: (name) =>
      msg`They can’t access ${name}: the paid period is over, and Stripe hasn’t confirmed the renewal.`,
    nextStep: msg`Sync from Stripe now.`,
  },
};

/** Why access ended, where more can be said than when. */
export const endings: Partial<Record<Reason, DescribeEntry>> = {
  order_refunded: (name) => msg`${name} was fully refunded. Access has ended.`,
  order_failed: (name) => msg`${name} was never paid: their bank rejected the payment.`,
  order_closed: (name) => msg`Access to ${name} ended because the customer was deleted in Stripe.`,
  gift_ended: (name) => msg`The gift of ${name} has ended.`,
  gift_revoked: (name) => msg`The gift of ${name} was revoked.`,
  source_missing: (name) =>
    msg`Access to ${name} was revoked: its purchase exists neither in this shop nor in Stripe.`,
};
