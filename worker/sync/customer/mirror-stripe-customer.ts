import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { listNamedProducts } from "../../catalog/map-product-summaries.ts";
import { settleCheckouts } from "../../purchases/checkout/close-finished-checkouts.ts";
import { listCompSources } from "../../delivery/grants/gift-sources.ts";
import { accessFromOrder, accessFromSubscription, type AccessPolicy } from "../../access/policy.ts";
import { rewriteGrants, type GrantSource } from "../../delivery/grants/rewrite-grants.ts";
import { closeOrders } from "../mirror/close-orders.ts";
import { tellBuyer } from "../../mail/queue-emails.ts";
import { noteDuplicateOrder } from "../mirror/record-duplicate-order.ts";
import { mirrorOrders } from "../mirror/mirror-orders.ts";
import type { OrderRow } from "../../purchases/orders/store.ts";
import { mirrorPayments } from "../mirror/mirror-payments.ts";
import { readPolicy } from "../../access/policy-settings.ts";
import { closeSubscriptions } from "../mirror/close-subscriptions.ts";
import { noteDuplicateSubscription } from "../mirror/record-duplicate-subscription.ts";
import { mirrorSubscriptions } from "../mirror/mirror-subscriptions.ts";
import type { MirroredSubscription } from "../../purchases/subscriptions/mirrored-subscription.ts";
import { noteIncident } from "../incidents/record-incident.ts";
import type { FetchedCustomer } from "./fetch-stripe-customer.ts";
import { findDuplicates, type Duplicate } from "../../purchases/find-duplicate-purchases.ts";

/**
 * The writes that make our rows what Stripe says, the second payments that are to be sent back, and the mails that may
 * be sent once all of it is written.
 */
export type Mirror = { statements: Statement[]; duplicates: Duplicate[]; mailIds: string[] };

type Customer = { id: string; userId: string };

/** A customer that is there: orders, subscriptions, payments, checkouts, and the grants that follow from them and from gifts. */
export async function mirrorCustomer(
  ctx: Ctx,
  customer: Customer,
  fetched: Extract<FetchedCustomer, { deleted: false }>,
): Promise<Mirror> {
  const [policy, comps, orders, subscriptions, payments, checkouts] = await Promise.all([
    // After the lease was taken: a policy that is saved later has marked this customer to be looked at again.
    readPolicy(ctx),
    listCompSources(ctx, customer),
    mirrorOrders(ctx, { customer, sessions: fetched.sessions }),
    mirrorSubscriptions(ctx, {
      customer,
      subscriptions: fetched.subscriptions,
      disputes: fetched.disputes,
    }),
    mirrorPayments(ctx, { customer, charges: fetched.charges }),
    settleCheckouts(ctx, {
      customerId: customer.id,
      sessions: fetched.sessions.map(({ session }) => session),
    }),
  ]);
  const sources = [...sourcesOf(ctx, orders.rows, subscriptions.rows, policy), ...comps.sources];
  const [grants, duplicates] = await Promise.all([
    rewriteGrants(ctx, { userId: customer.userId, sources }),
    duplicatesOf(ctx, orders.rows, subscriptions.rows),
  ]);
  const told = await tellBuyer(ctx, {
    customer,
    orders,
    subscriptions,
    sources,
    duplicates,
    policy,
  });
  return {
    statements: [
      ...comps.asserts,
      ...orders.statements,
      ...subscriptions.statements,
      ...payments,
      ...grants,
      ...checkouts,
      ...duplicates.flatMap((duplicate) => noteDuplicate(ctx, customer, duplicate)),
      ...told.statements,
    ],
    duplicates,
    mailIds: told.mailIds,
  };
}

/** A customer that was deleted at Stripe: everything ends, and what was paid stays paid. */
export async function mirrorDeletion(ctx: Ctx, customer: Customer): Promise<Mirror> {
  const [policy, orders, subscriptions] = await Promise.all([
    readPolicy(ctx),
    closeOrders(ctx, { customerId: customer.id }),
    closeSubscriptions(ctx, { customerId: customer.id }),
  ]);
  const sources = sourcesOf(ctx, orders.rows, subscriptions.rows, policy);
  const [grants, told] = await Promise.all([
    rewriteGrants(ctx, { userId: customer.userId, sources }),
    tellBuyer(ctx, { customer, orders, subscriptions, sources, duplicates: [], policy }),
  ]);
  return {
    statements: [...orders.statements, ...subscriptions.statements, ...grants, ...told.statements],
    duplicates: [],
    mailIds: told.mailIds,
  };
}

function sourcesOf(
  ctx: Ctx,
  orders: OrderRow[],
  subscriptions: MirroredSubscription[],
  policy: AccessPolicy,
): GrantSource[] {
  return [
    ...orders.map((row) => ({
      type: "order" as const,
      id: row.id,
      products: [{ id: row.productId, quantity: row.quantity }],
      access: accessFromOrder(row),
    })),
    ...subscriptions.map(({ row, products }) => ({
      type: "subscription" as const,
      id: row.id,
      products,
      access: accessFromSubscription(row, policy, ctx.now),
    })),
  ];
}

async function duplicatesOf(
  ctx: Ctx,
  orders: OrderRow[],
  subscriptions: MirroredSubscription[],
): Promise<Duplicate[]> {
  // One purchase has no second: the usual case asks nothing.
  if (orders.length < 2 && subscriptions.length < 2) return [];
  const products = await listNamedProducts(ctx, {
    ids: [
      ...orders.map((row) => row.productId),
      ...subscriptions.flatMap(({ products }) => products.map(({ id }) => id)),
    ],
  });
  const groupOf = (productId: string) => products.get(productId)?.exclusiveGroup ?? productId;
  return findDuplicates({ orders, subscriptions, groupOf });
}

function noteDuplicate(ctx: Ctx, customer: Customer, duplicate: Duplicate): Statement[] {
  const note = duplicate.type === "order" ? noteDuplicateOrder : noteDuplicateSubscription;
  return [
    note(ctx, duplicate),
    noteIncident(ctx, {
      kind: "duplicate",
      customerId: customer.id,
      stripeObjectId: duplicate.stripeId,
      detail: `A second payment for what ${duplicate.duplicateOf} had paid was canceled and refunded.`,
    }),
  ];
}
