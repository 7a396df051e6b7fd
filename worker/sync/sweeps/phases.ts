import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { SECOND } from "../../lib/time.ts";
import { fromMetadata } from "../../stripe/metadata.ts";
import { idOf } from "../../stripe/references.ts";
import { completeRefunds } from "../../stripe/refunds.ts";
import { isUnknownCursor } from "../../stripe/classify-error.ts";
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
import { findDeletedStripeCustomers } from "./find-deleted-stripe-customers.ts";
import { toDrift, type Finding } from "./store.ts";

const PAGE_SIZE = 100;

/** One page of a walk. The next page starts after `last`; null at the end. */
type Page = { findings: Finding[]; checked: number; last: string | null };

type Phase = { name: string; walk(ctx: Ctx, startingAfter: string | null): Promise<Page> };

/** A walk over one of Stripe's lists. */
function createPhase<Item extends { id: string }>(
  name: string,
  list: (ctx: Ctx, page: Stripe.PaginationParams) => PromiseLike<Stripe.ApiList<Item>>,
  check: (ctx: Ctx, items: Item[]) => Promise<Finding[]>,
): Phase {
  return {
    name,
    async walk(ctx, startingAfter) {
      const first = { limit: PAGE_SIZE };
      // If the object to continue after was deleted meanwhile, the list is walked again.
      const { data, has_more: more } = await (startingAfter === null
        ? list(ctx, first)
        : Promise.resolve(list(ctx, { ...first, starting_after: startingAfter })).catch(
            (error: unknown) => {
              if (isUnknownCursor(error)) return list(ctx, first);
              throw error;
            },
          ));
      const last = more ? (data.at(-1)?.id ?? null) : null;
      return { findings: await check(ctx, data), checked: data.length, last };
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

/**
 * The phases of a sweep, in order. All but one walk a list of Stripe's, 100 objects a request. Refunds and reviews have
 * no phase, since charges include them.
 */
export const phases: [Phase, ...Phase[]] = [
  createPhase(
    "subscriptions",
    ({ stripe }, page) =>
      stripe.subscriptions.list({ ...page, status: "all", expand: SUBSCRIPTION_EXPANSIONS }),
    findDrift((ctx, items) => compareSubscriptions(ctx, { subscriptions: items })),
  ),
  createPhase(
    "sessions",
    ({ stripe }, page) =>
      stripe.checkout.sessions.list({
        ...page,
        status: "complete",
        expand: ["data.payment_intent.latest_charge.refunds", "data.line_items"],
      }),
    findDrift(async (ctx, items) =>
      compareOrders(ctx, { sessions: await completeSessions(ctx.stripe, items) }),
    ),
  ),
  createPhase(
    "charges",
    ({ stripe }, page) => stripe.charges.list({ ...page, expand: chargeFields }),
    findDrift(async (ctx, items) =>
      comparePayments(ctx, { charges: await completeRefunds(ctx.stripe, items) }),
    ),
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
  createPhase(
    "customers",
    ({ stripe }, page) => stripe.customers.list(page),
    async (ctx, items) => {
      const known = await mapStripeCustomersByStripeId(ctx, {
        stripeCustomerIds: items.map(({ id }) => id),
      });
      const findings: Finding[] = [];
      for (const customer of items)
        if (!known.has(customer.id)) findings.push(...(await adoptStripeCustomer(ctx, customer)));
      return findings;
    },
  ),
  {
    name: "deleted_customers",
    walk: (ctx, startingAfter) => findDeletedStripeCustomers(ctx, { afterId: startingAfter }),
  },
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
