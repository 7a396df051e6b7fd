import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { SECOND } from "../../lib/time.ts";
import { fromMetadata } from "../../stripe/metadata.ts";
import { idOf } from "../../stripe/references.ts";
import { completeRefunds } from "../../stripe/refunds.ts";
import { isResourceMissing, isUnknownCursor } from "../../stripe/classify-error.ts";
import type { eventTypes } from "../../stripe/event-types.ts";
import { compareProducts } from "../catalog/compare-products.ts";
import { chargeFields, completeSessions } from "../customer/fetch-stripe-customer.ts";
import { mapStripeCustomersByStripeId } from "../customer/find-stripe-customers.ts";
import { linkStripeCustomer } from "../customer/link-stripe-customer.ts";
import { compareOrders } from "../mirror/compare-orders.ts";
import { comparePayments } from "../mirror/compare-payments.ts";
import { SUBSCRIPTION_EXPANSIONS } from "../mirror/expand-subscriptions.ts";
import { compareSubscriptions } from "../mirror/compare-subscriptions.ts";
import { compareDisputes } from "./compare-disputes.ts";
import { findMissedWarnings } from "./find-missed-warnings.ts";
import { findDeletedStripeCustomers, toDeletion } from "./find-deleted-stripe-customers.ts";
import { toDrift, type Finding, type SweepTask } from "./store.ts";

const PAGE_SIZE = 100;

/** One page of a walk. The next page starts after `last`; null at the end. */
type Page = { findings: Finding[]; checked: number; last: string | null };

/** Which objects a walk is about, and where it continues. */
type Walk = Pick<SweepTask, "from" | "to" | "after">;

type Phase = { name: string; walk(ctx: Ctx, walk: Walk): Promise<Page> };

type ListParams = Stripe.PaginationParams & { created?: Stripe.RangeQueryParam };

/** A walk over one of Stripe's lists. */
function createPhase<Item extends { id: string }>(
  name: string,
  list: (ctx: Ctx, page: ListParams) => PromiseLike<Stripe.ApiList<Item>>,
  check: (ctx: Ctx, items: Item[], walk: Walk) => Promise<Finding[]>,
): Phase {
  return {
    name,
    async walk(ctx, walk) {
      const { from, to, after } = walk;
      const created = {
        ...(from !== undefined && { gte: from }),
        ...(to !== undefined && { lt: to }),
      };
      const first = { limit: PAGE_SIZE, ...(Object.keys(created).length > 0 && { created }) };
      // If the object to continue after was deleted meanwhile, the list is walked again.
      const { data, has_more: more } = await (after === null
        ? list(ctx, first)
        : Promise.resolve(list(ctx, { ...first, starting_after: after })).catch(
            (error: unknown) => {
              if (isUnknownCursor(error)) return list(ctx, first);
              throw error;
            },
          ));
      const last = more ? (data.at(-1)?.id ?? null) : null;
      return { findings: await check(ctx, data, walk), checked: data.length, last };
    },
  };
}

type CustomerObject = { id: string; customer: string | { id: string } | null };

const customerIdOf = ({ customer }: CustomerObject) => idOf(customer) ?? "";

/**
 * Turns a comparison with our rows into the check of a phase. Only objects of our customers are compared.
 * @param compare returns the differences by Stripe's id
 */
function findDrift<Item extends CustomerObject>(
  compare: (ctx: Ctx, items: Item[]) => Promise<Map<string, string>>,
) {
  return async (ctx: Ctx, items: Item[]): Promise<Finding[]> => {
    if (items.length === 0) return [];
    const customers = await mapStripeCustomersByStripeId(ctx, {
      stripeCustomerIds: items.map(customerIdOf),
    });
    const ours = items.filter((item) => customers.has(customerIdOf(item)));
    const customerIds = new Map(
      ours.map((item) => [item.id, customers.get(customerIdOf(item))?.id ?? null]),
    );
    return toDriftFindings(await compare(ctx, ours), customerIds);
  };
}

