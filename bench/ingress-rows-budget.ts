/** What a shop does for a buyer. */
export type Work =
  | "purchase, one-time"
  | "purchase, subscription"
  | "renewal"
  | "sync without changes"
  | "access check";

/** The most rows that D1 may bill for, webhooks included. */
export const goals: Record<Work, { read: number; written: number }> = {
  "purchase, one-time": { read: 109, written: 58 },
  "purchase, subscription": { read: 129, written: 70 },
  renewal: { read: 117, written: 47 },
  "sync without changes": { read: 30, written: 3 },
  "access check": { read: 5, written: 0 },
};

type Budget = Record<string, [read: number, written: number]>;

/** What every sync reads, whatever it finds. */
const sync: Budget = {
  "select events": [5, 0],
  "select settings": [2, 0],
  "select products": [2, 0],
  "select checkouts": [3, 0],
  "select orders": [3, 0],
  "select subscriptions": [3, 0],
  "select subscription_items": [6, 0],
  "select users": [1, 0],
  "select product_benefits": [5, 0],
  "select grants": [8, 0],
  "select benefits": [1, 0],
  "select payments": [3, 0],
  // With the packs of payments, of which a new customer has none.
  "select customers": [1, 0],
  "insert incidents": [2, 0],
};

/** What a purchase costs beside that, of whatever kind: what is written of it, and its email. */
const purchase: Budget = {
  ...sync,
  // An email reads them all at once.
  "select settings": [4, 0],
  "select checkouts": [6, 0],
  "select subscription_items": [7, 0],
  "select feed_events": [2, 0],
  "select users": [4, 0],
  "select products": [11, 0],
  "insert events": [7, 4],
  "insert event_payloads": [2, 1],
  "update events": [6, 2],
  "update customers": [8, 4],
  "insert payments": [1, 7],
  "update checkouts": [1, 1],
  "insert notifications": [4, 5],
  // An index finds the emails of a message to customers: it is asked, and not written.
  "insert emails": [1, 5],
  "select emails": [1, 0],
  "select sender_pauses": [1, 0],
  "update emails": [2, 1],
  "insert stale_customers": [0, 1],
};

/**
 * The most rows by each class of statements: what they do to which table. Any other may read and write none. A class
 * that grows shows where a purchase becomes more expensive, before the sum is over its goal.
 */
export const budgets: Record<Work, Budget> = {
  "purchase, one-time": {
    ...purchase,
    "insert orders": [0, 8],
    "insert grants": [1, 5],
    "insert stale_days": [2, 0],
    "insert feed_events": [46, 16],
  },
  "purchase, subscription": {
    ...purchase,
    "insert subscriptions": [0, 10],
    "insert subscription_items": [0, 4],
    "insert grants": [1, 7],
    "insert stale_days": [7, 2],
    "insert mrr_steps": [1, 3],
    "delete mrr_steps": [3, 0],
    "insert mrr_movements": [1, 4],
    "delete mrr_movements": [3, 0],
    "insert feed_events": [46, 13],
  },
  renewal: {
    ...sync,
    // The email about the payment: what is paid for, the seller's address, and the email itself.
    "select settings": [5, 0],
    "select subscription_items": [10, 0],
    // One of them finds orders of several products.
    "select products": [11, 0],
    "select users": [2, 0],
    "insert emails": [1, 5],
    "select emails": [1, 0],
    "update emails": [2, 1],
    "insert stale_customers": [0, 1],
    "insert events": [14, 8],
    "insert event_payloads": [4, 2],
    "update events": [9, 4],
    "update customers": [12, 6],
    "select mrr_steps": [2, 0],
    "select mrr_movements": [2, 0],
    "update subscriptions": [1, 3],
    "insert payments": [3, 8],
    "insert grants": [2, 4],
    "insert stale_days": [3, 2],
    "insert feed_events": [31, 7],
  },
  "sync without changes": {
    ...sync,
    "update customers": [4, 3],
    "update events": [5, 0],
  },
  "access check": { "select grants": [5, 0] },
};
