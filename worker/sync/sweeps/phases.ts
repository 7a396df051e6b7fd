import type { Ctx } from "../../context.ts";
import { fromMetadata } from "../../stripe/metadata.ts";
import { compareProducts } from "../catalog/compare-products.ts";
import { findCustomers } from "../customer/find-stripe-customers.ts";
import { compareOrders } from "../mirror/compare-orders.ts";
import { comparePayments } from "../mirror/compare-payments.ts";
import { compareSubscriptions } from "../mirror/compare-subscriptions.ts";
import { compareDisputes } from "./compare-disputes.ts";
import { findDeletedCustomers } from "./find-deleted-stripe-customers.ts";
import type { Finding } from "./store.ts";

const PAGE = 100;

/** One page of a walk. `last` is what the next page begins after, null at the end. */
type Page = { findings: Finding[]; checked: number; last: string | null };

type Phase = { name: string; walk(ctx: Ctx, startingAfter: string | null): Promise<Page> };

const after = (startingAfter: string | null) => ({
  limit: PAGE,
  ...(startingAfter !== null && { starting_after: startingAfter }),
});

type Owned = { id: string; customer: string | { id: string } | null };

const customerIdOf = ({ customer }: Owned) =>
  typeof customer === "string" ? customer : (customer?.id ?? "");

/** The objects of a page that belong to customers of ours, with whose they are. */
async function ofOurCustomers<Item extends Owned>(ctx: Ctx, items: Item[]) {
  const customers = await findCustomers(ctx, { stripeCustomerIds: items.map(customerIdOf) });
  return {
    items: items.filter((item) => customers.has(customerIdOf(item))),
    ownerOf: new Map(items.map((item) => [item.id, customers.get(customerIdOf(item))?.id ?? null])),
  };
}

function drifts(found: Map<string, string>, ownerOf: Map<string, string | null>): Finding[] {
  return [...found].map(([stripeObjectId, detail]) => ({
    kind: "drift",
    customerId: ownerOf.get(stripeObjectId) ?? null,
    stripeObjectId,
    detail,
  }));
}

const subscriptions: Phase = {
  name: "subscriptions",
  async walk(ctx, startingAfter) {
    const { data, has_more: more } = await ctx.stripe.subscriptions.list({
      ...after(startingAfter),
      status: "all",
      expand: ["data.latest_invoice.payments"],
    });
    const { items, ownerOf } = await ofOurCustomers(ctx, data);
    const found = await compareSubscriptions(ctx, { subscriptions: items });
    return { findings: drifts(found, ownerOf), checked: data.length, last: nextAfter(data, more) };
  },
};

const sessions: Phase = {
  name: "sessions",
  async walk(ctx, startingAfter) {
    const { data, has_more: more } = await ctx.stripe.checkout.sessions.list({
      ...after(startingAfter),
      status: "complete",
      expand: ["data.payment_intent.latest_charge.refunds", "data.line_items"],
    });
    const { items, ownerOf } = await ofOurCustomers(ctx, data);
    const found = await compareOrders(ctx, { sessions: items });
    return { findings: drifts(found, ownerOf), checked: data.length, last: nextAfter(data, more) };
  },
};

const charges: Phase = {
  name: "charges",
  async walk(ctx, startingAfter) {
    const { data, has_more: more } = await ctx.stripe.charges.list(after(startingAfter));
    const { items, ownerOf } = await ofOurCustomers(ctx, data);
    const found = await comparePayments(ctx, { charges: items });
    return { findings: drifts(found, ownerOf), checked: data.length, last: nextAfter(data, more) };
  },
};

const disputes: Phase = {
  name: "disputes",
  async walk(ctx, startingAfter) {
    const { data, has_more: more } = await ctx.stripe.disputes.list({
      ...after(startingAfter),
      expand: ["data.charge"],
    });
    const findings = await compareDisputes(ctx, { disputes: data });
    return { findings, checked: data.length, last: nextAfter(data, more) };
  },
};

const customers: Phase = {
  name: "customers",
  async walk(ctx, startingAfter) {
    const { data, has_more: more } = await ctx.stripe.customers.list(after(startingAfter));
    const known = await findCustomers(ctx, { stripeCustomerIds: data.map(({ id }) => id) });
    const findings = data
      .filter(({ id, metadata }) => fromMetadata(metadata).userId !== undefined && !known.has(id))
      .map(({ id }) => ({
        kind: "unknown_customer" as const,
        customerId: null,
        stripeObjectId: id,
        detail: "names a user of ours, and no customer row points to it",
      }));
    return { findings, checked: data.length, last: nextAfter(data, more) };
  },
};

const deletedCustomers: Phase = {
  name: "deleted_customers",
  walk: (ctx, startingAfter) => findDeletedCustomers(ctx, { afterId: startingAfter }),
};

const products: Phase = {
  name: "products",
  async walk(ctx, startingAfter) {
    const { differing, ...page } = await compareProducts(ctx, { afterId: startingAfter });
    return { ...page, findings: drifts(differing, new Map()) };
  },
};

function nextAfter(data: { id: string }[], more: boolean): string | null {
  return more ? (data.at(-1)?.id ?? null) : null;
}

/**
 * What a sweep walks, in order: Stripe's lists, then our own customers and products. Refunds show in their charges, so
 * they have no list of their own.
 */
export const phases: [Phase, ...Phase[]] = [
  subscriptions,
  sessions,
  charges,
  disputes,
  customers,
  deletedCustomers,
  products,
];
