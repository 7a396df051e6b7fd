import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import type { Delivery, Kind } from "./queries.ts";

/** What each kind of notification is called, and when it is sent. */
export const kindCopy: Record<Kind, { name: MessageDescriptor; when: MessageDescriptor }> = {
  sale: {
    name: msg`Sales`,
    when: msg`An order is paid, a subscription or free trial starts, or a free trial becomes a paid subscription.`,
  },
  renewal_failed: {
    name: msg`Failed renewals`,
    when: msg`A renewal payment fails. Sent once per renewal, even if Stripe retries it.`,
  },
  cancellation: {
    name: msg`Cancellations`,
    when: msg`A subscription is canceled or ends. Includes the reason if the customer gave one.`,
  },
  dispute: {
    name: msg`Disputes`,
    when: msg`A payment is disputed, or a dispute is decided. You have only a few days to respond to a dispute.`,
  },
  fraud_warning: {
    name: msg`Early fraud warnings`,
    when: msg`A card issuer suspects fraud. Refunding the payment in time can prevent a dispute.`,
  },
  webhooks_stalled: {
    name: msg`Stripe webhooks`,
    when: msg`Webhooks from Stripe stop arriving, or start arriving again.`,
  },
  shop_problem: {
    name: msg`Problems with the shop`,
    when: msg`Scheduled jobs fail, syncs are late, the database fills up, or old data isn’t removed; and when that is over.`,
  },
  team_change: {
    name: msg`Changes by your team`,
    when: msg`Someone creates or rolls an API key, sends all events to a webhook endpoint, or gives a gift with the role Support.`,
  },
  statement: {
    name: msg`Withdrawals and cancellations by form`,
    when: msg`Someone withdraws from a contract or cancels one without signing in, and after three days if it still waits for your decision.`,
  },
};

/** The ways to get a notification. */
export const deliveryLabels: Record<Delivery, MessageDescriptor> = {
  off: msg`Off`,
  immediate: msg`Immediately`,
  daily: msg`Daily`,
};

/** Says what was saved. */
export function describeSavedChoice(i18n: I18n, kind: Kind, delivery: Delivery): string {
  const name = i18n._(kindCopy[kind].name);
  const sentences: Record<Delivery, MessageDescriptor> = {
    off: msg`${name}: notifications turned off`,
    immediate: msg`${name}: you’ll get an email immediately`,
    daily: msg`${name}: included in your daily digest`,
  };
  return i18n._(sentences[delivery]);
}

/** Names what no team member is notified about: "Disputes and Failed renewals". */
export function joinKindNames(i18n: I18n, kinds: Kind[]): string {
  return formatsOf(i18n).list(kinds.map((kind) => i18n._(kindCopy[kind].name)));
}