function toDriftFindings(
  found: Map<string, string>,
  customerIds = new Map<string, string | null>(),
): Finding[] {
  return [...found].map(([id, detail]) => toDrift(customerIds.get(id) ?? null, id, detail));
}

/** Links a Stripe customer whose metadata names a user of ours without one. A finding with our id is synced next. */
async function adoptStripeCustomer(ctx: Ctx, customer: Stripe.Customer): Promise<Finding[]> {
  const { id: stripeObjectId, created, metadata } = customer;
  const { userId } = fromMetadata(metadata);
  if (userId === undefined) return [];
  const createdAt = created * SECOND;
  const linked = await linkStripeCustomer(ctx, {
    userId,
    stripeCustomerId: stripeObjectId,
    createdAt,
  });
  if (linked) {
    const detail = "named a user of ours without a Stripe customer, and was linked";
    return [toDrift(linked.id, stripeObjectId, detail)];
  }
  const detail = "names a user of ours who has another Stripe customer or does not exist";
  return [{ kind: "unknown_customer", customerId: null, stripeObjectId, detail }];
}

const checkSubscriptions = findDrift<Stripe.Subscription>((ctx, subscriptions) =>
  compareSubscriptions(ctx, { subscriptions }),
);

const checkSessions = findDrift<Stripe.Checkout.Session>(async (ctx, items) =>
  compareOrders(ctx, { sessions: await completeSessions(ctx.stripe, items) }),
);

const checkCharges = findDrift<Stripe.Charge>(async (ctx, items) =>
  comparePayments(ctx, { charges: await completeRefunds(ctx.stripe, items) }),
);

const sessionFields = ["data.payment_intent.latest_charge.refunds", "data.line_items"];

/** What is expanded in one object instead of a list. */
const ofOne = (fields: string[]) => fields.map((field) => field.slice("data.".length));

/** Events that report a change of an object that may be old. The others report new objects, or come with one of these. */
const changeTypes = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "customer.subscription.pending_update_applied",
  "customer.subscription.pending_update_expired",
  "charge.updated",
  "charge.refunded",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "customer.updated",
  "customer.deleted",
] as const satisfies (typeof eventTypes)[number][];

/** Requests for single objects that a page sends at the same time. */
const RETRIEVED_AT_ONCE = 4;

/**
 * Compares the objects that these events are about as they are now: an event says how they were. Those that were
 * created since `from` (Unix seconds) are left out.
 */
async function compareChanged(ctx: Ctx, events: Stripe.Event[], from: number): Promise<Finding[]> {
  const { stripe } = ctx;
  const ids = { subscription: new Set<string>(), charge: new Set<string>() };
  const sessions = new Set<string>();
  const deleted = new Set<string>();
  const updated = new Map<string, Stripe.Customer>();
  for (const { type, data } of events) {
    const object = data.object as ChangedObject;
    if (type === "customer.deleted") deleted.add(object.id);
    else if (object.object !== "refund" && object.created >= from) continue;
    else if (object.object === "subscription") ids.subscription.add(object.id);
    else if (object.object === "charge") ids.charge.add(object.id);
    else if (object.object === "checkout.session") sessions.add(object.id);
    else if (object.object === "refund") {
      const charge = idOf(object.charge);
      if (charge) ids.charge.add(charge);
    } else updated.set(object.id, object);
  }
  const customers = [...updated.values()].filter(({ id }) => !deleted.has(id));
  return [
    ...(await checkSubscriptions(
      ctx,
      await retrieveAll(ids.subscription, (id) =>
        stripe.subscriptions.retrieve(id, { expand: ofOne(SUBSCRIPTION_EXPANSIONS) }),
      ),
    )),
    ...(await checkCharges(
      ctx,
      await retrieveAll(ids.charge, (id) =>
        stripe.charges.retrieve(id, { expand: ofOne(chargeFields) }),
      ),
    )),
    ...(await checkSessions(
      ctx,
      await retrieveAll(sessions, (id) =>
        stripe.checkout.sessions.retrieve(id, { expand: ofOne(sessionFields) }),
      ),
    )),
    ...(await checkCustomers(ctx, customers)),
    ...(await findDeleted(ctx, [...deleted])),
  ];
}

