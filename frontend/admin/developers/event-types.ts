import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import type { EventType } from "../../../worker/feed/event-types.ts";

/** What each type of event says, in the order on screens. A type without a sentence doesn't compile. */
const sentences: Record<EventType, MessageDescriptor> = {
  "entitlement.granted": msg`A customer gained access to a feature.`,
  "entitlement.updated": msg`The limit or end date of a feature changed.`,
  "entitlement.revoked": msg`A customer lost access to a feature.`,
  "customer.created": msg`A customer signed in for the first time.`,
  "customer.updated": msg`A customer’s name, email or sign-in method changed.`,
  "customer.deleted": msg`A customer deleted their account.`,
  "order.created": msg`A one-time purchase was made.`,
  "order.paid": msg`The payment of an order succeeded.`,
  "order.updated": msg`An order changed in another way.`,
  "order.refunded": msg`An order was fully or partially refunded.`,
  "order.disputed": msg`The payment of an order was disputed.`,
  "subscription.created": msg`A subscription started.`,
  "subscription.updated": msg`A subscription renewed, switched plans or changed in another way.`,
  "subscription.canceled": msg`A subscription was canceled.`,
  "subscription.uncanceled": msg`A cancellation was undone.`,
  "subscription.past_due": msg`A renewal payment failed.`,
  "subscription.revoked": msg`A subscription ended.`,
  "license.created": msg`A license key was issued.`,
  "license.activated": msg`A license key was activated on a device.`,
  "license.deactivated": msg`A license key was removed from a device.`,
  "license.updated": msg`A license key changed in another way.`,
  "license.revoked": msg`A license key stopped working.`,
  "gift.created": msg`Your team gave a gift.`,
  "gift.claimed": msg`A gift was claimed.`,
  "gift.updated": msg`A gift changed in another way.`,
  "gift.revoked": msg`Your team revoked a gift.`,
  "gift.ended": msg`A gift ended.`,
  "statement.received": msg`A buyer declared a withdrawal or a cancellation.`,
  "statement.accepted": msg`A withdrawal or a cancellation was accepted.`,
  "statement.refused": msg`A withdrawal or a cancellation was refused.`,
  "statement.updated": msg`A withdrawal or a cancellation changed in another way.`,
  "product.created": msg`A product was created.`,
  "product.updated": msg`A product, a price or a benefit changed.`,
  "product.archived": msg`A product was archived.`,
  "checkout.completed": msg`A checkout was paid.`,
  "checkout.expired": msg`A checkout expired without payment.`,
  "checkout.updated": msg`A checkout changed in another way.`,
};

/** All event types, in the order on screens. */
export const eventTypes = Object.keys(sentences) as EventType[];

/** What a type of event says, in a sentence; undefined for a type of a newer version of the server. */
export function getEventSentence(i18n: I18n, type: string): string | undefined {
  const sentence = sentences[type as EventType];
  return sentence && i18n._(sentence);
}

const kindNames: Record<EventKind, MessageDescriptor> = {
  entitlement: msg`Entitlements`,
  customer: msg`Customers`,
  order: msg`Orders`,
  subscription: msg`Subscriptions`,
  license: msg`Licenses`,
  gift: msg`Gifts`,
  statement: msg`Withdrawals and cancellations`,
  product: msg`Products`,
  checkout: msg`Checkouts`,
};

type EventKind = EventType extends `${infer Kind}.${string}` ? Kind : never;

/** The event types by what they are about. */
export const eventTypeGroups = (Object.keys(kindNames) as EventKind[]).map((kind) => ({
  name: kindNames[kind],
  types: eventTypes.filter((type) => type.startsWith(`${kind}.`)),
}));

/** Summarizes which events an endpoint gets: "All events", "order.paid", or "5 event types". */
export function describeTypes(i18n: I18n, types: readonly string[]): string {
  if (types.includes("*")) return i18n._(msg`All events`);
  const [only] = types;
  const count = types.length;
  return count === 1 && only !== undefined
    ? only
    : i18n._(msg`${plural(count, { one: "# event type", other: "# event types" })}`);
}
