import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { SECOND } from "../../lib/time.ts";
import { fromMetadata } from "../../stripe/metadata.ts";
import { completeRefunds } from "../../stripe/refunds.ts";
import { compareProducts } from "../catalog/compare-products.ts";
import { chargeFields, completeSessions } from "../customer/fetch-stripe-customer.ts";
import { findStripeCustomersByStripeId } from "../customer/find-stripe-customers.ts";
import { linkStripeCustomer } from "../customer/link-stripe-customer.ts";
import { compareOrders } from "../mirror/compare-orders.ts";
import { comparePayments } from "../mirror/compare-payments.ts";
import { SUBSCRIPTION_EXPANSIONS } from "../mirror/expand-subscriptions.ts";
import { compareSubscriptions } from "../mirror/compare-subscriptions.ts";
import { compareDisputes } from "./compare-disputes.ts";
import { findMissedWarnings } from "./find-missed-warnings.ts";
import { findDeletedStripeCustomers } from "./find-deleted-stripe-customers.ts";
import type { Finding } from "./store.ts";

const PAGE_SIZE = 100;

/** One page of a walk. The next page starts after `last`; null at the end. */
type Page = { findings: Finding[]; checked: number; last: string | null };

type Phase = { name: string; walk(ctx: Ctx, startingAfter: string | null): Promise<Page> };

const pageParams = (startingAfter: string | null) => ({
  limit: PAGE_SIZE,
  ...(startingAfter !== null && { starting_after: startingAfter }),
});

type CustomerObject = { id: string; customer: string | { id: string } | null };

const customerIdOf = ({ customer }: CustomerObject) =>
  typeof customer === "string" ? customer : (customer?.id ?? "");

/** Filters the objects of a page to those of our customers, and maps object ids to our customer ids. */
async function filterOurCustomers<Item extends CustomerObject>(ctx: Ctx, items: Item[]) {
  const customers = await findStripeCustomersByStripeId(ctx, {
    stripeCustomerIds: items.map(customerIdOf),
  });
  return {
    items: items.filter((item) => customers.has(customerIdOf(item))),
    ourCustomerIdOf: new Map(
      items.map((item) => [item.id, customers.get(customerIdOf(item))?.id ?? null]),
    ),
  };
}

function toDriftFindings(
  found: Map<string, string>,
  ourCustomerIdOf: Map<string, string | null>,
): Finding[] {
  return [...found].map(([stripeObjectId, detail]) => ({
    kind: "drift",
    customerId: ourCustomerIdOf.get(stripeObjectId) ?? null,
    stripeObjectId,
    detail,
  }));
}

const subscriptions: Phase = {
  name: "subscriptions",
  async walk(ctx, startingAfter) {
    const { data, has_more: more } = await ctx.stripe.subscriptions.list({
      ...pageParams(startingAfter),
      status: "all",
      expand: SUBSCRIPTION_EXPANSIONS,
    });
    const { items, ourCustomerIdOf } = await filterOurCustomers(ctx, data);
    const found = await compareSubscriptions(ctx, { subscriptions: items });
    return {
      findings: toDriftFindings(found, ourCustomerIdOf),
      checked: data.length,
      last: nextAfter(data, more),
    };
  },
};

const sessions: Phase = {
  name: "sessions",
  async walk(ctx, startingAfter) {
    const { data, has_more: more } = await ctx.stripe.checkout.sessions.list({
      ...pageParams(startingAfter),
      status: "complete",
      expand: ["data.payment_intent.latest_charge.refunds", "data.line_items"],
    });
    const { items, ourCustomerIdOf } = await filterOurCustomers(ctx, data);
    const found = await compareOrders(ctx, {
      sessions: await completeSessions(ctx.stripe, items),
    });
    return {
      findings: toDriftFindings(found, ourCustomerIdOf),
      checked: data.length,
      last: nextAfter(data, more),
    };
  },
};

const charges: Phase = {
  name: "charges",
  async walk(ctx, startingAfter) {
    const { data, has_more: more } = await ctx.stripe.charges.list({
      ...pageParams(startingAfter),
      expand: chargeFields,
    });
    const { items, ourCustomerIdOf } = await filterOurCustomers(ctx, data);
    const found = await comparePayments(ctx, {
      charges: await completeRefunds(ctx.stripe, items),
    });
    return {
      findings: toDriftFindings(found, ourCustomerIdOf),
      checked: data.length,
      last: nextAfter(data, more),
    };
  },
};

const disputes: Phase = {
  name: "disputes",
  async walk(ctx, startingAfter) {
    const { data, has_more: more } = await ctx.stripe.disputes.list({
      ...pageParams(startingAfter),
      expand: ["data.charge"],
    });
    const findings = await compareDisputes(ctx, { disputes: data });
    return { findings, checked: data.length, last: nextAfter(data, more) };
  },
};

const warnings: Phase = {
  name: "fraud_warnings",
  async walk(ctx, startingAfter) {
    const { data, has_more: more } = await ctx.stripe.radar.earlyFraudWarnings.list({
      ...pageParams(startingAfter),
      expand: ["data.charge"],
    });
    const findings = await findMissedWarnings(ctx, { warnings: data });
    return { findings, checked: data.length, last: nextAfter(data, more) };
  },
};

const customers: Phase = {
  name: "customers",
  async walk(ctx, startingAfter) {
    const { data, has_more: more } = await ctx.stripe.customers.list(pageParams(startingAfter));
    const known = await findStripeCustomersByStripeId(ctx, {
      stripeCustomerIds: data.map(({ id }) => id),
    });
    const findings: Finding[] = [];
    for (const customer of data)
      if (!known.has(customer.id)) findings.push(...(await adoptStripeCustomer(ctx, customer)));
    return { findings, checked: data.length, last: nextAfter(data, more) };
  },
};

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
    return [{ kind: "drift", customerId: linked.id, stripeObjectId, detail }];
  }
  const detail = "names a user of ours who has another Stripe customer or does not exist";
  return [{ kind: "unknown_customer", customerId: null, stripeObjectId, detail }];
}

const deletedCustomers: Phase = {
  name: "deleted_customers",
  walk: (ctx, startingAfter) => findDeletedStripeCustomers(ctx, { afterId: startingAfter }),
};

const products: Phase = {
  name: "products",
  async walk(ctx, startingAfter) {
    const { differences, ...page } = await compareProducts(ctx, {
      afterId: startingAfter,
    });
    return { ...page, findings: toDriftFindings(differences, new Map()) };
  },
};

function nextAfter(data: { id: string }[], more: boolean): string | null {
  return more ? (data.at(-1)?.id ?? null) : null;
}

/**
 * The phases of a sweep, in order: Stripe's lists, then our own customers and products. Refunds and reviews have no
 * phase, since charges include them.
 */
export const phases: [Phase, ...Phase[]] = [
  subscriptions,
  sessions,
  charges,
  disputes,
  warnings,
  customers,
  deletedCustomers,
  products,
];
