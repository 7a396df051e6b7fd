/** A kind of object whose changes are in the feed. */
export type FeedKind =
  | "customer"
  | "product"
  | "checkout"
  | "order"
  | "subscription"
  | "gift"
  | "statement"
  | "license"
  | "entitlement";

/**
 * The type of an event, and when a change is one: an SQL condition over the JSON `before` and `after`. `before` is null
 * for an object that the feed does not know.
 */
type Rule = [type: string, condition: string];

const field = (name: string) => ({
  before: `before ->> '${name}'`,
  after: `after ->> '${name}'`,
});

/** The field has this value now, and had not. */
const becomes = (name: string, value: string) =>
  `${field(name).after} = '${value}' AND ${field(name).before} IS NOT '${value}'`;

/** The field has a value now, and had none. */
const appears = (name: string) =>
  `${field(name).after} IS NOT NULL AND ${field(name).before} IS NULL`;

const grows = (name: string) => `${field(name).after} > coalesce(${field(name).before}, 0)`;

const isCanceled = (state: "before" | "after") =>
  `(${field("cancelAt")[state]} IS NOT NULL OR ${field("canceledAt")[state]} IS NOT NULL)`;

const isKnown = "before IS NOT NULL";
const isNew = "before IS NULL";

/**
 * For each kind, the types of its events. A change is of every type whose condition holds, in this order. `other` is
 * the type of a change for which none holds.
 */
export const eventRules = {
  customer: {
    rules: [
      ["customer.created", `${isNew} AND after ->> 'status' <> 'deleted'`],
      ["customer.deleted", `${isKnown} AND ${becomes("status", "deleted")}`],
    ],
    other: "customer.updated",
  },
  product: {
    rules: [
      ["product.created", isNew],
      ["product.archived", becomes("status", "archived")],
    ],
    other: "product.updated",
  },
  // An open checkout has no event: it is a purchase that may never happen.
  checkout: {
    rules: [
      ["checkout.completed", becomes("status", "complete")],
      ["checkout.expired", becomes("status", "expired")],
    ],
    other: "checkout.updated",
  },
  order: {
    rules: [
      ["order.created", isNew],
      ["order.paid", appears("paidAt")],
      ["order.refunded", grows("refundedMinor")],
      ["order.disputed", becomes("status", "disputed")],
    ],
    other: "order.updated",
  },
  subscription: {
    rules: [
      ["subscription.created", isNew],
      ["subscription.past_due", becomes("status", "past_due")],
      ["subscription.canceled", `${isCanceled("after")} AND NOT ${isCanceled("before")}`],
      ["subscription.uncanceled", `${isCanceled("before")} AND NOT ${isCanceled("after")}`],
      ["subscription.revoked", appears("endedAt")],
    ],
    other: "subscription.updated",
  },
  gift: {
    rules: [
      ["gift.created", isNew],
      ["gift.claimed", `${isKnown} AND ${appears("customerId")}`],
      ["gift.ended", becomes("status", "ended")],
      ["gift.revoked", becomes("status", "revoked")],
    ],
    other: "gift.updated",
  },
  statement: {
    rules: [
      ["statement.received", isNew],
      ["statement.accepted", becomes("state", "accepted")],
      ["statement.refused", becomes("state", "refused")],
    ],
    other: "statement.updated",
  },
  license: {
    rules: [
      ["license.created", isNew],
      ["license.activated", grows("activationCount")],
      [
        "license.deactivated",
        `${field("activationCount").after} < ${field("activationCount").before}`,
      ],
      ["license.revoked", becomes("status", "revoked")],
    ],
    other: "license.updated",
  },
  // A state that never allowed anything is no event.
  entitlement: {
    rules: [
      ["entitlement.granted", "after ->> 'allowed' AND NOT coalesce(before ->> 'allowed', 0)"],
      ["entitlement.revoked", "before ->> 'allowed' AND NOT after ->> 'allowed'"],
    ],
    other: "entitlement.updated",
  },
} as const satisfies Record<FeedKind, { rules: readonly Readonly<Rule>[]; other: string }>;

/**
 * A kind whose changes are kept for the shop's own history: a grant, that an order's Stripe customer was deleted, and an
 * imported license key that has no user yet. Other programs never see its events.
 */
export type InternalKind = "grant" | "closure" | "imported_key";

/** As `eventRules`, for the internal kinds. */
export const internalRules = {
  grant: {
    rules: [
      ["grant.created", isNew],
      ["grant.revoked", `${isKnown} AND ${appears("revokedAt")}`],
      [
        "grant.restored",
        `${field("revokedAt").before} IS NOT NULL AND ${field("revokedAt").after} IS NULL`,
      ],
    ],
    other: "grant.updated",
  },
  closure: { rules: [["closure.created", isNew]], other: "closure.updated" },
  imported_key: { rules: [], other: "imported_key.updated" },
} as const satisfies Record<InternalKind, { rules: readonly Readonly<Rule>[]; other: string }>;

/**
 * Fields that were added to an object later, and what an event from before them has in their place. They are completed
 * when it is read, and an object that still has that value is recorded no second time.
 */
export const addedLater: Partial<
  Record<FeedKind, Record<string, null | Record<string, never> | never[]>>
> = {
  customer: { externalId: null, metadata: {} },
  order: {
    locale: null,
    promotionCodeId: null,
    giftId: null,
    lines: null,
    upgradeOf: null,
    linkId: null,
    metadata: {},
  },
  subscription: {
    cancellationFeedback: null,
    writtenOffAt: null,
    promotionCodeId: null,
    linkId: null,
    metadata: {},
  },
  product: { translations: null, parts: null },
  checkout: { addedPriceIds: [] },
  gift: { seatOf: null, message: null, emailStatus: null, duration: null, seatDomain: null },
};

const internalTypes: string[] = Object.values(internalRules).flatMap(({ rules, other }) => [
  ...rules.map(([name]) => name),
  other,
]);

/** The SQL of a condition on a row of `feed_events`: whether other programs may see it. @param type the column */
export function isPublicText(type: string): string {
  return `${type} NOT IN (${internalTypes.map((name) => `'${name}'`).join(", ")})`;
}

/** Whether other programs may see events of this type. */
export const isPublicType = (type: string): boolean => !internalTypes.includes(type);

type Rules = typeof eventRules;

/** The type of an event of one kind, e.g. `order.paid`. */
export type EventTypeOf<Kind extends FeedKind> =
  | Rules[Kind]["rules"][number][0]
  | Rules[Kind]["other"];

/** The type of any event in the feed. */
export type EventType = EventTypeOf<FeedKind>;

/** Every type of event, by kind. */
export const eventTypesByKind = Object.fromEntries(
  Object.entries(eventRules).map(([kind, { rules, other }]) => [
    kind,
    [...rules.map(([type]) => type), other],
  ]),
) as { [Kind in FeedKind]: EventTypeOf<Kind>[] };

/** Every type of event. */
export const eventTypes: EventType[] = Object.values(eventTypesByKind).flat();
