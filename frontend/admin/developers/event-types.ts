/** The events of the feed, by what they are about, in the order on screens. */
export const eventTypeGroups: { name: string; types: string[] }[] = [
  {
    name: "Entitlements",
    types: ["entitlement.granted", "entitlement.updated", "entitlement.revoked"],
  },
  { name: "Customers", types: ["customer.created", "customer.updated", "customer.deleted"] },
  {
    name: "Orders",
    types: ["order.created", "order.paid", "order.updated", "order.refunded", "order.disputed"],
  },
  {
    name: "Subscriptions",
    types: [
      "subscription.created",
      "subscription.updated",
      "subscription.canceled",
      "subscription.uncanceled",
      "subscription.past_due",
      "subscription.revoked",
    ],
  },
  {
    name: "Licenses",
    types: [
      "license.created",
      "license.activated",
      "license.deactivated",
      "license.updated",
      "license.revoked",
    ],
  },
  { name: "Gifts", types: ["gift.created", "gift.claimed", "gift.revoked", "gift.ended"] },
  { name: "Products", types: ["product.created", "product.updated", "product.archived"] },
  { name: "Checkouts", types: ["checkout.completed", "checkout.expired"] },
];

/** All event types. */
export const eventTypes = eventTypeGroups.flatMap(({ types }) => types);

/** Summarizes which events an endpoint gets: "All events", "order.paid", or "5 types of events". */
export function describeTypes(types: readonly string[]): string {
  if (types.includes("*")) return "All events";
  return types.length === 1 ? types[0]! : `${types.length} types of events`;
}
