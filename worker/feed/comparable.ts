import { addedLater, type FeedKind, type InternalKind } from "./event-types.ts";

type Kind = FeedKind | InternalKind;

/** Fields that change without an event. The end of a grant moves with each renewal of its subscription. */
const ignored: Partial<Record<Kind, string[]>> = {
  license: ["uses"],
  product: ["updatedAt"],
  grant: ["endsAt"],
  // An email leaves and arrives without an event, and what was written to somebody stays as it was.
  gift: ["message", "emailStatus"],
  // Made of the id. Events from before it lack it.
  order: ["number"],
  subscription: ["number"],
};

// The next two lists must stay as they are for the fields that there are: `feed_newest` has what they leave of each
// archived object, which would be recorded as changed. A new field may be added, and belongs to `addedLater`, too.

/**
 * For each kind of a user's objects, the fields that no verb and no sync changes by themselves after the first event. A
 * gift keeps its customer, which decides whether it was claimed.
 */
const fixed = {
  customer: "id createdAt",
  checkout: "id customerId productId priceId quantity orderId subscriptionId createdAt expiresAt",
  order:
    "id customerId productId priceId currency locale stripeCheckoutSessionId stripePaymentIntentId createdAt",
  subscription: "id customerId stripeSubscriptionId createdAt",
  gift: "id productId createdAt",
  closure: "orderId userId",
  grant: "id userId benefitId productId sourceType sourceId grantedAt",
  license: "id customerId benefitId key createdAt row.keyHash row.origin",
  entitlement: "customerId feature",
} satisfies Partial<Record<Kind, string>>;

/** Values that most objects have, left out to save space. No rule of `event-types.ts` tells them from null. */
const usual: Partial<Record<Kind, Record<string, unknown>>> = {
  customer: { emailVerified: true, status: "active", identities: [] },
  checkout: { metadata: {} },
  order: { taxMinor: 0, discountMinor: 0, refundedMinor: 0, quantity: 1 },
  grant: { quantity: 1, reason: "order_paid" },
  license: { quantity: 1, activationCount: 0, activations: [] },
};

/** Returns the SQL of the JSON without these fields, and without those others that have these values. */
function removeText(state: string, names: string[], values: Record<string, unknown>): string {
  const paths = [
    ...names.map((name) => `'$.${name}'`),
    ...Object.entries(values).map(
      ([name, value]) =>
        `CASE WHEN ${state} -> '${name}' IS '${JSON.stringify(value)}' THEN '$.${name}' ELSE '$.none' END`,
    ),
  ];
  return paths.length > 0 ? `json_remove(${state}, ${paths.join(", ")})` : state;
}

/**
 * Returns the SQL of an object's JSON without what changes without an event, and without the fields that an event from
 * before them lacks, so that a new version sends no event about each object.
 * @param state the SQL of the JSON
 */
export const comparableText = (kind: Kind, state: string): string =>
  removeText(state, ignored[kind] ?? [], addedLater[kind as FeedKind] ?? {});

/**
 * Returns the SQL of what `feed_newest` keeps of an object of a user: the fields that can change, without those that are
 * null or usual.
 */
export function changeableText(kind: keyof typeof fixed, state: string): string {
  const names = [...fixed[kind].split(" "), ...(ignored[kind] ?? [])];
  const values = { ...addedLater[kind as FeedKind], ...usual[kind] };
  const text = `json_patch('{}', ${removeText(state, names, values)})`;
  if (kind !== "entitlement") return text;
  // A patch leaves the array of the sources as it is, and their ids say what they are.
  return [',"limit":null', ',"until":null', '"source":"order",', '"source":"subscription",'].reduce(
    (shorter, part) => `replace(${shorter}, '${part}', '')`,
    text,
  );
}

/** Returns the SQL of `changeableText` for an event of any of these kinds. @param event its table or alias */
export const changeableOfEvent = (event: string): string =>
  `CASE substr(${event}.type, 1, instr(${event}.type, '.') - 1) ${Object.keys(fixed)
    .map(
      (kind) =>
        `WHEN '${kind}' THEN ${changeableText(kind as keyof typeof fixed, `${event}.data`)}`,
    )
    .join(" ")} END`;