type ChangedObject =
  | Stripe.Subscription
  | Stripe.Charge
  | Stripe.Checkout.Session
  | Stripe.Refund
  | Stripe.Customer;

/** Retrieves objects, a few at the same time. Those that Stripe does not know are left out. */
async function retrieveAll<Item>(
  ids: ReadonlySet<string>,
  retrieve: (id: string) => Promise<Item>,
): Promise<Item[]> {
  const found: Item[] = [];
  const waiting = [...ids];
  while (waiting.length > 0)
    found.push(
      ...((
        await Promise.all(
          waiting.splice(0, RETRIEVED_AT_ONCE).map((id) =>
            retrieve(id).catch((error: unknown) => {
              if (isResourceMissing(error)) return [];
              throw error;
            }),
          ),
        )
      ).flat() as Item[]),
    );
  return found;
}

/** Links Stripe customers that are unknown here and name a user of ours. */
async function checkCustomers(ctx: Ctx, items: Stripe.Customer[]): Promise<Finding[]> {
  const known = await mapStripeCustomersByStripeId(ctx, {
    stripeCustomerIds: items.map(({ id }) => id),
  });
  const findings: Finding[] = [];
  for (const customer of items)
    if (!known.has(customer.id)) findings.push(...(await adoptStripeCustomer(ctx, customer)));
  return findings;
}

/** Finds the customers among these that are still linked here, though they were deleted at Stripe. */
async function findDeleted(ctx: Ctx, stripeCustomerIds: string[]): Promise<Finding[]> {
  const linked = await mapStripeCustomersByStripeId(ctx, { stripeCustomerIds });
  return [...linked].map(([stripeId, { id }]) => toDeletion(id, stripeId));
}

/**
 * The phases that a sweep can have. All but one walk a list of Stripe's, 100 objects a request. Refunds and reviews have
 * no phase, since charges include them.
 */
export const phases: Phase[] = [
  createPhase(
    "subscriptions",
    ({ stripe }, page) =>
      stripe.subscriptions.list({ ...page, status: "all", expand: SUBSCRIPTION_EXPANSIONS }),
    checkSubscriptions,
  ),
  createPhase(
    "sessions",
    ({ stripe }, page) =>
      stripe.checkout.sessions.list({ ...page, status: "complete", expand: sessionFields }),
    checkSessions,
  ),
  createPhase(
    "charges",
    ({ stripe }, page) => stripe.charges.list({ ...page, expand: chargeFields }),
    checkCharges,
  ),
  createPhase(
    "disputes",
    ({ stripe }, page) => stripe.disputes.list({ ...page, expand: ["data.charge"] }),
    (ctx, items) => compareDisputes(ctx, { disputes: items }),
  ),
  createPhase(
    "fraud_warnings",
    ({ stripe }, page) =>
      stripe.radar.earlyFraudWarnings.list({ ...page, expand: ["data.charge"] }),
    (ctx, items) => findMissedWarnings(ctx, { warnings: items }),
  ),
  createPhase("customers", ({ stripe }, page) => stripe.customers.list(page), checkCustomers),
  {
    name: "deleted_customers",
    walk: (ctx, walk) => findDeletedStripeCustomers(ctx, walk),
  },
  // Older objects that changed. Those that are new are in the lists.
  createPhase(
    "changes",
    ({ stripe }, page) => stripe.events.list({ ...page, types: changeTypes }),
    (ctx, events, { from = 0 }) => compareChanged(ctx, events, from),
  ),
  createPhase(
    "products",
    ({ stripe }, page) => stripe.products.list(page),
    async (ctx, products) => toDriftFindings(await compareProducts(ctx, { products })),
  ),
  // A list at Stripe has either the active prices or the inactive ones.
  ...[true, false].map((active) =>
    createPhase(
      active ? "prices" : "inactive_prices",
      ({ stripe }, page) => stripe.prices.list({ ...page, active }),
      async (ctx, prices) => toDriftFindings(await compareProducts(ctx, { prices })),
    ),
  ),
];
