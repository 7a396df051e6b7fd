/**
 * Published prices in US dollars. The README links to the pages, and says when they were read: change both together.
 */

/** Cloudflare, Workers Paid: what a month includes, and what more costs. */
export const cloudflare = {
  planPerMonth: 5,
  requests: { included: 10e6, perMillion: 0.3 },
  cpuMs: { included: 30e6, perMillion: 0.02 },
  rowsRead: { included: 25e9, perMillion: 0.001 },
  rowsWritten: { included: 50e6, perMillion: 1 },
  storageGb: { included: 5, perGb: 0.75 },
  queueOperations: { included: 1e6, perMillion: 0.4 },
  /** What one D1 database can hold. */
  databaseGb: 10,
} as const;

/** Stripe in the United States: cards of the same country. */
export const stripe = {
  card: { share: 0.029, fixed: 0.3 },
  /** Billing, of subscriptions. */
  subscriptionShare: 0.007,
  /** The invoice of a one-time purchase. */
  invoice: { share: 0.004, most: 2 },
} as const;
