import type { EventType } from "../../../worker/feed/event-types.ts";

/** What each type of event says, in the order on screens. A type without a sentence doesn't compile. */
const sentences: Record<EventType, string> = {
  "entitlement.granted": "A customer may use a feature.",
  "entitlement.updated": "The limit or the end of a feature changed.",
  "entitlement.revoked": "A customer may no longer use a feature.",
  "customer.created": "Somebody signed in for the first time.",
  "customer.updated": "A customer’s name, email or sign-in changed.",
  "customer.deleted": "A customer deleted their account.",
  "order.created": "A one-time purchase was made.",
  "order.paid": "The payment of an order succeeded.",
  "order.updated": "Another change of an order.",
  "order.refunded": "An order was refunded, in part or in full.",
  "order.disputed": "The payment of an order was disputed.",
  "subscription.created": "A subscription started.",
  "subscription.updated": "Another change, such as a renewal or another plan.",
  "subscription.canceled": "A subscription will end.",
  "subscription.uncanceled": "A cancellation was undone.",
  "subscription.past_due": "A renewal could not be charged.",
  "subscription.revoked": "A subscription ended.",
  "license.created": "A license key was issued.",
  "license.activated": "A license key was activated on a device.",
  "license.deactivated": "A license key was removed from a device.",
  "license.updated": "Another change of a license key.",
  "license.revoked": "A license key stopped working.",
  "gift.created": "Your team gave free access.",
  "gift.claimed": "A gift was claimed at a sign-in.",
  "gift.updated": "Another change of a gift.",
  "gift.revoked": "Your team revoked free access.",
  "gift.ended": "Free access ended.",
  "product.created": "A product was created.",
  "product.updated": "A product, a price or a benefit changed.",
  "product.archived": "A product was archived.",
  "checkout.completed": "A checkout was paid.",
  "checkout.expired": "A checkout was not paid in time.",
  "checkout.updated": "Another change of a checkout.",
};

/** All event types, in the order on screens. */
export const eventTypes = Object.keys(sentences) as EventType[];

/** What a type of event says, in a sentence; undefined for a type of a newer version of the server. */
export function getEventSentence(type: string): string | undefined {
  return sentences[type as EventType];
}

/** The event types by what they are about. */
export const eventTypeGroups = Object.entries(
  Object.groupBy(eventTypes, (type) => type.split(".")[0]!),
).map(([kind, types = []]) => ({ name: `${kind[0]!.toUpperCase()}${kind.slice(1)}s`, types }));

/** Summarizes which events an endpoint gets: "All events", "order.paid", or "5 types of events". */
export function describeTypes(types: readonly string[]): string {
  if (types.includes("*")) return "All events";
  return types.length === 1 ? types[0]! : `${types.length} types of events`;
}
