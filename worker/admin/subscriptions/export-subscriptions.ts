import type { Ctx } from "../../context.ts";
import { CSV_PAGE_SIZE, csvTime, streamCsv, type CsvColumns } from "../../http/csv.ts";
import { toDecimal } from "../../lib/money.ts";
import {
  searchSubscriptions,
  type ListedSubscription,
  type SubscriptionSearch,
} from "./search-subscriptions.ts";

const columns: CsvColumns<ListedSubscription> = {
  Subscription: ({ id }) => id,
  Started: ({ createdAt }) => csvTime(createdAt),
  Status: ({ status }) => status,
  Products: ({ items }) => items.map(({ productName }) => productName ?? "").join(", "),
  Quantity: ({ items }) => items.reduce((sum, { quantity }) => sum + quantity, 0),
  "Customer name": ({ user }) => user.name,
  "Customer email": ({ user }) => user.email,
  Currency: ({ items }) => items[0]?.currency.toUpperCase() ?? null,
  "Price per period": ({ items }) =>
    items.map((item) => toDecimal(item.amountMinor * item.quantity, item.currency)).join(" + "),
  Interval: ({ items }) =>
    items.map(({ interval, intervalCount }) => `${intervalCount} ${interval}`).join(", "),
  "Paid until": ({ currentPeriodEnd }) => csvTime(currentPeriodEnd),
  "Ends at": ({ cancelAt }) => csvTime(cancelAt),
  "Ended at": ({ endedAt }) => csvTime(endedAt),
  Dispute: ({ disputeStatus }) => disputeStatus,
  "Stripe subscription": ({ stripeSubscriptionId }) => stripeSubscriptionId,
};

/** Exports all matching subscriptions as a CSV file. */
export function exportSubscriptions(ctx: Ctx, input: SubscriptionSearch): Response {
  return streamCsv(ctx, {
    name: "subscriptions",
    columns,
    filters: input,
    fetchPage: (cursor) => searchSubscriptions(ctx, { ...input, cursor, limit: CSV_PAGE_SIZE }),
  });
}
