import { cloudflare, stripe } from "./prices.ts";

/** What an average customer does in a month. Half of the customers subscribe. */
export const usage = {
  /** Renewals of a subscription. */
  renewals: 0.5,
  renewalPrice: 9,
  /** One-time purchases. */
  purchases: 0.05,
  purchasePrice: 29,
  /** Requests that reach the Worker: pages, the library, and entitlement checks of other programs. */
  requests: 30,
} as const;

/** Rows that D1 bills: the most that a test allows a purchase. A page or a check reads fewer than `request`. */
export const rows = {
  purchase: { read: 109, written: 58 },
  renewal: { read: 117, written: 47 },
  request: { read: 25, written: 0.1 },
  /** The nightly sweep and the walk of the feed, for each customer and night. */
  night: { read: 60, written: 0 },
} as const;

/** Requests of Stripe's webhooks. Each may make a message of the queue: a write, a read and a delete. */
const webhooks = { purchase: 8, renewal: 6 };
const OPERATIONS_PER_MESSAGE = 3;
const CPU_MS_PER_REQUEST = 15;
/** Scheduled jobs: every 5 minutes, hourly and nightly. */
const JOBS = 30 * (288 + 24 + 1);
/** What a customer takes in the database after three years, as `npm run bench -- capacity` prints it. */
export const STORED_KB_PER_CUSTOMER = 20;

/** Costs of a month in US dollars. */
export type Costs = {
  customers: number;
  sales: number;
  cloudflare: number;
  stripe: number;
  storedGb: number;
  rowsWritten: number;
  requests: number;
};

/** Computes what a month costs with so many customers. */
export function computeCosts(customers: number): Costs {
  const renewals = customers * usage.renewals;
  const purchases = customers * usage.purchases;
  const visits = customers * usage.requests;
  const webhookRequests = purchases * webhooks.purchase + renewals * webhooks.renewal;
  const requests = visits + webhookRequests + JOBS;
  const countRows = (kind: "read" | "written") =>
    purchases * rows.purchase[kind] +
    renewals * rows.renewal[kind] +
    visits * rows.request[kind] +
    customers * 30 * rows.night[kind];
  const storedGb = (customers * STORED_KB_PER_CUSTOMER) / 1e6;
  return {
    customers,
    sales: renewals * usage.renewalPrice + purchases * usage.purchasePrice,
    requests,
    rowsWritten: countRows("written"),
    storedGb,
    cloudflare:
      cloudflare.planPerMonth +
      priceOf(requests, cloudflare.requests) +
      priceOf(requests * CPU_MS_PER_REQUEST, cloudflare.cpuMs) +
      priceOf(countRows("read"), cloudflare.rowsRead) +
      priceOf(countRows("written"), cloudflare.rowsWritten) +
      priceOf(webhookRequests * OPERATIONS_PER_MESSAGE, cloudflare.queueOperations) +
      Math.max(0, storedGb - cloudflare.storageGb.included) * cloudflare.storageGb.perGb,
    stripe:
      renewals * feeOfRenewal(usage.renewalPrice) + purchases * feeOfPurchase(usage.purchasePrice),
  };
}

const priceOf = (amount: number, price: { included: number; perMillion: number }): number =>
  (Math.max(0, amount - price.included) / 1e6) * price.perMillion;

const feeOfRenewal = (price: number): number =>
  price * (stripe.card.share + stripe.subscriptionShare) + stripe.card.fixed;

const feeOfPurchase = (price: number): number =>
  price * stripe.card.share +
  stripe.card.fixed +
  Math.min(price * stripe.invoice.share, stripe.invoice.most);
